package dev.orchlens.order;

import dev.orchlens.codegen.CodegenOutcome;
import dev.orchlens.codegen.DerivedTaskIds;
import dev.orchlens.codegen.GeneratedOrchestration;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Program;
import dev.orchlens.order.symbolic.Symbols;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds what holds the tasks of a final program apart (docs/order.md). */
public final class OrderAnalysis {
  /** Up to how many sites loops are unfolded. */
  private static final int UNFOLDED = 160;

  /**
   * With more classes than these, loops are not unfolded: what is compared grows with their square.
   */
  private static final int MOST_CLASSES = 800;

  private OrderAnalysis() {}

  /**
   * Returns the order of every Orchestration function of a final program, by its name.
   *
   * @param code what the code generator makes of each
   * @param checkpoint called between the steps; it throws when nobody wants the order any more
   */
  public static Map<String, FunctionOrder> of(
      Program program, Map<String, CodegenOutcome> code, Runnable checkpoint) {
    DerivedTaskIds derived = DerivedTaskIds.of(program);
    Map<String, FunctionOrder> orders = new LinkedHashMap<>();
    for (Function function : program.functions().values()) {
      if (function.type() == FunctionType.ORCHESTRATION) {
        orders.put(
            function.name(),
            of(
                program,
                function,
                derived,
                Optional.ofNullable(code.get(function.name())),
                checkpoint));
      }
    }
    return orders;
  }

  private static Trace trace(
      Program program, Function function, Numbering numbering, int unfolded) {
    return new Tracer(
            program, function, numbering, new Symbols(), new OpenPlan(numbering, unfolded))
        .trace();
  }

  private static FunctionOrder of(
      Program program,
      Function function,
      DerivedTaskIds derived,
      Optional<CodegenOutcome> code,
      Runnable checkpoint) {
    checkpoint.run();
    Optional<GeneratedOrchestration> generated =
        code.orElse(null) instanceof CodegenOutcome.Generated(GeneratedOrchestration known)
            ? Optional.of(known)
            : Optional.empty();
    Numbering numbering = new Numbering(function, derived, generated);
    Trace trace = trace(program, function, numbering, UNFOLDED);
    checkpoint.run();
    Classes classes = new Classes(trace.sites());
    if (classes.bits() > MOST_CLASSES) {
      trace = trace(program, function, numbering, 0);
      classes = new Classes(trace.sites());
    }
    Ordering ordering = Ordering.of(trace, classes);
    checkpoint.run();
    List<Hazards.Pair> pairs = Hazards.of(trace, ordering);
    Set<Runs.Question> questions = new LinkedHashSet<>();
    for (Hazards.Pair pair : pairs) {
      if (pair.doubt() != null && pair.doubt().open().isEmpty()) {
        questions.add(Runs.Question.of(pair.first(), pair.second(), pair.root(), pair.kind()));
      }
    }
    Runs.Shown shown =
        new Runs(program, function, numbering, questions, Lifetimes.of(trace, ordering))
            .all(checkpoint);
    EdgeList list = new EdgeList(trace, classes, ordering);
    List<OrderEdge> edges = list.edges();
    List<OrderHazard> hazards = new HazardList(pairs, shown.witnesses()).hazards();
    return new FunctionOrder(
        numbering.inOrder(),
        edges,
        hazards,
        shown.released(),
        trace.wrongBuffers(),
        list.needless(),
        list.serial(hazards),
        list.longest());
  }
}
