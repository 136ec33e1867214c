package dev.orchlens.order;

import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.Place;
import dev.orchlens.analysis.Settings;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.ir.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The order of the programs in a file. */
final class Programs {
  private final FileAnalysis analysis;

  private Programs(FileAnalysis analysis) {
    this.analysis = analysis;
  }

  static Programs in(Path file) {
    Workspace workspace = new Workspace(Settings.defaults());
    return new Programs(
        workspace.snapshot().analysis(file.toUri().toString(), new Cancellation()).orElseThrow());
  }

  /** Returns what the compiler makes of each program it accepts. */
  List<EntryAnalysis.Outcome.Compiled> compiled(boolean analyzeAutoScopes) {
    List<EntryAnalysis.Outcome.Compiled> all = new ArrayList<>();
    for (EntryAnalysis entry : analysis.entries()) {
      if (entry.outcome(analyzeAutoScopes) instanceof EntryAnalysis.Outcome.Compiled compiled) {
        all.add(compiled);
      }
    }
    return all;
  }

  List<FunctionOrder> orders(boolean analyzeAutoScopes) {
    return compiled(analyzeAutoScopes).stream().flatMap(c -> order(c).values().stream()).toList();
  }

  static Map<String, FunctionOrder> order(EntryAnalysis.Outcome.Compiled compiled) {
    return OrderAnalysis.of(compiled.result().program(), compiled.code(), () -> {});
  }

  int line(Origin origin) {
    return analysis.places().of(origin).map(Place::line).orElseThrow();
  }
}
