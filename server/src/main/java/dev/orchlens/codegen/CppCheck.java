package dev.orchlens.codegen;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds where generated code would not compile. The text is what the reference generates, defects included, so this
 * says at the source what the C++ compiler would say at the text; docs/reference-defects.md lists the causes.
 */
final class CppCheck {
  private static final long LARGEST_UINT32 = 0xFFFF_FFFFL;

  private final Origin function;
  private final Predicate<String> isForDerived;
  private final Deque<Block> open = new ArrayDeque<>();
  private final Set<String> closed = new HashSet<>();
  private final Map<String, Problem> problems = new LinkedHashMap<>();

  /** The names that an open block declares; a loop's variable is in a block of its own around the body. */
  private record Block(Set<String> names, boolean isLoopHeader) {
    static Block open(boolean isLoopHeader) {
      return new Block(new HashSet<>(), isLoopHeader);
    }
  }

  private CppCheck(Origin function, Predicate<String> isForDerived) {
    this.function = function;
    this.isForDerived = isForDerived;
  }

  /**
   * Returns what is wrong with a text, each name once, in the order of the text.
   *
   * @param lines the lines of the whole text
   * @param function where the function was defined
   * @param isForDerived whether a name exists for derived dependencies alone
   */
  static List<Problem> check(List<Emitter.Line> lines, Origin function, Predicate<String> isForDerived) {
    CppCheck check = new CppCheck(function, isForDerived);
    check.open.push(Block.open(false));
    check.open.element().names.add("orch_args");
    lines.stream()
        .dropWhile(line -> !line.text().startsWith(EntryPoint.HEAD))
        .skip(1)
        .forEach(check::line);
    return List.copyOf(check.problems.values());
  }

  private void line(Emitter.Line line) {
    if (line.text().stripLeading().startsWith("#")) {
      return;
    }
    List<String> tokens = CppWords.tokens(line.text());
    boolean isLoop = !tokens.isEmpty() && tokens.getFirst().equals("for");
    if (isLoop) {
      open.push(Block.open(true));
    }
    for (int i = 0; i < tokens.size(); i++) {
      token(tokens, i, line);
    }
    if (isLoop && !tokens.getLast().equals("{")) {
      closed.addAll(open.pop().names);
    }
    numbers(tokens, line);
  }

  private void token(List<String> tokens, int i, Emitter.Line line) {
    String token = tokens.get(i);
    switch (token) {
      case "{" -> open.push(Block.open(false));
      case "}" -> close();
      default -> {
        if (CppWords.isName(token)) {
          name(tokens, i, line);
        }
      }
    }
  }

  private void close() {
    if (open.size() > 1) {
      closed.addAll(open.pop().names);
    }
    if (open.element().isLoopHeader) {
      closed.addAll(open.pop().names);
    }
  }

  private void name(List<String> tokens, int index, Emitter.Line line) {
    String name = tokens.get(index);
    boolean isPartOfName =
        CppWords.isSelector(CppWords.at(tokens, index - 1)) || CppWords.at(tokens, index + 1).equals("::");
    if (CppWords.isDeclared(tokens, index)) {
      declare(name, line);
    } else if (!isPartOfName && !CppWords.isKnown(name)) {
      use(name, line);
    }
  }

  private void declare(String name, Emitter.Line line) {
    if (CppWords.isReserved(name)) {
      report(
          "codegen/reserved-name", name, line,
          "'" + name + "' is a word of C++ or of the runtime, so the generated code cannot declare it. Choose another"
              + " name.");
    } else if (!open.element().names.add(name)) {
      report(
          "codegen/name-declared-twice", name, line,
          "The generated code declares '" + name + "' twice in one block, because a name of the program looks like one"
              + " that the compiler makes. Choose another name.");
    }
  }

  private void use(String name, Emitter.Line line) {
    if (CppWords.isReserved(name) || open.stream().anyMatch(block -> block.names.contains(name))) {
      return;
    }
    if (CppWords.isMissingType(name)) {
      report(
          "codegen/no-cpp-type", name, line,
          "The generated code has no type '" + name + "': an orchestration function cannot take a scalar of this dtype."
              + " Pass it as pl.FP32.");
    } else if (closed.contains(name)) {
      report("codegen/name-outside-its-block", name, line, outside(name));
    } else if (name.startsWith("ext_")) {
      report(
          "codegen/undeclared-carry-name", name, line,
          "A loop carries a scalar that starts as the parameter '" + name.substring("ext_".length()) + "', and the"
              + " generated code then names it '" + name + "', which nothing declares. It does not compile. Compute the"
              + " value inside the loop from the parameter and the loop variable.");
    } else {
      report(
          "codegen/undeclared-name", name, line,
          "The generated code uses '" + name + "', which it does not declare before. It does not compile. Give the"
              + " value a name of its own in a plain assignment.");
    }
  }

  private String outside(String name) {
    String what =
        "The generated code uses '" + name + "' here, but declares it in a block that has closed before, so it does not"
            + " compile. ";
    return isForDerived.test(name)
        ? what + "A derived dependency needs it: this task waits for one in another scope. Launch both in one scope, or"
            + " compile with analyze_auto_scopes_for_deps off."
        : what + "Use the value in the scope that makes it, or put a scope around both.";
  }

  private void numbers(List<String> tokens, Emitter.Line line) {
    if (tokens.size() < 2 || !tokens.getFirst().equals("uint32_t") || !tokens.contains("{")) {
      return;
    }
    for (String token : tokens) {
      if (CppWords.isTooLarge(token, LARGEST_UINT32)) {
        report(
            "codegen/number-too-large", token, line,
            "The generated code needs " + token + " as a 32-bit number, which it is too large for. It does not compile."
                + " Extents, offsets and indices must be below 2^32.");
      }
    }
  }

  private void report(String code, String name, Emitter.Line line, String message) {
    Origin origin = line.origin().isKnown() ? line.origin() : function;
    problems.putIfAbsent(code + " " + name, Problem.warning(code, message, origin));
  }
}
