package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.op.Fault;
import dev.orchlens.lower.decl.RuleCode;
import dev.orchlens.lower.jit.JitRule;
import dev.orchlens.module.eval.ModuleProblem;
import dev.orchlens.pass.deps.Fallback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/diagnostics.md explains every code that the sources report, and no other. */
class DiagnosticCodesTest {
  /**
   * The packages whose problems reach the user; the protocol's method names look like codes and are
   * elsewhere.
   */
  private static final List<String> REPORTING =
      List.of("module", "ir", "lower", "pass", "codegen", "order", "analysis", "feature");

  private static final Pattern LITERAL =
      Pattern.compile("\"([a-z]+(?:-[a-z]+)?/[a-z0-9]+(?:-[a-z0-9]+)*)\"");
  private static final Pattern SECTION = Pattern.compile("(?m)^### `([^`]+)`$");

  @Test
  void everyCodeHasItsSectionAndTheOtherWayRound() throws IOException {
    Set<String> codes = codes();
    List<String> sections = sections();

    assertThat(codes.stream().filter(code -> !sections.contains(code)))
        .as("codes without a section")
        .isEmpty();
    assertThat(sections.stream().filter(section -> !codes.contains(section)))
        .as("sections without a code")
        .isEmpty();
    assertThat(sections).doesNotHaveDuplicates();
  }

  @Test
  void noSectionIsEmpty() throws IOException {
    List<String> parts = List.of(documentation().split("(?m)^### ")).stream().skip(1).toList();

    assertThat(parts)
        .allSatisfy(
            part ->
                assertThat(part.lines().skip(1).findFirst())
                    .hasValueSatisfying(line -> assertThat(line).isNotBlank()));
  }

  private static List<String> sections() throws IOException {
    return SECTION.matcher(documentation()).results().map(m -> m.group(1)).toList();
  }

  private static Set<String> codes() throws IOException {
    Set<String> codes = new TreeSet<>(Set.of("syntax"));
    Arrays.stream(RuleCode.values()).map(RuleCode::code).forEach(codes::add);
    Arrays.stream(JitRule.values()).map(JitRule::code).forEach(codes::add);
    Arrays.stream(Fault.values()).map(Fault::code).forEach(codes::add);
    Arrays.stream(ModuleProblem.Kind.values()).map(ModuleProblem.Kind::code).forEach(codes::add);
    Arrays.stream(Fallback.Reason.values()).map(Fallback.Reason::label).forEach(codes::add);
    for (String folder : REPORTING) {
      try (Stream<Path> files =
          Files.walk(root().resolve("server/src/main/java/dev/orchlens").resolve(folder))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          Matcher literals = LITERAL.matcher(Files.readString(file));
          while (literals.find()) {
            codes.add(literals.group(1));
          }
        }
      }
    }
    return codes;
  }

  private static String documentation() throws IOException {
    return Files.readString(root().resolve("docs/diagnostics.md"));
  }

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/diagnostics.md"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
