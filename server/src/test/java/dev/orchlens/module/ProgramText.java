package dev.orchlens.module;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.module.eval.ModuleLoader;
import dev.orchlens.module.eval.ModuleProblem;
import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.CallableValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.ModuleValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.Site;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.text.Document;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Programs as text. A line {@code # file: a/b.py} starts a file in the folder {@code /work}; text
 * before the first one is {@code program.py}, which is the main file.
 */
public final class ProgramText implements ModuleLoader {
  private static final String ROOT = "/work";

  private final Map<String, SyntaxTree> files = new LinkedHashMap<>();

  private ProgramText(String text) {
    String name = "program.py";
    StringBuilder content = new StringBuilder();
    for (String line : text.lines().toList()) {
      if (line.startsWith("# file: ")) {
        add(name, content);
        name = line.substring("# file: ".length());
        content = new StringBuilder();
      } else {
        content.append(line).append('\n');
      }
    }
    add(name, content);
  }

  private void add(String name, StringBuilder content) {
    if (!content.isEmpty() || !name.equals("program.py")) {
      String path = ROOT + "/" + name;
      files.put(path, SyntaxTree.parse(Document.of("file://" + path, 1, content.toString())));
    }
  }

  /** Evaluates the program. */
  public static ProgramWorld evaluate(String text) {
    return evaluate(text, "program.py");
  }

  /** Evaluates the program with another file as the main one. */
  static ProgramWorld evaluate(String text, String main) {
    ProgramText program = new ProgramText(text);
    String path = ROOT + "/" + main;
    return new ProgramEvaluator(program, List.of(ROOT)).evaluate(program.files.get(path), path);
  }

  /** Checks what the data names of the main module stand for, one a line, and then the problems. */
  static void check(String text, String expected) {
    assertThat(show(evaluate(text))).isEqualTo(expected);
  }

  /** The names of the main module that stand for data, one a line, and then the problems. */
  static String show(ProgramWorld world) {
    StringBuilder out = new StringBuilder();
    for (String name : world.main().names()) {
      Value value = world.main().value(name).orElseThrow();
      if (!name.startsWith("__") && isData(value)) {
        out.append(name).append(" = ").append(show(value)).append('\n');
      }
    }
    for (ModuleProblem problem : world.problems()) {
      out.append(place(world, problem.site()))
          .append(' ')
          .append(problem.code())
          .append("\n  ")
          .append(problem.message())
          .append('\n');
    }
    return out.toString();
  }

  /** A value as text, with the reason where it is unknown. */
  static String show(Value value) {
    return value instanceof UnknownValue unknown
        ? "<unknown: " + unknown.reason() + ">"
        : ValueText.repr(value);
  }

  /** The text that a name of the main module stands for; where it is none, what it is. */
  static String data(ProgramWorld world, String name) {
    Value value = world.main().value(name).orElseThrow();
    return value instanceof StrValue(String text) ? text : show(value);
  }

  /** A place as {@code file:line:column}, both from 1. */
  static String place(ProgramWorld world, Site site) {
    SyntaxTree tree = world.module(site.file()).orElseThrow().tree().orElseThrow();
    var range = tree.absolute(tree.item(site.item()).orElseThrow(), site.range());
    String file = site.file().substring(site.file().lastIndexOf('/') + 1);
    return file + ":" + (range.start().line() + 1) + ":" + (range.start().character() + 1);
  }

  private static boolean isData(Value value) {
    return !(value instanceof CallableValue
        || value instanceof ModuleValue
        || value instanceof OpaqueValue
        || value instanceof LanguageObject.Name);
  }

  @Override
  public Optional<SyntaxTree> load(String path) {
    return Optional.ofNullable(files.get(path));
  }

  @Override
  public boolean isFolder(String path) {
    return files.keySet().stream().anyMatch(file -> file.startsWith(path + "/"))
        && path.startsWith(ROOT);
  }
}
