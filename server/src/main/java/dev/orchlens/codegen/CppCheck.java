package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppLexer;
import dev.orchlens.codegen.cpp.CppScopes;
import dev.orchlens.codegen.cpp.CppToken;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.SharedList;
import dev.orchlens.rule.Code;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Finds where generated code would not compile. The text is what the reference generates, defects
 * included, so this says at the source what the C++ compiler would say at the text;
 * docs/reference-defects.md lists the causes.
 */
final class CppCheck {
  private final Origin function;
  private final Predicate<String> isForDerived;
  private final CppLexer words;
  private final CppScopes scopes;
  private final Map<String, Problem> problems = new LinkedHashMap<>();
  private SharedList.Once<String> filled = new SharedList.Once<>();
  private int closingsSeen;

  private CppCheck(Origin function, Predicate<String> isForDerived, CppLexer words) {
    this.function = function;
    this.isForDerived = isForDerived;
    this.words = words;
    this.scopes = new CppScopes(words.count());
  }

  /**
   * Returns what is wrong with a text, each name once, in the order of the text.
   *
   * @param parts the parts of the whole text
   * @param words the lexer that took them apart
   * @param function where the function was defined
   * @param isForDerived whether a name exists for derived dependencies alone
   */
  static List<Problem> check(
      List<Emitter.Part> parts, CppLexer words, Origin function, Predicate<String> isForDerived) {
    CppToken parameter = words.token(EntryPoint.PARAMETER);
    CppCheck check = new CppCheck(function, isForDerived, words);
    check.scopes.declare(parameter);
    int head = 0;
    while (!(parts.get(head) instanceof Emitter.Line line
        && line.text().startsWith(EntryPoint.HEAD))) {
      head++;
    }
    parts.subList(head + 1, parts.size()).forEach(check::part);
    return List.copyOf(check.problems.values());
  }

  private void part(Emitter.Part part) {
    switch (part) {
      case Emitter.Line line -> line(line);
      case Emitter.Fill fill -> fill(fill);
      case Emitter.Mark _ -> {}
    }
  }

  /**
   * Checks what an array is filled with; a name that was declared stays so until a block closes.
   */
  private void fill(Emitter.Fill fill) {
    if (scopes.closings() != closingsSeen) {
      closingsSeen = scopes.closings();
      filled = new SharedList.Once<>();
    }
    filled.each(
        fill.taskIds(),
        taskId -> {
          CppToken[] tokens = words.tokens(taskId);
          for (int i = 0; i < tokens.length; i++) {
            if (tokens[i].isWord()) {
              word(tokens, i, fill);
            }
          }
        });
  }

  private void line(Emitter.Line line) {
    CppToken[] tokens = line.tokens();
    if (tokens.length == 0 || tokens[0].is("#")) {
      return;
    }
    boolean isLoop = tokens[0].is("for");
    if (isLoop) {
      scopes.open(true);
    }
    for (int i = 0; i < tokens.length; i++) {
      switch (tokens[i].kind()) {
        case OPENING -> scopes.open(false);
        case CLOSING -> scopes.close();
        case NAME, VALUE_TYPE, RUNTIME_TYPE, MISSING_TYPE, RESERVED -> word(tokens, i, line);
        case NUMBER, SELECTOR, OTHER -> {}
      }
    }
    if (isLoop && tokens[tokens.length - 1].kind() != CppToken.Kind.OPENING) {
      scopes.closeInnermost();
    }
    if (tokens[0].is("uint32_t")) {
      numbers(tokens, line);
    }
  }

  private void word(CppToken[] tokens, int index, Emitter.Part line) {
    CppToken word = tokens[index];
    if (isDeclared(tokens, index)) {
      declare(word, line);
    } else if (!word.isKnown() && !isPartOfName(tokens, index)) {
      use(word, line);
    }
  }

