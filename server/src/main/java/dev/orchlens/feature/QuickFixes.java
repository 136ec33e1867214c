package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Place;
import dev.orchlens.ir.Problem;
import dev.orchlens.pass.deps.Fallback;
import dev.orchlens.pass.tools.Launch;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionKind;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;

/** Edits that make a diagnostic go away, where there is only one sensible edit. */
final class QuickFixes {
  private QuickFixes() {}

  /** Returns the quick fixes for what is reported in a range under the given setting. */
  static List<CodeAction> of(FileFacts facts, TextRange range, Trial trial) {
    FileAnalysis analysis = facts.analysis();
    Set<CodeAction> actions = new LinkedHashSet<>();
    for (EntryAnalysis entry : analysis.entries()) {
      for (Problem problem : facts.outcome(entry).problems()) {
        if (problem.code() == Code.SCOPE_AUTO_NEEDS_AUTO_SCOPE_FALSE) {
          analysis
              .places()
              .in(analysis.uri(), problem.origin())
              .filter(place -> LspTypes.intersects(place.range(), range))
              .flatMap(place -> switchAutoScopesOff(analysis, place))
              .ifPresent(actions::add);
        }
      }
      for (OrderProblems.Found found : OrderProblems.of(facts, entry)) {
        if (found.isRace() && isAt(analysis, found.problem(), range)) {
          new OrderFixes(facts, trial)
              .of(found)
              .forEach(fix -> actions.add(ordering(analysis, fix)));
        }
      }
      if (entry.facts(true).orElse(null) instanceof Outcome.Compiled compiled) {
        for (Fallback fallback : compiled.result().derivation().fallbacks()) {
          nameTheLaunch(analysis, compiled, fallback, range).ifPresent(actions::add);
        }
      }
    }
    for (OrderHints.Hint hint : OrderHints.of(facts)) {
      if (LspTypes.intersects(hint.range(), range)) {
        new OrderFixes(facts, trial).of(hint).forEach(fix -> actions.add(ordering(analysis, fix)));
      }
    }
    return new ArrayList<>(actions);
  }

  private static boolean isAt(FileAnalysis analysis, Problem problem, TextRange range) {
    return analysis
        .places()
        .in(analysis.uri(), problem.origin())
        .filter(place -> LspTypes.intersects(Diagnostics.firstLine(analysis, place.range()), range))
        .isPresent();
  }

  private static CodeAction ordering(FileAnalysis analysis, OrderFixes.Fix fix) {
    return action(
        analysis,
        fix.title(),
        fix.edits().stream()
            .map(e -> new TextEdit(LspTypes.range(e.range().orElseThrow()), e.newText()))
            .toList());
  }

  private static Optional<CodeAction> switchAutoScopesOff(FileAnalysis analysis, Place scope) {
    int offset = analysis.tree().document().lines().offset(scope.range().start());
    Optional<Part.Decorator> decorator =
        analysis.tree().path(offset).stream()
            .filter(Stmt.FunctionDef.class::isInstance)
            .map(Stmt.FunctionDef.class::cast)
            .reduce((_, inner) -> inner)
            .filter(def -> !def.decorators().isEmpty())
            .map(def -> def.decorators().getFirst());
    return decorator
        .flatMap(node -> place(analysis, offset, node))
        .filter(place -> text(analysis, place).endsWith(")"))
        .map(
            place -> {
              TextPosition end = place.end();
              TextPosition before = new TextPosition(end.line(), end.character() - 1);
              String separator = text(analysis, place).endsWith("()") ? "" : ", ";
              return action(
                  analysis,
                  "Place the scopes of this function by hand: auto_scope=False",
                  new TextRange(before, before),
                  separator + "auto_scope=False");
            });
  }

  private static Optional<TextRange> place(FileAnalysis analysis, int offset, Node node) {
    return analysis.tree().itemAt(offset).map(item -> analysis.tree().absolute(item, node.range()));
  }

  /** A launch as a bare statement becomes a submit, so that its TaskId has a name. */
  private static Optional<CodeAction> nameTheLaunch(
      FileAnalysis analysis, Outcome.Compiled compiled, Fallback fallback, TextRange range) {
    if (fallback.reason() != Fallback.Reason.MISSING_PRIOR_TASK_ID || fallback.hazard().isEmpty()) {
      return Optional.empty();
    }
    Launch earlier = fallback.hazard().get().prior().argument().launch();
    boolean here =
        analysis
            .places()
            .in(analysis.uri(), fallback.argument().origin())
            .filter(place -> LspTypes.intersects(place.range(), range))
            .isPresent();
    String call = "self." + earlier.callee() + "(";
    return (here ? analysis.places().of(earlier.origin()) : Optional.<Place>empty())
        .filter(
            place ->
                place.uri().equals(analysis.uri())
                    && text(analysis, place.range()).startsWith(call))
        .flatMap(
            place ->
                results(compiled, earlier)
                    .map(count -> submit(analysis, place, earlier, call, count)));
  }

  private static CodeAction submit(
      FileAnalysis analysis, Place place, Launch launch, String call, int results) {
    TextPosition start = place.range().start();
    TextRange head =
        new TextRange(start, new TextPosition(start.line(), start.character() + call.length()));
    boolean empty = text(analysis, place.range()).startsWith(")", call.length());
    return action(
        analysis,
        "Launch " + launch.callee() + " with pl.submit, so that later tasks can wait for it",
        head,
        targets(results)
            + launch.callee()
            + "_done = pl.submit(self."
            + launch.callee()
            + (empty ? "" : ", "));
  }

  /** Returns what stands before the name of the TaskId when a submit is unpacked. */
  private static String targets(int results) {
    return switch (results) {
      case 0 -> "";
      case 1 -> "_, ";
      default -> "(_" + ", _".repeat(results - 1) + "), ";
    };
  }

  /** Returns how many results the launch has, beside the TaskId. */
  private static Optional<Integer> results(Outcome.Compiled compiled, Launch launch) {
    return Optional.ofNullable(compiled.result().program().functions().get(launch.callee()))
        .map(kernel -> kernel.returnTypes().size());
  }

  private static String text(FileAnalysis analysis, TextRange range) {
    var document = analysis.tree().document();
    return document
        .text()
        .substring(document.lines().offset(range.start()), document.lines().offset(range.end()));
  }

  private static CodeAction action(
      FileAnalysis analysis, String title, TextRange range, String text) {
    return action(analysis, title, List.of(new TextEdit(LspTypes.range(range), text)));
  }

  private static CodeAction action(FileAnalysis analysis, String title, List<TextEdit> edits) {
    CodeAction action = new CodeAction(title);
    action.setKind(CodeActionKind.QuickFix);
    action.setIsPreferred(true);
    action.setEdit(new WorkspaceEdit(Map.of(analysis.uri(), edits)));
    return action;
  }
}
