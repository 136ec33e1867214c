package dev.orchlens.syntax;

import dev.orchlens.grammar.GrammarProblem;
import dev.orchlens.grammar.ItemParser;
import dev.orchlens.grammar.PythonParser.ReplacementFieldContext;
import dev.orchlens.grammar.Tokenizer;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/** Parses the expressions inside formatted strings of one text. */
final class FieldParser {
  private final Tokenizer tokenizer;
  private final ItemParser parser;
  private boolean equalSign;

  FieldParser(char[] text, int limit) {
    this.tokenizer = new Tokenizer(text, 0, limit);
    this.parser = new ItemParser(text, tokenizer.tokens());
  }

  /** The expression in {@code text[start..end)}, or nothing where there is none. */
  Optional<ReplacementFieldContext> parse(int start, int end) {
    equalSign = tokenizer.readEnclosed(start, end);
    try {
      return Optional.of(parser.replacementField());
    } catch (ParseCancellationException _) {
      return Optional.empty();
    }
  }

  /** Whether an equal sign stands behind the expression parsed last, to show its text. */
  boolean hasEqualSign() {
    return equalSign;
  }

  /** What was wrong with the tokens of the expression parsed last. */
  List<GrammarProblem> problems() {
    return tokenizer.problems();
  }
}
