package dev.orchlens.analysis;

import dev.orchlens.analysis.EntryAnalysis.Form;
import dev.orchlens.analysis.EntryAnalysis.Outcome;
import dev.orchlens.analysis.facts.FactsBuilder;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.OrchestrationCodegen;
import dev.orchlens.device.DeviceBudget;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.lower.EntryLowering;
import dev.orchlens.lower.LowerableEntry;
import dev.orchlens.lower.LoweredProgram;
import dev.orchlens.order.OrderAnalysis;
import dev.orchlens.pass.Pipeline;
import dev.orchlens.pass.PipelineResult;
import dev.orchlens.pass.deps.Derivation;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Runs one program through lowering, the passes and the code generator, under both settings of the
 * option.
 */
final class EntryAnalyzer {
  private final EntryLowering lowering;
  private final EntryMemo entries;
  private final Cancellation cancellation;

  EntryAnalyzer(EntryLowering lowering, EntryMemo entries, Cancellation cancellation) {
    this.lowering = lowering;
    this.entries = entries;
    this.cancellation = cancellation;
  }

  /**
   * A program's analysis with what it was made of.
   *
   * @param analysis the analysis
   * @param lowered the lowered program; nothing when lowering failed
   * @param defect a fault of our own that was met
   */
  record Result(
      EntryAnalysis analysis, Optional<LoweredProgram> lowered, Optional<Throwable> defect) {
    /** Returns the analysis without what it was made of. */
    Result withoutProgram() {
      return new Result(analysis, Optional.empty(), defect);
    }
  }

  /** Returns the analysis of an entry; a fault of our own costs this entry and no other. */
  Result analyze(LowerableEntry entry) {
    Origin origin = Origins.of(EntryMemo.definition(entry).site());
    Form form = entry instanceof LowerableEntry.JitForm ? Form.JIT : Form.PROGRAM;
    Optional<LoweredProgram> lowered = Optional.empty();
    PassMemory memory = entries.passes(entry, cancellation::check);
    try {
      LoweredProgram program = lowering.lower(entry);
      lowered = Optional.of(program);
      cancellation.check();
      return new Result(
          outcomes(entry.name(), form, origin, program, memory, entries.orders(entry)),
          lowered,
          Optional.empty());
    } catch (CancellationException withdrawn) {
      throw withdrawn;
    } catch (Rejection rejection) {
      Outcome rejected = new Outcome.Rejected(List.of(rejection.problem()), Optional.empty());
      return new Result(
          new EntryAnalysis(entry.name(), form, origin, rejected, rejected),
          lowered,
          Optional.empty());
    } catch (RuntimeException | StackOverflowError defect) {
      // The passes expect what the language guarantees, which a broken program does not give; what
      // it breaks is known.
      List<Problem> problems =
          lowered
              .map(LoweredProgram::problems)
              .filter(EntryAnalyzer::isBroken)
              .orElse(List.of(defectAt(origin)));
      Outcome failed = new Outcome.Rejected(problems, Optional.empty());
      return new Result(
          new EntryAnalysis(entry.name(), form, origin, failed, failed),
          lowered,
          Optional.of(defect));
    } finally {
      entries.remember(entry, memory);
    }
  }

  private static Problem defectAt(Origin origin) {
    return new Problem(
        Code.ORCHLENS_DEFECT,
        "Orchlens failed on this program, so its facts are not shown. That is a defect of Orchlens,"
            + " not of the program; the log has the details.",
        origin,
        List.of());
  }

  private static boolean isBroken(List<Problem> problems) {
    return problems.stream().anyMatch(p -> p.stops());
  }

