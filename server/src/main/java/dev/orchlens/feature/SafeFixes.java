package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.rule.Code;
import dev.orchlens.text.TextEdit;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Edits that may be made without asking: they change which tasks wait for which and nothing else,
 * and each was tried.
 */
public final class SafeFixes {
  private SafeFixes() {}

  /**
   * An edit of a file that mends what a diagnostic tells of.
   *
   * @param code the diagnostic's
   * @param title what the edit does
   * @param edits each counts positions in the text that those before it have left
   */
  public record Fix(Code code, String title, List<TextEdit> edits) {}

  /**
   * Returns one edit that may be made in a file as it is; behind it, another one may be found.
   *
   * @param trial what edits are tried with
   * @param wanted whether diagnostics with a code are to be mended
   */
  public static Optional<Fix> first(FileFacts facts, Trial trial, Predicate<Code> wanted) {
    OrderFixes fixes = new OrderFixes(facts, trial);
    for (EntryAnalysis entry : facts.entries()) {
      for (OrderProblems.Found found : OrderProblems.of(facts, entry)) {
        Code code = found.problem().code();
        Optional<Fix> fix =
            found.isRace() && wanted.test(code) ? safe(code, fixes.of(found)) : Optional.empty();
        if (fix.isPresent()) {
          return fix;
        }
      }
    }
    return OrderHints.of(facts).stream()
        .filter(hint -> wanted.test(hint.code()))
        .flatMap(hint -> safe(hint.code(), fixes.of(hint)).stream())
        .findFirst();
  }

  private static Optional<Fix> safe(Code code, List<OrderFixes.Fix> fixes) {
    return fixes.stream()
        .filter(OrderFixes.Fix::isSafe)
        .map(fix -> new Fix(code, fix.title(), fix.edits()))
        .findFirst();
  }
}
