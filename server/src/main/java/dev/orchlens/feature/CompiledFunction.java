package dev.orchlens.feature;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.order.FunctionOrder;
import dev.orchlens.text.TextPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An Orchestration function as one entry of a file has it; the entries that a factory makes have
 * the same ones.
 */
record CompiledFunction(EntryAnalysis entry, Outcome.Compiled compiled, FunctionFacts function) {
  /** Returns all of a file under the given setting, in the order of the file. */
  static List<CompiledFunction> all(FileFacts facts) {
    List<CompiledFunction> all = new ArrayList<>();
    for (EntryAnalysis entry : facts.entries()) {
      if (facts.of(entry).orElse(null) instanceof Outcome.Compiled compiled) {
        compiled
            .functions()
            .values()
            .forEach(function -> all.add(new CompiledFunction(entry, compiled, function)));
      }
    }
    return all;
  }

  /**
   * Returns those that a request can mean: the ones at the position, or all where none is there.
   */
  static List<CompiledFunction> meant(FileFacts facts, Optional<TextPosition> position) {
    FileAnalysis analysis = facts.analysis();
    List<CompiledFunction> all = all(facts);
    List<CompiledFunction> here =
        all.stream()
            .filter(one -> position.isPresent() && one.holds(analysis, position.get()))
            .toList();
    return here.isEmpty() ? all : here;
  }

  /** Returns the first one, or the first one of the entry with the name that is asked for. */
  static Optional<CompiledFunction> first(
      List<CompiledFunction> functions, Optional<String> entry) {
    return functions.stream()
        .filter(one -> entry.isEmpty() || one.entry().name().equals(entry.get()))
        .findFirst();
  }

  /** Returns the names of the entries that functions belong to, each once. */
  static List<String> entries(List<CompiledFunction> functions) {
    return functions.stream().map(one -> one.entry().name()).distinct().toList();
  }

  /** Returns what holds its tasks apart when it runs, where that is known. */
  Optional<FunctionOrder> order() {
    return compiled.order().of(function.function().name());
  }

  /** Returns who waits for whom in it, where that is known. */
  Optional<Waits> waits() {
    return order().map(order -> new Waits(function, order));
  }

  private boolean holds(FileAnalysis analysis, TextPosition position) {
    return Definitions.holds(analysis, function.function().origin(), position);
  }
}
