package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.budget.BudgetExceededException;
import dev.orchlens.module.text.Exceptions;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.Heap;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.module.value.SetValue;
import dev.orchlens.module.value.Site;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One evaluation: what it has found so far, what it may still spend, and the parts that do the
 * work.
 */
public final class Interpreter {
  public final Library library;
  public final Heap heap = new Heap();
  public final Budget budget;
  final ReadRecorder recorder;
  final boolean exploring;
  public final Expressions expressions = new Expressions(this);
  final Statements statements = new Statements(this);
  final Assignments assignments = new Assignments(this);
  final Definitions definitions = new Definitions(this);
  public final Calls calls = new Calls(this);
  public final Attributes attributes = new Attributes(this);
  public final Operators operators = new Operators(this);
  public final Comparisons comparisons = new Comparisons(this);
  public final Texts texts = new Texts(this);
  public final Iteration iteration = new Iteration(this);
  public final Subscripts subscripts = new Subscripts(this);
  final Patterns patterns = new Patterns(this);

  private final List<ModuleProblem> problems = new ArrayList<>();
  private final List<Definition> defined = new ArrayList<>();
  private final List<DefinitionCall> definitionCalls = new ArrayList<>();
  private final Imports loaded;
  private Imports imports;
  private long tick;
  private Frame frame;
  private Node node;
  private PythonException handled;
  private int loading;
  private final List<Throwable> defects = new ArrayList<>();

  /** An evaluation that loads modules. */
  public Interpreter(Library library, ModuleLoader loader, ReadRecorder recorder, Runnable poll) {
    this.library = library;
    this.budget = new Budget(poll);
    this.imports = new Imports(this, loader);
    this.loaded = imports;
    this.exploring = false;
    this.recorder = recorder;
  }

  /**
   * An evaluation of code among modules that are loaded.
   *
   * @param exploring whether code of which it is not known whether it runs is executed to see what
   *     it would do
   * @param poll ends the evaluation with an exception of its own when the result is no longer
   *     wanted
   */
  public Interpreter(
      Library library,
      Imports loaded,
      long tick,
      ReadRecorder recorder,
      boolean exploring,
      Runnable poll) {
    this.library = library;
    this.budget = new Budget(poll);
    this.exploring = exploring;
    this.loaded = loaded;
    this.tick = tick;
    this.recorder = recorder;
  }

  /** The modules of this evaluation: those it started with, and what it loads itself. */
  public Imports imports() {
    if (imports == null) {
      imports = new Imports(this, loaded);
    }
    return imports;
  }

  /** The current moment: it advances with each definition that has DSL decorators. */
  public long tick() {
    return tick;
  }

  public List<ModuleProblem> problems() {
    return problems;
  }

  public List<Definition> defined() {
    return defined;
  }

  /** Faults of our own that cost a statement. */
  public List<Throwable> defects() {
    return defects;
  }

  void add(Definition definition) {
    defined.add(definition);
    definition.module().addDefinition(definition);
    tick++;
  }

  public List<DefinitionCall> definitionCalls() {
    return definitionCalls;
  }

  /** Records a call of a DSL function; what it gives is unknown. */
  Value called(Definition definition, List<Value> arguments, Map<String, Value> keywords) {
    position()
        .ifPresent(
            site -> definitionCalls.add(new DefinitionCall(definition, arguments, keywords, site)));
    return unknown("the result of running " + definition.name() + " is not evaluated");
  }

  /** Does the work of loading another module: it has a budget of its own. */
  void whileLoading(Runnable work) {
    if (loading >= Budget.MAX_IMPORTS) {
      throw new BudgetExceededException("imports are nested deeper than " + Budget.MAX_IMPORTS);
    }
    Frame outerFrame = frame;
    Node outerNode = node;
    long left = budget.left();
    budget.refill(Budget.STEPS_PER_MODULE);
    loading++;
    try {
      work.run();
    } finally {
      loading--;
    }
    budget.refill(left);
    frame = outerFrame;
    node = outerNode;
  }

  /** Says which node the evaluation has come to. */
  public void at(Frame where, Node what) {
    frame = where;
    node = what;
  }

  /** The place that the evaluation has come to. */
  public Optional<Site> position() {
    return frame == null ? Optional.empty() : Optional.of(frame.site(node));
  }

  /** A value that is unknown from the current place on. */
  public UnknownValue unknown(String reason) {
    return new UnknownValue(reason, position());
  }

  /**
   * An exception of a built-in class, raised at the current place; its text in Python is another
   * one, so that the program cannot read it.
   */
  public PythonException error(String className, String message) {
    InstanceValue exception =
        Exceptions.make(heap, Exceptions.type(className), List.of(unknown(message)));
    return new PythonException(exception, position());
  }

  /** The exception that says that a dictionary or set has no such key. */
  public PythonException missing(Value key) {
    return new PythonException(
        Exceptions.make(heap, Exceptions.type("KeyError"), List.of(key)), position());
  }

  /** The exception that a bare {@code raise} raises again. */
  PythonException reraised() {
    return handled != null ? handled : error("RuntimeError", "no active exception to raise again");
  }

  /**
   * Says which exception is being handled, null for none; returns the one that was handled before.
   */
  PythonException handling(PythonException exception) {
    PythonException before = handled;
    handled = exception;
    return before;
  }

  public ListValue list(List<Value> elements) {
    Budget.size(elements.size());
    return new ListValue(heap, elements);
  }

  public DictValue dict() {
    return new DictValue(heap);
  }

  SetValue set() {
    return new SetValue(heap, false);
  }
}
