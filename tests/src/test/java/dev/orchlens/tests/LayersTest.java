package dev.orchlens.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Keeps the layers of docs/architecture.md: each one knows only those below it. */
class LayersTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.orchlens");

  @Test
  void eachLayerKnowsOnlyThoseBelow() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("text").definedBy("dev.orchlens.text..")
        .layer("grammar").definedBy("dev.orchlens.grammar..")
        .layer("syntax").definedBy("dev.orchlens.syntax..")
        .layer("module").definedBy("dev.orchlens.module..")
        .layer("ir").definedBy("dev.orchlens.ir..")
        .layer("lower").definedBy("dev.orchlens.lower..")
        .layer("pass").definedBy("dev.orchlens.pass..")
        .layer("codegen").definedBy("dev.orchlens.codegen..")
        .layer("analysis").definedBy("dev.orchlens.analysis..")
        .layer("feature").definedBy("dev.orchlens.feature..")
        .layer("lsp").definedBy("dev.orchlens.lsp..")
        .layer("cli").definedBy("dev.orchlens.cli..")
        .withOptionalLayers(true)
        .whereLayer("cli").mayNotBeAccessedByAnyLayer()
        .whereLayer("lsp").mayOnlyBeAccessedByLayers("cli")
        .whereLayer("feature").mayOnlyBeAccessedByLayers("lsp", "cli")
        .whereLayer("analysis").mayOnlyBeAccessedByLayers("feature", "lsp", "cli")
        .whereLayer("codegen").mayOnlyBeAccessedByLayers("analysis", "feature", "lsp", "cli")
        .whereLayer("pass").mayOnlyBeAccessedByLayers("codegen", "analysis", "feature", "lsp", "cli")
        .whereLayer("lower").mayOnlyBeAccessedByLayers("analysis", "feature", "lsp", "cli")
        .whereLayer("ir")
        .mayOnlyBeAccessedByLayers("lower", "pass", "codegen", "analysis", "feature", "lsp", "cli")
        .whereLayer("module").mayOnlyBeAccessedByLayers("lower", "analysis", "feature", "lsp", "cli")
        .whereLayer("grammar").mayOnlyBeAccessedByLayers("syntax")
        .check(CLASSES);
  }

  @Test
  void onlyFeatureAndLspKnowTheProtocol() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.orchlens.feature..", "dev.orchlens.lsp..", "dev.orchlens.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.eclipse.lsp4j..")
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
