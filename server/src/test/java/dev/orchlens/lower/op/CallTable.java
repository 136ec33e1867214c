package dev.orchlens.lower.op;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks a table of calls: each stands on a line of its own, and below it, indented, what it means:
 * the expression and its type, or the code and message of the problem.
 */
final class CallTable {
  private static final int WIDTH = 104;

  private CallTable() {}

  /**
   * Fails unless every call of the table means what stands below it; {@code names} declares the
   * variables.
   */
  static void check(String names, String table) {
    OperatorCatalog catalog = OperatorCatalog.load();
    Map<String, Var> variables = Names.of(names);
    StringBuilder actual = new StringBuilder();
    for (String line : table.lines().toList()) {
      if (!line.startsWith(" ")) {
        actual.append(line).append('\n').append(result(catalog, variables, line));
      }
    }
    assertEquals(table, actual.toString());
  }

  private static String result(OperatorCatalog catalog, Map<String, Var> variables, String call) {
    List<Problem> problems = new ArrayList<>();
    Expr meaning = new CallText(catalog, variables, problems::add, call).build();
    if (problems.isEmpty()) {
      return wrapped(ResultText.of(meaning));
    }
    StringBuilder text = new StringBuilder();
    problems.forEach(p -> text.append(wrapped(p.code() + " " + p.message())));
    return text.toString();
  }

  private static String wrapped(String text) {
    StringBuilder result = new StringBuilder();
    String rest = text;
    while (rest.length() > WIDTH) {
      int end = rest.lastIndexOf(' ', WIDTH);
      result.append("    ").append(rest, 0, end).append('\n');
      rest = rest.substring(end + 1);
    }
    return result.append("    ").append(rest).append('\n').toString();
  }
}