  /** Returns whether the word at {@code index} is declared there: a type stands in front of it. */
  private static boolean isDeclared(CppToken[] tokens, int index) {
    if (index == 0) {
      return false;
    }
    CppToken before = tokens[index - 1];
    if (before.kind() != CppToken.Kind.OTHER) {
      return before.isType();
    }
    return before.is("&") && index >= 2 && tokens[index - 2].kind() == CppToken.Kind.RUNTIME_TYPE
        || before.is(">")
            && index >= 4
            && tokens[index - 3].is("<")
            && tokens[index - 4].is("vector");
  }

  /**
   * Returns whether the word at {@code index} is a member, or a name of one, and no name of its
   * own.
   */
  private static boolean isPartOfName(CppToken[] tokens, int index) {
    return index > 0 && tokens[index - 1].kind() == CppToken.Kind.SELECTOR
        || index + 1 < tokens.length && tokens[index + 1].is("::");
  }

  private void declare(CppToken name, Emitter.Part line) {
    if (name.isReserved()) {
      report(
          Code.CODEGEN_RESERVED_NAME,
          name,
          line,
          "'"
              + name.text()
              + "' is a word of C++ or of the runtime, so the generated code cannot declare it."
              + " Choose another name.");
    } else if (!scopes.declare(name)) {
      report(
          Code.CODEGEN_NAME_DECLARED_TWICE,
          name,
          line,
          "The generated code declares '"
              + name.text()
              + "' twice in one block, because a name of the program looks"
              + " like one that the compiler makes. Choose another name.");
    }
  }

  private void use(CppToken word, Emitter.Part line) {
    if (scopes.isDeclared(word)) {
      return;
    }
    String name = word.text();
    if (word.kind() == CppToken.Kind.MISSING_TYPE) {
      report(
          Code.CODEGEN_NO_CPP_TYPE,
          word,
          line,
          "The generated code has no type '"
              + name
              + "': an orchestration function cannot take a scalar of this dtype."
              + " Pass it as pl.FP32.");
    } else if (scopes.isClosed(word)) {
      report(Code.CODEGEN_NAME_OUTSIDE_ITS_BLOCK, word, line, outside(name));
    } else if (name.startsWith("ext_")) {
      report(
          Code.CODEGEN_UNDECLARED_CARRY_NAME,
          word,
          line,
          "A loop carries a scalar that starts as the parameter '"
              + name.substring("ext_".length())
              + "', and the"
              + " generated code then names it '"
              + name
              + "', which nothing declares. It does not compile. Compute the"
              + " value inside the loop from the parameter and the loop variable.");
    } else {
      report(
          Code.CODEGEN_UNDECLARED_NAME,
          word,
          line,
          "The generated code uses '"
              + name
              + "', which it does not declare before. It does not compile. Give the"
              + " value a name of its own in a plain assignment.");
    }
  }

  private String outside(String name) {
    String what =
        "The generated code uses '"
            + name
            + "' here, but declares it in a block that has closed before, so it does not"
            + " compile. ";
    return isForDerived.test(name)
        ? what
            + "A derived dependency needs it: this task waits for one in another scope. Launch both"
            + " in one scope, or compile with analyze_auto_scopes_for_deps off."
        : what + "Use the value in the scope that makes it, or put a scope around both.";
  }

  private void numbers(CppToken[] tokens, Emitter.Line line) {
    boolean isList = false;
    for (CppToken token : tokens) {
      isList |= token.kind() == CppToken.Kind.OPENING;
    }
    for (CppToken token : tokens) {
      if (isList && token.isAboveUint32()) {
        report(
            Code.CODEGEN_NUMBER_TOO_LARGE,
            token,
            line,
            "The generated code needs "
                + token.text()
                + " as a 32-bit number, which it is too large for. It does not"
                + " compile. Extents, offsets and indices must be below 2^32.");
      }
    }
  }

  private void report(Code code, CppToken name, Emitter.Part line, String message) {
    Origin origin = line.origin().isKnown() ? line.origin() : function;
    problems.putIfAbsent(code + " " + name.text(), new Problem(code, message, origin));
  }
}
