package dev.orchlens.order;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.order.OrderHazard.Kind;
import dev.orchlens.order.symbolic.Box;
import dev.orchlens.order.symbolic.Reach;
import dev.orchlens.order.symbolic.Shadow;
import dev.orchlens.order.symbolic.Space;
import dev.orchlens.order.symbolic.Symbols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks for runs in which nothing orders two accesses: starts of runs for a few values of what the
 * program leaves open. What is found is certain, as nothing that a run submits later orders what it
 * has submitted.
 */
final class Runs {
  private static final long[] NUMBERS = {1, 2, 0, 5, 37, 3, 2};
  private static final long[] EXTENTS = {64, 128, 256, 512, 1024, 8, 16};

  private final Program program;
  private final Function function;
  private final Numbering numbering;
  private final Map<Question, String> witnesses = new HashMap<>();

  /** Two accesses of which it is asked whether a run leaves them unordered. */
  record Question(OrderNode first, OrderNode second, String root, Kind kind) {
    static Question of(Site first, Site second, Root root, Kind kind) {
      return new Question(first.node(), second.node(), root.name(), kind);
    }
  }

  private Runs(Program program, Function function, Numbering numbering) {
    this.program = program;
    this.function = function;
    this.numbering = numbering;
  }

  /**
   * Returns for each question that a run answers with yes how it comes about.
   *
   * @param checkpoint called before each run; it throws when nobody wants the answers any more
   */
  static Map<Question, String> witnesses(
      Program program,
      Function function,
      Numbering numbering,
      Set<Question> questions,
      Runnable checkpoint) {
    Runs runs = new Runs(program, function, numbering);
    for (int i = 0; i < NUMBERS.length && runs.witnesses.size() < questions.size(); i++) {
      checkpoint.run();
      runs.run(new RunPlan(function, NUMBERS[i], EXTENTS[i], i % 2 == 0), questions);
    }
    return runs.witnesses;
  }

  private void run(RunPlan plan, Set<Question> questions) {
    Trace trace = new Tracer(program, function, numbering, new Symbols(), plan).trace();
    Set<OrderNode> asked = new HashSet<>();
    questions.stream()
        .filter(q -> !witnesses.containsKey(q))
        .forEach(
            q -> {
              asked.add(q.first());
              asked.add(q.second());
            });
    Map<OrderNode, List<Site>> byNode = new HashMap<>();
    for (Site site : trace.sites()) {
      if (asked.contains(site.node())) {
        byNode.computeIfAbsent(site.node(), _ -> new ArrayList<>()).add(site);
      }
    }
    if (!trace.legal()) {
      return;
    }
    Ordering ordering = Ordering.of(trace, new Classes(trace.sites()));
    for (Question question : questions) {
      if (!witnesses.containsKey(question)) {
        answer(question, byNode, ordering);
      }
    }
  }

  /**
   * Returns whether sites reach beyond a buffer: the values of such a run are none that the program
   * is meant for.
   */
  private static boolean leaveMemory(List<Site> sites, String root) {
    for (Site site : sites) {
      for (Touch touch : site.touches()) {
        boolean isAsked = touch.certain() && touch.part().root().name().equals(root);
        if (isAsked && touch.part().box().isPresent() && leavesMemory(touch.part().box().get())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean leavesMemory(Box box) {
    Reach reach = new Reach();
    for (int i = 0; i < box.rank(); i++) {
      long first = reach.low(box.starts().get(i));
      long rest =
          reach.low(
              box.space().dims().get(i).minus(box.starts().get(i)).minus(box.lengths().get(i)));
      if (first != Reach.NONE && first < 0 || rest != Reach.NONE && rest < 0) {
        return true;
      }
    }
    return false;
  }

  private void answer(Question question, Map<OrderNode, List<Site>> byNode, Ordering ordering) {
    List<Site> first = byNode.getOrDefault(question.first(), List.of());
    List<Site> second = byNode.getOrDefault(question.second(), List.of());
    if (leaveMemory(first, question.root()) || leaveMemory(second, question.root())) {
      return;
    }
    for (Site later : second) {
      for (Site earlier : first) {
        if (earlier.index() >= later.index()
            || ordering.isBefore(Classes.current(earlier), later)) {
          continue;
        }
        String elements = meeting(question, earlier, later);
        if (elements != null) {
          witnesses.put(question, text(earlier, later, question.root() + elements));
          return;
        }
      }
    }
  }

  /** Returns which elements both certainly reach, null for none. */
  private static String meeting(Question question, Site earlier, Site later) {
    for (Touch a : earlier.touches()) {
      for (Touch b : later.touches()) {
        boolean isAsked =
            a.part().root() == b.part().root()
                && a.part().root().name().equals(question.root())
                && Hazards.isKind(question.kind(), a, b)
                && !(a.kind() == Touch.Kind.ADD && b.kind() == Touch.Kind.ADD)
                && a.certain()
                && b.certain()
                && !a.part().earlier()
                && !b.part().earlier()
                && !Hazards.isFound(a, b, earlier, later);
        if (isAsked) {
          String elements = common(a.part().box().orElseThrow(), b.part().box().orElseThrow());
          if (elements != null) {
            return elements;
          }
        }
      }
    }
    return null;
  }

  private static String common(Box a, Box b) {
    if (!a.space().equals(b.space())) {
      return null;
    }
    List<Shadow.Rectangle> others = Shadow.of(b);
    for (Shadow.Rectangle one : Shadow.of(a)) {
      for (Shadow.Rectangle other : others) {
        if (one.with(other).isPresent()) {
          return text(one.with(other).get(), a.space());
        }
      }
    }
    return null;
  }

  private static String text(Shadow.Rectangle common, Space space) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < common.from().length; i++) {
      boolean isAll = common.from()[i] == 0 && space.dims().get(i).is(common.to()[i]);
      text.append(text.isEmpty() ? "[" : ", ")
          .append(isAll ? ":" : common.from()[i] + ":" + common.to()[i]);
    }
    return text.isEmpty() ? "[0]" : text.append(']').toString();
  }

  private static String text(Site earlier, Site later, String elements) {
    String first = iterations(earlier);
    String second = iterations(later);
    String when =
        first.isEmpty() && second.isEmpty()
            ? ""
            : ", the first " + when(first) + ", the second " + when(second);
    return "both reach " + elements + when;
  }

  private static String when(String iterations) {
    return iterations.isEmpty() ? "outside of loops" : "in iteration " + iterations;
  }

  private static String iterations(Site site) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < site.loops().size(); i++) {
      Stmt.Loop loop = site.loops().get(i);
      String name = loop instanceof Stmt.For counted ? counted.var().sourceName() : "while";
      text.append(text.isEmpty() ? "" : ", ")
          .append(site.iteration()[i])
          .append(" of ")
          .append(name);
    }
    return text.toString();
  }
}
