package dev.orchlens.pass.tools;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What one run of the passes over a program finds out about its functions, and what the run before
 * found out. A function that is the same object again is answered from there; what a run did not
 * ask for is forgotten with the next, so that the memory never holds more than two runs. For one
 * run; safe for use by its threads but for {@link #variable}.
 */
public final class PassMemory {
  private final Map<Question<?>, Map<Function, Object>> before;
  private final Map<Question<?>, Map<Function, Object>> now = new ConcurrentHashMap<>();
  private final Map<FunctionPrint, Function> printsBefore;
  private final Map<FunctionPrint, Function> printsNow = new ConcurrentHashMap<>();
  private final Map<Variable, List<Var>> variablesBefore;
  private final Map<Variable, List<Var>> variablesNow;
  private final Visits visits;

  /** The variables that this run made or took over. */
  private final Set<Var> taken;

  /** The variables made since {@link #record}; null where nobody asks for them. */
  private List<Made> recorded;

  /** Where a variable is made: under which name, for which place in the source. */
  private static final class Variable {
    private final String name;
    private final Origin origin;

    /** Asked for once in each run, and origins are deep. */
    private final int hash;

    Variable(String name, Origin origin) {
      this.name = name;
      this.origin = origin;
      this.hash = 31 * name.hashCode() + origin.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof Variable o
              && hash == o.hash
              && name.equals(o.name)
              && origin.equals(o.origin);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private static final Visits.Kind<Var> RETYPED = new Visits.Kind<>();
  private static final Visits.Kind<Outlined> OUTLINED = new Visits.Kind<>();

  /** The function that a region became, and all that decided about it. */
  private record Outlined(
      String function, List<Var> captured, List<Var> results, FunctionPrint print, Function made) {
    boolean isMadeOf(String otherFunction, Collection<Var> otherCaptured, List<Var> otherResults) {
      return function.equals(otherFunction)
          && results.equals(otherResults)
          && captured.equals(List.copyOf(otherCaptured));
    }
  }

  /** A variable that was made at a place. */
  public static final class Made {
    private final Variable place;
    private final Var var;

    private Made(Variable place, Var var) {
      this.place = place;
      this.var = var;
    }
  }

  /** How many answers the last whole run asked for. */
  private final int asked;

  private final Runnable checkpoint;
  private volatile boolean isComplete;

  /**
   * Something to be found out about a function that depends on that function alone. A question is
   * itself the key of its answers, so there is one object of it for all runs.
   */
  @FunctionalInterface
  public interface Question<V> {
    /** Returns the answer, which is never null and says nothing about other functions. */
    V about(Function function);
  }

  /** Makes an empty memory for a run that nobody withdraws. */
  public PassMemory() {
    this(() -> {});
  }

  /**
   * Makes an empty memory.
   *
   * @param checkpoint called again and again while the run goes on; it may throw to leave work that
   *     is no longer wanted
   */
  public PassMemory(Runnable checkpoint) {
    this(Map.of(), Map.of(), Map.of(), new Visits(), 0, checkpoint);
  }

  private PassMemory(
      Map<Question<?>, Map<Function, Object>> before,
      Map<FunctionPrint, Function> printsBefore,
      Map<Variable, List<Var>> variablesBefore,
      Visits visits,
      int asked,
      Runnable checkpoint) {
    this.before = before;
    this.printsBefore = printsBefore;
    this.variablesBefore = variablesBefore;
    this.variablesNow = HashMap.newHashMap(variablesBefore.size());
    this.taken = Collections.newSetFromMap(new IdentityHashMap<>(variablesBefore.size()));
    this.visits = visits;
    this.asked = asked;
    this.checkpoint = checkpoint;
  }

  /**
   * Learns that this run went through all of the program, so that what it did not ask for is out of
   * date.
   */
  public void completed() {
    isComplete = true;
  }

  /**
   * Returns a memory for the next run over the program, once this one has ended. What a run that
   * was withdrawn, or that ended with the rejection of the program, did not come to is kept, as
   * long as there is no more of it than twice what a whole run asks for.
   *
   * @param next the checkpoint of the next run
   */
  public PassMemory next(Runnable next) {
    int own = size(now);
    boolean isFull = own + size(before) > 2 * Math.max(asked, own) || visits.isFull();
    if (isComplete || isFull) {
      return new PassMemory(
          now, printsNow, variablesNow, visits.next(isComplete), isComplete ? own : asked, next);
    }
    Map<Question<?>, Map<Function, Object>> both = new HashMap<>();
    before.forEach((question, answers) -> both.put(question, new HashMap<>(answers)));
    now.forEach(
        (question, answers) ->
            both.computeIfAbsent(question, _ -> new HashMap<>()).putAll(answers));
    Map<FunctionPrint, Function> prints = new HashMap<>(printsBefore);
    prints.putAll(printsNow);
    Map<Variable, List<Var>> variables = new HashMap<>(variablesBefore);
    variables.putAll(variablesNow);
    return new PassMemory(both, prints, variables, visits.nextOfBoth(), asked, next);
  }

  private static int size(Map<Question<?>, Map<Function, Object>> answers) {
    return answers.values().stream().mapToInt(Map::size).sum();
  }

  /**
   * Leaves the run if it is no longer wanted; asked wherever a pass may have been at work for a
   * while.
   */
  public void poll() {
    checkpoint.run();
  }

  /** Returns the answer to {@code question} about {@code function}. */
  @SuppressWarnings("unchecked")
  public <V> V ask(Question<V> question, Function function) {
    Map<Function, Object> answers = now.computeIfAbsent(question, _ -> new ConcurrentHashMap<>());
    Object known = answers.get(function);
    if (known == null) {
      known = before.getOrDefault(question, Map.of()).get(function);
      if (known == null) {
        poll();
        known = question.about(function);
      }
      answers.put(function, known);
    }
    return (V) known;
  }

  /**
   * Makes a variable, or returns the one that was made in its place in the last run, so that what
   * names it can be recognised. No variable is returned twice in one run. Asked by one thread.
   */
  public Var variable(String name, String sourceName, Type type, Origin origin) {
    Variable key = new Variable(name, origin);
    List<Var> made = variablesNow.computeIfAbsent(key, _ -> new ArrayList<>(1));
    List<Var> earlier = variablesBefore.getOrDefault(key, List.of());
    Var known = made.size() < earlier.size() ? earlier.get(made.size()) : null;
    boolean same =
        known != null && known.sourceName().equals(sourceName) && SameType.of(known.type(), type);
    Var var = same && !taken.contains(known) ? known : new Var(name, sourceName, type, origin);
    made.add(var);
    taken.add(var);
    if (recorded != null) {
      recorded.add(new Made(key, var));
    }
    return var;
  }

  /** Returns a variable with another type, as {@link #variable} does. */
  public Var retyped(Var var, Type type) {
    Var known = visits.earlier(RETYPED, var);
    Var retyped =
        known != null && SameType.of(known.type(), type) && taken.add(known)
            ? known
            : var.withType(type);
    visits.keep(RETYPED, var, retyped);
    return retyped;
  }

  /** Begins to note which variables are made, until {@link #recorded} is asked. */
  public void record() {
    recorded = new ArrayList<>();
  }

  /** Returns the variables made since {@link #record}. */
  public List<Made> recorded() {
    List<Made> made = recorded;
    recorded = null;
    return List.copyOf(made);
  }

  /**
   * Takes variables of the last run over that were made while a piece of the program was worked on,
   * as if they had been asked for again. Returns false, and takes none, if one of them is in this
   * run's program already.
   */
  public boolean takeOver(List<Made> variables) {
    for (Made made : variables) {
      if (taken.contains(made.var)) {
        return false;
      }
    }
    for (Made made : variables) {
      taken.add(made.var);
      variablesNow.computeIfAbsent(made.place, _ -> new ArrayList<>(1)).add(made.var);
    }
    return true;
  }

  /** Returns what passes made of the places that they came to. */
  public Visits visits() {
    return visits;
  }

  /**
   * Returns the function of the last run that says the same as {@code function} in all that can be
   * told of it, or else {@code function} itself. One can stand for the other, as only the function
   * itself knows its variables.
   */
  public Function same(Function function) {
    poll();
    FunctionPrint print = FunctionPrint.of(function);
    Function known = printsBefore.getOrDefault(print, function);
    printsNow.put(print, known);
    return known;
  }

  /**
   * Returns the function that a region becomes, as {@link #same} does, but makes it only where the
   * last run made none.
   *
   * @param function the function's name and all else that decides what it becomes
   * @param region the region; its options have no part in the function
   * @param captured the variables that it captures
   * @param results the variables of the region that become the results
   * @param make makes the function
   */
  public Function outlined(
      String function,
      Stmt.Scope region,
      Collection<Var> captured,
      List<Var> results,
      Supplier<Function> make) {
    poll();
    Outlined outlined = visits.earlier(OUTLINED, region);
    if (outlined == null || !outlined.isMadeOf(function, captured, results)) {
      FunctionPrint print = FunctionPrint.of(function, region, captured, results);
      Function known = printsBefore.get(print);
      outlined =
          new Outlined(
              function,
              List.copyOf(captured),
              List.copyOf(results),
              print,
              known == null ? make.get() : known);
    }
    visits.keep(OUTLINED, region, outlined);
    printsNow.put(outlined.print, outlined.made);
    return outlined.made;
  }
}
