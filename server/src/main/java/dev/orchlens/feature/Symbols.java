package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.ir.Origin;
import dev.orchlens.text.TextRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.SymbolKind;

/** The outline of a program: its Orchestration functions and their tasks. */
public final class Symbols {
  private Symbols() {}

  /** Returns the outline of a file. */
  public static List<DocumentSymbol> of(FileAnalysis analysis) {
    List<DocumentSymbol> symbols = new ArrayList<>();
    for (EntryAnalysis entry : analysis.entries()) {
      Optional<TextRange> range = place(analysis, entry.origin());
      if (range.isEmpty()
          || !(entry.facts(false).orElse(null) instanceof Outcome.Compiled compiled)) {
        continue;
      }
      SymbolKind kind =
          entry.form() == EntryAnalysis.Form.JIT ? SymbolKind.Module : SymbolKind.Class;
      DocumentSymbol program =
          symbol(
              entry.name(),
              kind,
              range.get(),
              head(analysis, entry.origin()),
              entry.form().label());
      for (FunctionFacts function : compiled.functions().values()) {
        place(analysis, function.function().origin())
            .ifPresent(r -> program.getChildren().add(function(analysis, function, r, compiled)));
      }
      symbols.add(program);
    }
    return symbols;
  }

  private static DocumentSymbol function(
      FileAnalysis analysis, FunctionFacts function, TextRange range, Outcome.Compiled compiled) {
    String detail = CodeLenses.counts(function, compiled, List.of());
    DocumentSymbol symbol =
        symbol(
            function.function().name(),
            SymbolKind.Function,
            range,
            head(analysis, function.function().origin()),
            detail);
    for (TaskFact task : function.tasks()) {
      analysis
          .places()
          .in(analysis.uri(), task.origin())
          .ifPresent(
              place ->
                  symbol
                      .getChildren()
                      .add(
                          symbol(
                              "task " + task.id() + " " + task.callee(),
                              SymbolKind.Event,
                              place.range(),
                              Optional.of(place.range()),
                              task.kind().label())));
    }
    return symbol;
  }

  private static Optional<TextRange> place(FileAnalysis analysis, Origin origin) {
    return Definitions.range(analysis, origin);
  }

  private static Optional<TextRange> head(FileAnalysis analysis, Origin origin) {
    return analysis.places().in(analysis.uri(), origin).map(Place::range);
  }

  private static DocumentSymbol symbol(
      String name, SymbolKind kind, TextRange range, Optional<TextRange> head, String detail) {
    return new DocumentSymbol(
        name,
        kind,
        LspTypes.range(range),
        LspTypes.range(head.orElse(range)),
        detail,
        new ArrayList<>());
  }
}
