package dev.orchlens.lsp;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FilePaths;
import dev.orchlens.analysis.Snapshot;
import dev.orchlens.text.CharacterUnit;
import dev.orchlens.text.Document;
import dev.orchlens.text.TextPosition;
import dev.orchlens.text.TextRange;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CallHierarchyIncomingCall;
import org.eclipse.lsp4j.CallHierarchyItem;
import org.eclipse.lsp4j.CallHierarchyOutgoingCall;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeLens;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DocumentHighlight;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.GeneralClientCapabilities;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PrepareRenameResult;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.SelectionRange;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.lsp4j.WorkspaceSymbol;

/**
 * Translates positions between UTF-16 code units, as all features count, and what the client counts
 * characters in.
 */
final class Encoding {
  private final CharacterUnit unit;

  private Encoding(CharacterUnit unit) {
    this.unit = unit;
  }

  /** Returns the encoding of a client that says nothing of it. */
  static Encoding utf16() {
    return new Encoding(CharacterUnit.UTF16);
  }

  /** Returns the first encoding that the client names and that is known here, else UTF-16. */
  static Encoding of(InitializeParams params) {
    List<String> wanted =
        Optional.ofNullable(params.getCapabilities())
            .map(ClientCapabilities::getGeneral)
            .map(GeneralClientCapabilities::getPositionEncodings)
            .orElse(List.of());
    return wanted.stream()
        .flatMap(
            name ->
                Arrays.stream(CharacterUnit.values()).filter(known -> known.label().equals(name)))
        .findFirst()
        .map(Encoding::new)
        .orElseGet(Encoding::utf16);
  }

  CharacterUnit unit() {
    return unit;
  }

  /** Returns a position that the client sent, about the file of an analysis, as ours. */
  TextPosition in(FileAnalysis analysis, TextPosition position) {
    if (unit == CharacterUnit.UTF16) {
      return position;
    }
    String line = analysis.tree().document().line(position.line());
    return new TextPosition(position.line(), unit.toUtf16(line, position.character()));
  }

  /** Returns a range that the client sent, about the file of an analysis, as ours. */
  TextRange in(FileAnalysis analysis, TextRange range) {
    return new TextRange(in(analysis, range.start()), in(analysis, range.end()));
  }

  /**
   * Returns a translation of what is to be sent about a file.
   *
   * @param others where other files are found, which it may name
   */
  Outgoing out(FileAnalysis analysis, Snapshot others) {
    return new Outgoing(analysis.tree().document(), others);
  }

  /** Translates positions of new messages, in place, each once: messages may share them. */
  final class Outgoing {
    private final Document own;
    private final Snapshot others;
    private final Set<Position> done = Collections.newSetFromMap(new IdentityHashMap<>());

    private Outgoing(Document own, Snapshot others) {
      this.own = own;
      this.others = others;
    }

    List<Diagnostic> diagnostics(List<Diagnostic> diagnostics) {
      for (Diagnostic diagnostic : diagnostics) {
        range(own, diagnostic.getRange());
        if (diagnostic.getRelatedInformation() != null) {
          diagnostic
              .getRelatedInformation()
              .forEach(
                  other -> elsewhere(other.getLocation().getUri(), other.getLocation().getRange()));
        }
      }
      return diagnostics;
    }

    Hover hover(Hover hover) {
      range(own, hover.getRange());
      return hover;
    }

    List<InlayHint> hints(List<InlayHint> hints) {
      for (InlayHint hint : hints) {
        position(own, hint.getPosition());
        if (hint.getLabel().isRight()) {
          hint.getLabel().getRight().stream()
              .flatMap(part -> Stream.ofNullable(part.getLocation()))
              .forEach(location -> elsewhere(location.getUri(), location.getRange()));
        }
      }
      return hints;
    }

    List<CodeLens> lenses(List<CodeLens> lenses) {
      for (CodeLens lens : lenses) {
        range(own, lens.getRange());
        for (Object argument : lens.getCommand().getArguments()) {
          if (argument instanceof Position position) {
            position(own, position);
          }
        }
      }
      return lenses;
    }

    List<CodeAction> actions(List<CodeAction> actions) {
      for (CodeAction action : actions) {
        if (action.getEdit() != null) {
          edit(action.getEdit());
        }
        if (action.getDiagnostics() != null) {
          diagnostics(action.getDiagnostics());
        }
      }
      return actions;
    }

    List<Location> locations(List<Location> locations) {
      locations.forEach(location -> elsewhere(location.getUri(), location.getRange()));
      return locations;
    }

    List<WorkspaceSymbol> found(List<WorkspaceSymbol> symbols) {
      symbols.forEach(symbol -> range(own, symbol.getLocation().getLeft().getRange()));
      return symbols;
    }

    List<DocumentHighlight> highlights(List<DocumentHighlight> highlights) {
      highlights.forEach(highlight -> range(own, highlight.getRange()));
      return highlights;
    }

    PrepareRenameResult renamed(PrepareRenameResult result) {
      range(own, result.getRange());
      return result;
    }

    WorkspaceEdit edit(WorkspaceEdit edit) {
      edit.getChanges()
          .forEach((uri, edits) -> edits.forEach(one -> elsewhere(uri, one.getRange())));
      return edit;
    }

    SelectionRange selection(SelectionRange innermost) {
      for (SelectionRange one = innermost; one != null; one = one.getParent()) {
        range(own, one.getRange());
      }
      return innermost;
    }

    CallHierarchyItem item(CallHierarchyItem item) {
      elsewhere(item.getUri(), item.getRange());
      elsewhere(item.getUri(), item.getSelectionRange());
      return item;
    }

    CallHierarchyIncomingCall incoming(CallHierarchyIncomingCall call) {
      item(call.getFrom());
      call.getFromRanges().forEach(range -> elsewhere(call.getFrom().getUri(), range));
      return call;
    }

    CallHierarchyOutgoingCall outgoing(CallHierarchyOutgoingCall call, String self) {
      item(call.getTo());
      call.getFromRanges().forEach(range -> elsewhere(self, range));
      return call;
    }

    List<DocumentSymbol> symbols(List<DocumentSymbol> symbols) {
      for (DocumentSymbol symbol : symbols) {
        range(own, symbol.getRange());
        range(own, symbol.getSelectionRange());
        if (symbol.getChildren() != null) {
          symbols(symbol.getChildren());
        }
      }
      return symbols;
    }

    private void elsewhere(String uri, Range range) {
      if (FilePaths.key(own.uri()).equals(FilePaths.key(uri))) {
        range(own, range);
      } else if (unit != CharacterUnit.UTF16) {
        others.tree(uri).ifPresent(tree -> range(tree.document(), range));
      }
    }

    private void range(Document document, Range range) {
      if (range != null) {
        position(document, range.getStart());
        position(document, range.getEnd());
      }
    }

    private void position(Document document, Position position) {
      if (unit != CharacterUnit.UTF16 && done.add(position)) {
        String line = document.line(position.getLine());
        position.setCharacter(unit.fromUtf16(line, position.getCharacter()));
      }
    }
  }
}
