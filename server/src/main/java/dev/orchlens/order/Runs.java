package dev.orchlens.order;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.order.FunctionOrder.EarlyRelease;
import dev.orchlens.order.OrderHazard.Kind;
import dev.orchlens.order.symbolic.Box;
import dev.orchlens.order.symbolic.Reach;
import dev.orchlens.order.symbolic.Shadow;
import dev.orchlens.order.symbolic.Space;
import dev.orchlens.order.symbolic.Symbols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for runs in which nothing orders two accesses: starts of runs for a few values of what the
 * program leaves open. What is found is certain, as nothing that a run submits later orders what it
 * has submitted, nor uses a buffer whose scope has ended.
 */
final class Runs {
  private static final long[] NUMBERS = {1, 2, 0, 5, 37, 3, 2};
  private static final long[] EXTENTS = {64, 128, 256, 512, 1024, 8, 16};

  private final Program program;
  private final Function function;
  private final Numbering numbering;
  private final Set<Question> questions;
  private final List<EarlyRelease> releases;
  private final Map<Question, String> witnesses = new HashMap<>();
  private final Set<EarlyRelease> released = new HashSet<>();

  /** Two accesses of which it is asked whether a run leaves them unordered. */
  record Question(OrderNode first, OrderNode second, String root, Kind kind) {
    static Question of(Site first, Site second, Root root, Kind kind) {
      return new Question(first.node(), second.node(), root.name(), kind);
    }
  }

  /**
   * What runs show.
   *
   * @param witnesses how a run comes about that answers a question with yes
   * @param released the buffers that a run gives back too early
   */
  record Shown(Map<Question, String> witnesses, List<EarlyRelease> released) {}

  /**
   * Looks for runs.
   *
   * @param questions the accesses that a run may leave unordered
   * @param releases the buffers that a run may give back too early
   */
  Runs(
      Program program,
      Function function,
      Numbering numbering,
      Set<Question> questions,
      List<EarlyRelease> releases) {
    this.program = program;
    this.function = function;
    this.numbering = numbering;
    this.questions = questions;
    this.releases = releases;
  }

  /**
   * Follows the runs, as many as something is asked of.
   *
   * @param checkpoint called before each run; it throws when nobody wants the answers any more
   */
  Shown all(Runnable checkpoint) {
    for (int i = 0; i < NUMBERS.length && isAsking(); i++) {
      checkpoint.run();
      run(new RunPlan(function, NUMBERS[i], EXTENTS[i], i % 2 == 0));
    }
    return new Shown(witnesses, releases.stream().filter(released::contains).toList());
  }

  private boolean isAsking() {
    return witnesses.size() < questions.size() || released.size() < releases.size();
  }

  private void run(RunPlan plan) {
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
    Run run = new Run(byNode, ordering);
    for (Question question : questions) {
      if (!witnesses.containsKey(question)) {
        run.answer(question).ifPresent(witness -> witnesses.put(question, witness));
      }
    }
    if (released.size() < releases.size()) {
      Lifetimes.of(trace, ordering).stream().filter(releases::contains).forEach(released::add);
    }
  }

  /** The start of one run, and what many questions want to know of it. */
  private static final class Run {
    private final Map<OrderNode, List<Site>> byNode;
    private final Ordering ordering;
    private final Map<Accessed, Accesses> accesses = new HashMap<>();
    private final Map<Box, List<Shadow.Rectangle>> shadows = new IdentityHashMap<>();

    /** The tasks of a launch, and a buffer by its name. */
    private record Accessed(OrderNode node, String root) {}

    /**
     * What the tasks of a launch certainly do with a buffer.
     *
     * @param leaveMemory whether they reach beyond it: the values of such a run are none that the
     *     program is meant for
     */
    private record Accesses(Map<Site, List<Touch>> touches, boolean leaveMemory) {
      @Override
      public boolean equals(Object other) {
        return this == other;
      }

      @Override
      public int hashCode() {
        return System.identityHashCode(this);
      }
    }

    Run(Map<OrderNode, List<Site>> byNode, Ordering ordering) {
      this.byNode = byNode;
      this.ordering = ordering;
    }

    private Accesses accesses(Accessed accessed) {
      Accesses known = accesses.get(accessed);
      if (known == null) {
        known = found(accessed);
        accesses.put(accessed, known);
      }
      return known;
    }

    private Accesses found(Accessed accessed) {
      Map<Site, List<Touch>> touches = new LinkedHashMap<>();
      boolean leaveMemory = false;
      for (Site site : byNode.getOrDefault(accessed.node(), List.of())) {
        List<Touch> own = new ArrayList<>();
        for (Touch touch : site.touches()) {
          if (touch.certain() && touch.part().root().name().equals(accessed.root())) {
            leaveMemory |= touch.part().box().filter(Runs::leavesMemory).isPresent();
            if (!touch.part().earlier()) {
              own.add(touch);
            }
          }
        }
        touches.put(site, own);
      }
      return new Accesses(touches, leaveMemory);
    }

    Optional<String> answer(Question question) {
      Accesses first = accesses(new Accessed(question.first(), question.root()));
      Accesses second = accesses(new Accessed(question.second(), question.root()));
      if (first.leaveMemory() || second.leaveMemory()) {
        return Optional.empty();
      }
      for (Map.Entry<Site, List<Touch>> later : second.touches().entrySet()) {
        for (Map.Entry<Site, List<Touch>> earlier : first.touches().entrySet()) {
          if (earlier.getKey().index() >= later.getKey().index()
              || ordering.isBefore(Classes.current(earlier.getKey()), later.getKey())) {
            continue;
          }
          String elements = meeting(question.kind(), earlier, later);
          if (elements != null) {
            return Optional.of(text(earlier.getKey(), later.getKey(), question.root() + elements));
          }
        }
      }
      return Optional.empty();
    }

    /** Returns which elements both reach, null for none. */
    private String meeting(
        Kind kind, Map.Entry<Site, List<Touch>> earlier, Map.Entry<Site, List<Touch>> later) {
      for (Touch a : earlier.getValue()) {
        for (Touch b : later.getValue()) {
          boolean isAsked =
              a.part().root() == b.part().root()
                  && Hazards.isKind(kind, a, b)
                  && !(a.kind() == Touch.Kind.ADD && b.kind() == Touch.Kind.ADD)
                  && !Hazards.isFound(a, b, earlier.getKey(), later.getKey());
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

    private String common(Box a, Box b) {
      if (!a.space().equals(b.space())) {
        return null;
      }
      List<Shadow.Rectangle> others = shadows.computeIfAbsent(b, Shadow::of);
      for (Shadow.Rectangle one : shadows.computeIfAbsent(a, Shadow::of)) {
        for (Shadow.Rectangle other : others) {
          Optional<Shadow.Rectangle> both = one.with(other);
          if (both.isPresent()) {
            return Runs.text(both.get(), a.space());
          }
        }
      }
      return null;
    }
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