  private EntryAnalysis outcomes(
      String name,
      Form form,
      Origin origin,
      LoweredProgram lowered,
      PassMemory memory,
      OrderMemory orders) {
    List<Problem> found = lowered.problems();
    boolean broken = isBroken(found);
    Optional<Problem> unknown = broken ? Optional.empty() : UnknownParts.inSignatures(lowered.ir());
    if (unknown.isPresent()) {
      List<Problem> all = new ArrayList<>(found);
      all.add(unknown.get());
      Outcome outcome = new Outcome.Rejected(all, Optional.empty());
      return new EntryAnalysis(name, form, origin, outcome, outcome);
    }
    try {
      Pipeline.Prepared prepared = Pipeline.prepare(lowered.ir(), memory);
      Setting without = new Setting(false, Pipeline.derive(prepared, false, cancellation::check));
      Setting with = new Setting(true, Pipeline.derive(prepared, true, cancellation::check));
      boolean same = with.derivation.program() == without.derivation.program();
      // Settings with programs of their own share nothing from here on, so each may have a
      // processor.
      List<List<Setting>> apart =
          same ? List.of(List.of(without, with)) : List.of(List.of(without), List.of(with));
      List<Outcome> both =
          apart.parallelStream()
              .flatMap(settings -> finished(prepared, settings, lowered, origin, orders).stream())
              .toList();
      Outcome off = both.getFirst();
      Outcome on = both.getLast();
      return new EntryAnalysis(
          name,
          form,
          origin,
          broken ? rejected(found, off) : off,
          broken ? rejected(found, on) : on);
    } catch (Rejection rejection) {
      List<Problem> all = new ArrayList<>(found);
      if (!broken) {
        // A program that breaks the rules of the language never comes this far in the compiler.
        all.add(UnknownParts.insteadOf(rejection.problem(), lowered.ir()));
      }
      Outcome rejected = new Outcome.Rejected(all, Optional.empty());
      return new EntryAnalysis(name, form, origin, rejected, rejected);
    }
  }

  /** A program that breaks the rules is rejected; what holds for the rest of it is kept. */
  private static Outcome rejected(List<Problem> problems, Outcome outcome) {
    return new Outcome.Rejected(problems, outcome.facts());
  }

  /**
   * A setting of the option {@code analyze_auto_scopes_for_deps}, and what was derived under it.
   */
  private record Setting(boolean analyzeAutoScopes, Derivation derivation) {}

  /** Returns the outcome of each setting; the derivations of all left the same program. */
  private List<Outcome> finished(
      Pipeline.Prepared prepared,
      List<Setting> settings,
      LoweredProgram lowered,
      Origin origin,
      OrderMemory orders) {
    try {
      Pipeline.Unplaced unplaced =
          Pipeline.fence(prepared, settings.getFirst().derivation, cancellation::check);
      List<PipelineResult> results = placed(prepared, settings, unplaced);
      cancellation.check();
      Program program = results.getFirst().program();
      Map<String, FunctionFacts> facts = FactsBuilder.of(program);
      ProgramCode code =
          new ProgramCode(
              Optional.of(defectAt(origin)).filter(_ -> !isBroken(lowered.problems())),
              checkpoint -> written(program, lowered.ir(), checkpoint));
      ProgramOrder order =
          new ProgramOrder(
              checkpoint ->
                  orders.of(
                      program,
                      () -> OrderAnalysis.of(program, code.write(checkpoint), checkpoint)));
      List<Outcome> outcomes = new ArrayList<>();
      for (PipelineResult result : results) {
        List<Problem> problems = new ArrayList<>(lowered.problems());
        problems.addAll(result.problems());
        outcomes.add(new Outcome.Compiled(result, facts, code, order, problems));
      }
      return outcomes;
    } catch (Rejection rejection) {
      List<Problem> problems = new ArrayList<>(lowered.problems());
      problems.add(UnknownParts.insteadOf(rejection.problem(), lowered.ir()));
      Outcome rejected = new Outcome.Rejected(problems, Optional.empty());
      return settings.stream().map(_ -> rejected).toList();
    }
  }

  private static List<PipelineResult> placed(
      Pipeline.Prepared prepared, List<Setting> settings, Pipeline.Unplaced unplaced) {
    List<PipelineResult> results = new ArrayList<>();
    for (Setting setting : settings) {
      results.add(
          results.isEmpty()
              ? Pipeline.place(prepared, setting.derivation, unplaced, setting.analyzeAutoScopes)
              : Pipeline.placeAlike(
                  prepared,
                  setting.derivation,
                  unplaced,
                  setting.analyzeAutoScopes,
                  results.getFirst()));
    }
    return results;
  }

  private static ProgramCode.Written written(
      Program program, Program lowered, Runnable checkpoint) {
    Map<String, CodegenOutcome> code = new LinkedHashMap<>();
    for (Function function : program.functions().values()) {
      if (function.type() == FunctionType.ORCHESTRATION) {
        CodegenOutcome outcome = OrchestrationCodegen.attempt(program, function, checkpoint);
        code.put(
            function.name(),
            outcome instanceof CodegenOutcome.Refused(Problem problem)
                ? new CodegenOutcome.Refused(UnknownParts.insteadOf(problem, lowered))
                : outcome);
      }
    }
    return new ProgramCode.Written(code, DeviceBudget.of(program, code));
  }
}
