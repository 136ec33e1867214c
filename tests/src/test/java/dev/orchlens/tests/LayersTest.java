package dev.orchlens.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the packages to the table of docs/architecture.md: each uses only what its row lists. */
class LayersTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.orchlens");

  @Test
  void eachPackageUsesOnlyWhatItsRowLists() throws IOException {
    assertThat(PackageTable.read().violations(CLASSES)).isEmpty();
  }

  @Test
  void eachPackageHasItsRowAndEachRowItsPackage() throws IOException {
    assertThat(PackageTable.read().packages())
        .containsExactlyInAnyOrderElementsOf(PackageTable.packagesOf(CLASSES));
  }

  @Test
  void aRowNamesOnlyPackagesAboveItSoThatNoTwoKnowEachOther() throws IOException {
    assertThat(PackageTable.read().upward()).isEmpty();
  }

  /** What this test would say of a class that uses what its package may not. */
  @ParameterizedTest
  @CsvSource({
    "text,         dev.orchlens.syntax.SyntaxTree",
    "ir,           dev.orchlens.syntax.SyntaxTree",
    "pass.deps,    dev.orchlens.syntax.SyntaxTree",
    "pass.tools,   dev.orchlens.pass.deps.Fence",
    "module.value, dev.orchlens.module.eval.Interpreter",
    "analysis,     org.eclipse.lsp4j.Position",
    "feature,      picocli.CommandLine",
    "codegen,      org.assertj.core.api.Assertions",
  })
  void anArrowThatNoRowListsIsFound(String from, String to, @TempDir Path folder)
      throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("Forbidden.java"),
            "package dev.orchlens.%s; class Forbidden { %s field; }".formatted(from, to));
    String[] arguments = {
      "-d",
      folder.toString(),
      "-cp",
      System.getProperty("java.class.path"),
      "-proc:none",
      source.toString()
    };
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();

    JavaClasses injected = new ClassFileImporter().importPath(folder);

    assertThat(PackageTable.read().violations(injected))
        .containsExactly("dev.orchlens." + from + ".Forbidden uses " + to);
  }

  /** So many classes are taken in at a glance. */
  @Test
  void noPackageHasMoreThan45Classes() throws IOException {
    assertThat(PackageTable.sizes(CLASSES).entrySet().stream().filter(each -> each.getValue() > 45))
        .isEmpty();
  }

  /** Otherwise all that lowers a function is one circle of classes. */
  @Test
  void whatLowersExpressionsKnowsNoWayBackToStatements() {
    noClasses()
        .that()
        .haveFullyQualifiedName("dev.orchlens.lower.FunctionLowering")
        .should()
        .transitivelyDependOnClassesThat()
        .haveFullyQualifiedName("dev.orchlens.lower.StatementLowering")
        .check(CLASSES);
  }

  @Test
  void nothingStaticChanges() {
    fields()
        .that()
        .areStatic()
        .and(writtenByHand())
        .should()
        .beFinal()
        .because("state that all share outlives the snapshot it was computed from")
        .check(CLASSES);
  }

  private static DescribedPredicate<JavaField> writtenByHand() {
    return DescribedPredicate.describe(
        "are written by hand",
        field ->
            !field.getModifiers().contains(JavaModifier.SYNTHETIC)
                && !field.getOwner().getPackageName().startsWith("dev.orchlens.grammar"));
  }
}
