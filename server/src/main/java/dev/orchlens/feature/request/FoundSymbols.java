package dev.orchlens.feature.request;

import dev.orchlens.analysis.FileFacts;
import dev.orchlens.feature.Symbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.WorkspaceSymbol;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/** Programs, Orchestration functions and tasks by their names. */
public final class FoundSymbols {
  /** How many symbols of a file are told. */
  private static final int MOST = 200;

  private FoundSymbols() {}

  /** Returns what has these letters in its name, in their order, in any case. */
  public static List<WorkspaceSymbol> of(FileFacts facts, String query) {
    List<WorkspaceSymbol> found = new ArrayList<>();
    collect(facts, Symbols.of(facts.analysis()), "", query.toLowerCase(Locale.ROOT), found);
    return found;
  }

  private static void collect(
      FileFacts facts,
      List<DocumentSymbol> symbols,
      String container,
      String query,
      List<WorkspaceSymbol> found) {
    for (DocumentSymbol symbol : symbols) {
      if (found.size() < MOST && matches(symbol.getName().toLowerCase(Locale.ROOT), query)) {
        found.add(
            new WorkspaceSymbol(
                symbol.getName(),
                symbol.getKind(),
                Either.forLeft(new Location(facts.analysis().uri(), symbol.getSelectionRange())),
                container));
      }
      if (symbol.getChildren() != null) {
        collect(facts, symbol.getChildren(), symbol.getName(), query, found);
      }
    }
  }

  private static boolean matches(String name, String query) {
    int at = 0;
    for (int i = 0; i < query.length(); i++) {
      at = name.indexOf(query.charAt(i), at) + 1;
      if (at == 0) {
        return false;
      }
    }
    return true;
  }
}
