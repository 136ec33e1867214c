package dev.orchlens.ir.arith;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalyzerTest {
  private static final Map<String, Var> VARIABLES = new HashMap<>();

  static {
    for (String name : new String[] {"a", "b", "i", "n"}) {
      VARIABLES.put(name, new Var(name, Type.INDEX, Origin.none()));
    }
    VARIABLES.put("s", new Var("s", new Type.Scalar(DataType.INT32), Origin.none()));
  }

  /** Reads an expression in the notation of rules; letters of rules stand for variables. */
  private static Expr expr(String text) {
    String letters = text;
    for (Entry<String, String> e : Map.of("a", "x", "b", "y", "n", "z").entrySet()) {
      letters = letters.replaceAll("\\b" + e.getKey() + "\\b", e.getValue());
    }
    return build(RuleParser.parse(letters));
  }

  private static Expr build(Pattern pattern) {
    return switch (pattern) {
      case Pattern.Any p -> VARIABLES.get(new String[] {"a", "b", "n"}[p.slot()]);
      case Pattern.Literal p -> Scalars.constant(p.value(), DataType.INDEX, Origin.none());
      case Pattern.Truth p -> Scalars.constant(p.value(), Origin.none());
      case Pattern.Binary p ->
          Scalars.binary(p.op(), build(p.left()), build(p.right()), Origin.none());
      case Pattern.Unary p ->
          p.op() == Expr.UnaryOp.NOT
              ? Scalars.not(build(p.operand()), Origin.none())
              : Scalars.negated(build(p.operand()), Origin.none());
      case Pattern.Constant _, Pattern.Zero _ ->
          throw new IllegalArgumentException("no such letter in tests");
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a + 0 | a",
        "3 + a | a + 3",
        "(a + 2) + 3 | a + 5",
        "a * 3 + a * 5 | a * 8",
        "2 * a | a * 2",
        "(a + 2) * 4 | a * 4 + 8",
        "a + b - a | b",
        "a - (a + b) | -b",
        "(a * 8) // 4 | a * 2",
        "(a * 4) // 8 | a // 2",
        "a // 4 // 2 | a // 8",
        "(a + 8) // 4 | a // 4 + 2",
        "(a * 8) % 4 | 0",
        "(a + 9) % 4 | (a + 1) % 4",
        "a // b * b + a % b | a",
        "a - a // 4 * 4 | a % 4",
        "min(a, a + 3) | a",
        "max(a + 1, a) | a + 1",
        "min(a * 2, b * 2) | pl.min(a, b) * 2",
        "min(min(a, 4), 6) | pl.min(a, 4)",
        "min(a + b, a + n) | a + pl.min(b, n)",
        "a > b | b < a",
        "a >= 3 | 3 <= a",
        "a + 1 < b + 1 | a < b",
        "a + 2 < 5 | a < 3",
        "a // 4 < 3 | a < 12",
        "not (a < b) | b <= a",
        "not (a < b and b == n) | b <= a or b != n",
        "a < b or a == b | a <= b",
        "a == a | True",
        "min(a, b) < n | a < n or b < n",
        "7 // 2 | 3",
        "neg(a - b) | b - a",
      })
  void anExpressionIsSimplified(String before, String after) {
    assertThat(Printer.print(new Analyzer().simplify(expr(before)))).isEqualTo(after);
  }

  @Test
  void anExpressionThatNoRuleChangesIsTheSameObject() {
    Expr expr = expr("a * 8 + b");
    assertThat(new Analyzer().simplify(expr)).isSameAs(expr);
  }

  @Test
  void operandsOfDifferentWidthsAreCast() {
    Expr sum =
        Scalars.binary(Expr.BinaryOp.ADD, VARIABLES.get("a"), VARIABLES.get("s"), Origin.none());
    assertThat(Printer.print(sum)).isEqualTo("a + pl.cast(s, pl.INDEX)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a < 8 | true",
        "a * 4 + 3 < 32 | true",
        "a // 8 == 0 | true",
        "a % 8 == a | true",
        "a < 7 | false",
        "a <= b | false",
        "0 <= b | true",
      })
  void aRangeOfTheLoopVariableDecides(String condition, boolean holds) {
    Analyzer analyzer = new Analyzer();
    analyzer.bindRange(VARIABLES.get("a"), 0, 8);
    assertThat(analyzer.proves(expr(condition))).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a < b and b < n | a < n | true",
        "a < b and b < n | a + 1 < n | true",
        "a < b and b < n | a + 2 < n | false",
        "a == b | a <= b | true",
        "a <= 4 | a < 6 | true",
        "a < b | b <= a | false",
        "a + 2 <= b | a < b | true",
      })
  void whatIsAssumedDecides(String assumed, String condition, boolean holds) {
    Analyzer analyzer = new Analyzer();
    try (Analyzer.Scope _ = analyzer.assume(expr(assumed))) {
      assertThat(analyzer.proves(expr(condition))).isEqualTo(holds);
    }
    assertThat(analyzer.proves(expr(condition))).isFalse();
  }

  @Test
  void aConstantIsWrittenForTheVariableUntilItIsForgotten() {
    Analyzer analyzer = new Analyzer();
    Expr expr = expr("a * 2 + b");
    analyzer.bind(VARIABLES.get("a"), Scalars.constant(3, DataType.INDEX, Origin.none()));
    assertThat(Printer.print(analyzer.simplify(expr))).isEqualTo("b + 6");
    analyzer.forget(VARIABLES.get("a"));
    assertThat(analyzer.simplify(expr)).isSameAs(expr);
  }
}
