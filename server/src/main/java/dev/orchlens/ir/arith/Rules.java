package dev.orchlens.ir.arith;

import dev.orchlens.ir.Expr.BinaryOp;
import dev.orchlens.ir.Expr.UnaryOp;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The rewriting rules in the order in which they are tried, by the operation they match. */
final class Rules {
  private static final Rule.Condition ALWAYS = (m, facts) -> true;

  private final Map<BinaryOp, List<Rule>> binary = new EnumMap<>(BinaryOp.class);
  private final Map<UnaryOp, List<Rule>> unary = new EnumMap<>(UnaryOp.class);

  Rules() {
    SumRules.add(this);
    ProductRules.add(this);
    ExtremeRules.add(this);
    ConditionRules.add(this);
  }

  List<Rule> of(BinaryOp op) {
    return binary.getOrDefault(op, List.of());
  }

  List<Rule> of(UnaryOp op) {
    return unary.getOrDefault(op, List.of());
  }

  /** Adds rules written {@code from -> to}, one a line, whose results are rewritten again. */
  void rewrite(String lines) {
    lines.lines().filter(l -> !l.isBlank()).forEach(l -> add(l, true, ALWAYS));
  }

  /** Adds rules that apply only under a condition. */
  void rewrite(String lines, Rule.Condition when) {
    lines.lines().filter(l -> !l.isBlank()).forEach(l -> add(l, true, when));
  }

  /** Adds a rule whose result is final. */
  void become(String line, Rule.Condition when) {
    add(line, false, when);
  }

  private void add(String line, boolean again, Rule.Condition when) {
    String[] sides = line.split("->", 2);
    Rule rule = Rule.of(RuleParser.parse(sides[0]), RuleParser.parse(sides[1]), again, when);
    switch (rule.from()) {
      case Pattern.Binary p -> binary.computeIfAbsent(p.op(), _ -> new ArrayList<>()).add(rule);
      case Pattern.Unary p -> unary.computeIfAbsent(p.op(), _ -> new ArrayList<>()).add(rule);
      default -> throw new IllegalArgumentException("A rule must match an operation: " + line);
    }
  }
}
