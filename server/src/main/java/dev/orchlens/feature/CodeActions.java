package dev.orchlens.feature;

import com.google.gson.JsonPrimitive;
import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.Command;

/** What can be done with an Orchestration function, offered at its head, and the quick fixes. */
public final class CodeActions {
  /**
   * The command that writes the C++ of a function to a file; its arguments are the document's URI
   * and a name.
   */
  public static final String GENERATE = "orchlens.generateOrchestration";

  private static final String KIND = "refactor.orchlens.generate";

  private CodeActions() {}

  /**
   * Returns the actions for a range under the given setting.
   *
   * @param trial what edits are tried with before they are offered
   */
  public static List<CodeAction> of(FileFacts facts, TextRange range, Trial trial) {
    FileAnalysis analysis = facts.analysis();
    List<CodeAction> actions = new ArrayList<>(QuickFixes.of(facts, range, trial));
    for (EntryAnalysis entry : analysis.entries()) {
      if (facts.outcome(entry) instanceof Outcome.Compiled compiled) {
        boolean single = compiled.code().size() == 1;
        for (FunctionFacts function : compiled.functions().values()) {
          if (atHead(analysis, function, range)) {
            actions.add(
                action(
                    analysis,
                    single ? entry.name() : entry.name() + "." + function.function().name()));
          }
        }
      }
    }
    return actions;
  }

  /**
   * Returns whether the range starts at the line of the function's name or the one above, its
   * decorator's.
   */
  private static boolean atHead(FileAnalysis analysis, FunctionFacts function, TextRange range) {
    int line = range.start().line();
    return analysis
        .places()
        .in(analysis.uri(), function.function().origin())
        .map(place -> place.range().start().line())
        .filter(head -> line == head || line == head - 1)
        .isPresent();
  }

  private static CodeAction action(FileAnalysis analysis, String name) {
    CodeAction action = new CodeAction("Generate orchestration C++ of " + name);
    action.setKind(KIND);
    List<Object> arguments = List.of(new JsonPrimitive(analysis.uri()), new JsonPrimitive(name));
    action.setCommand(new Command(action.getTitle(), GENERATE, arguments));
    return action;
  }
}
