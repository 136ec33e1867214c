package dev.orchlens.tests.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.GeneratedOrchestration;
import dev.orchlens.ir.Problem;
import dev.orchlens.rule.Code;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles the C++ of every conformance case: what we generate, and what the reference generated.
 * Where its text does not compile, ours does not either, and a diagnostic on the source says so
 * (docs/reference-defects.md).
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CppCompilationTest {
  /** The diagnostics that say that generated code does not compile. */
  private static final Set<Code> DOES_NOT_COMPILE =
      Set.of(
          Code.CODEGEN_NAME_OUTSIDE_ITS_BLOCK,
          Code.CODEGEN_NAME_DECLARED_TWICE,
          Code.CODEGEN_NO_CPP_TYPE,
          Code.CODEGEN_NUMBER_TOO_LARGE,
          Code.CODEGEN_RESERVED_NAME,
          Code.CODEGEN_UNDECLARED_CARRY_NAME,
          Code.CODEGEN_UNDECLARED_NAME);

  private final Map<String, String> ours = new TreeMap<>();
  private final Map<String, String> reference = new TreeMap<>();
  private final Set<String> diagnosed = new TreeSet<>();
  private Path headers;

  @BeforeAll
  void generate() throws Exception {
    headers = resource("/cpp");
    try (Stream<Path> files = Files.walk(resource("/conformance"))) {
      for (Path program : files.filter(f -> f.endsWith("program.py")).sorted().toList()) {
        String name =
            program.getParent().getParent().getFileName() + "/" + program.getParent().getFileName();
        generate(name, program);
        expected(name, program.resolveSibling("expected.json"));
      }
    }
  }

  private static Path resource(String name) throws Exception {
    return Path.of(URI.create(CppCompilationTest.class.getResource(name).toString()));
  }

  private void generate(String name, Path program) {
    FileAnalysis analysis =
        new Workspace(Settings.defaults())
            .snapshot()
            .analysis(program.toUri().toString(), new Cancellation())
            .orElseThrow();
    for (EntryAnalysis entry : analysis.entries()) {
      for (boolean analyze : new boolean[] {false, true}) {
        if (entry.outcome(analyze) instanceof Outcome.Compiled compiled) {
          compiled
              .code()
              .forEach(
                  (function, outcome) -> {
                    if (outcome
                        instanceof CodegenOutcome.Generated(GeneratedOrchestration generated)) {
                      String key = key(name, entry.name(), function, analyze ? "auto" : "default");
                      ours.put(key, generated.text());
                      if (generated.problems().stream()
                          .map(Problem::code)
                          .anyMatch(DOES_NOT_COMPILE::contains)) {
                        diagnosed.add(key);
                      }
                    }
                  });
        }
      }
    }
  }

  private void expected(String name, Path file) throws Exception {
    JsonObject document = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    if (!document.has("entries")) {
      return;
    }
    for (Map.Entry<String, JsonElement> entry : document.getAsJsonObject("entries").entrySet()) {
      for (String option : List.of("default", "auto")) {
        JsonElement facts = entry.getValue().getAsJsonObject().get(option);
        if (facts == null || !facts.getAsJsonObject().has("functions")) {
          continue;
        }
        facts
            .getAsJsonObject()
            .getAsJsonObject("functions")
            .asMap()
            .forEach(
                (function, object) -> {
                  JsonElement cpp = object.getAsJsonObject().get("cpp");
                  if (cpp != null) {
                    reference.put(key(name, entry.getKey(), function, option), cpp.getAsString());
                  }
                });
      }
    }
  }

  private static String key(String name, String entry, String function, String option) {
    return name + " " + entry + "." + function + " " + option;
  }

  @Test
  void aDiagnosticNamesExactlyTheCodeThatDoesNotCompile(@TempDir Path folder) throws Exception {
    assertThat(new CppCompiler(headers, folder).failing(ours)).isEqualTo(diagnosed);
  }

  @Test
  void theReferencesOwnCodeFailsInExactlyTheseCases(@TempDir Path folder) throws Exception {
    Set<String> failing = new CppCompiler(headers, folder).failing(reference);
    assertThat(failing.stream().map(key -> key + "\n").collect(Collectors.joining()))
        .isEqualTo(
            """
            auto-deps/box-end-overflows FarAway.run auto
            auto-deps/box-end-overflows FarAway.run default
            auto-deps/fallback-partitions-stay-auto Partitions.run auto
            auto-deps/if-inside-dynamic-loop Recurrent.unrolled auto
            auto-deps/loop-inside-branch BranchLoop.run auto
            auto-deps/loop-nested-equal-trips EqualNest.run auto
            auto-deps/scopes-in-loop-body LoopScopes.constant auto
            auto-deps/scopes-in-loop-body LoopScopes.runtime auto
            auto-deps/tuple-assignment-of-windows TupleBound.filt auto
            auto-deps/tuple-assignment-of-windows TupleBound.filt default
            barriers/compress-square-producer-nest SquareNest.run auto
            codegen/comparisons-and-casts-in-conditions Thresholds.climb auto
            codegen/hand-placed-scopes OwnScopes.run auto
            codegen/hand-placed-scopes OwnScopes.run default
            codegen/scalar-carries-and-their-seeds Cursor.append auto
            codegen/scalar-carries-and-their-seeds Cursor.append default
            codegen/scalar-parameters-of-every-dtype Knobs.main auto
            codegen/scalar-parameters-of-every-dtype Knobs.main default
            jit/inline-early-scalar-branches clamped_twice.clamped_twice auto
            jit/inline-early-scalar-branches clamped_twice.clamped_twice default
            jit/while-explicit-carried-counter newton_rows.newton_rows auto
            jit/while-explicit-carried-counter newton_rows.newton_rows default
            """);
    assertThat(diagnosed)
        .isEqualTo(failing.stream().filter(ours::containsKey).collect(Collectors.toSet()));
  }
}
