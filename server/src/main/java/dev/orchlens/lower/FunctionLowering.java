package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.Closure;
import dev.orchlens.lower.decl.FunctionHeader;
import dev.orchlens.lower.decl.Origins;
import dev.orchlens.lower.decl.Problems;
import dev.orchlens.lower.decl.Surroundings;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Node;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The state of lowering one function: what has been bound and emitted so far, and the parts that
 * lower each kind of syntax. It lives as long as that one lowering and is used by one thread.
 */
final class FunctionLowering {
  final ProgramContext program;
  final FunctionHeader header;
  final Origin headOrigin;
  final Problems problems;
  final boolean specialized;
  final NameScopes names = new NameScopes();
  final Blocks blocks = new Blocks();
  final Nesting nesting = new Nesting();
  final Yields yields = new Yields();
  final TaskProducers producers = new TaskProducers();
  final Set<String> callees = new LinkedHashSet<>();
  final Map<String, DecoratedFunction> externals = new LinkedHashMap<>();
  final List<Var> dumpTags = new ArrayList<>();
  final Set<Var> dimensionSymbols = Collections.newSetFromMap(new IdentityHashMap<>());
  final Map<String, Var> dimensionParameters = new LinkedHashMap<>();
  final ExpressionLowering expressions = new ExpressionLowering(this);
  final SubscriptLowering subscripts = new SubscriptLowering(this);
  final OperatorLowering operators = new OperatorLowering(this);
  final HostCalls hostCalls = new HostCalls(this);
  final KernelCallLowering kernelCalls = new KernelCallLowering(this);
  final DependencyLowering dependencies = new DependencyLowering(this);
  final PredicateLowering predicates = new PredicateLowering(this);
  final InlineExpansion inlines = new InlineExpansion(this);
  final AnnotationReader annotations = new AnnotationReader(this);

  private final Consumer<List<dev.orchlens.syntax.Stmt>> statements;
  private final Set<Var> carried = Collections.newSetFromMap(new IdentityHashMap<>());
  private Surroundings surroundings;
  private Optional<SourceRange> statement = Optional.empty();

  /**
   * Makes the state for one function.
   *
   * @param head the line that problems of the function as a whole are shown at
   * @param statements makes what lowers the statements of a body into the current block
   * @param specialized whether the function was specialised; the reference prints such a function
   *     anew before it reads it, so that places inside a statement of several lines count as its
   *     first line
   */
  FunctionLowering(
      Function<FunctionLowering, Consumer<List<dev.orchlens.syntax.Stmt>>> statements,
      ProgramContext program,
      FunctionHeader header,
      SourceRange head,
      boolean specialized,
      Surroundings surroundings,
      Problems problems) {
    this.program = program;
    this.problems = problems;
    this.header = header;
    this.headOrigin = surroundings.origins().of(head);
    this.specialized = specialized;
    this.surroundings = surroundings;
    this.statements = statements.apply(this);
  }

  /** Lowers statements into the current block. */
  void lowerAll(List<dev.orchlens.syntax.Stmt> body) {
    statements.accept(body);
  }

  Origins origins() {
    return surroundings.origins();
  }

  Closure closure() {
    return surroundings.closure();
  }

  /** Does {@code work} on another text. */
  void surrounded(Surroundings next, Runnable work) {
    Surroundings before = surroundings;
    surroundings = next;
    work.run();
    surroundings = before;
  }

  /**
   * Does {@code work} on the parts of a statement, given by its head; of none where it is empty.
   */
  <T> T inStatement(Optional<SourceRange> head, Supplier<T> work) {
    Optional<SourceRange> before = statement;
    statement = head;
    T done = work.get();
    statement = before;
    return done;
  }

  /**
   * Returns the statements that {@code work} emits in a scope of names of its own; {@code leak}
   * hands the names to the scope around it, as plain Python statements do.
   */
  List<Stmt> scoped(boolean leak, Runnable work) {
    return names.scoped(leak, () -> blocks.of(work));
  }

  /**
   * Returns what the statements of a region come to, in a scope whose names stay bound behind it.
   *
   * @param declaredSplit what the {@code pl.split(...)} of a kernel says, if one is written
   */
  List<Stmt> regionBody(
      List<dev.orchlens.syntax.Stmt> body,
      Nesting.RegionKind kind,
      Optional<SplitMode> declaredSplit) {
    Supplier<List<Stmt>> lowered = () -> scoped(true, () -> lowerAll(body));
    return kind == Nesting.RegionKind.IN_CORE
        ? nesting.inKernel(declaredSplit, lowered)
        : nesting.inRegion(kind, lowered);
  }

  /** Returns the variable of a dimension that is known only at run time. */
  Var dimension(String name) {
    Var parameter = dimensionParameters.get(name);
    return parameter == null ? program.dims().variable(name) : parameter;
  }

  /** Returns the place of a node; of a compound statement, that of its head. */
  Origin at(Node node) {
    SourceRange head = Syntax.head(node);
    return node instanceof dev.orchlens.syntax.Stmt ? origins().of(head) : at(head);
  }

  /** Returns the place of a stretch of the text. */
  Origin at(SourceRange range) {
    if (specialized
        && statement.isPresent()
        && origins().onDifferentLines(statement.get().start(), range.start())) {
      return origins().of(statement.get());
    }
    return origins().of(range);
  }

  /** Reports an error at a node. */
  void error(Code code, Node node, String message) {
    problems.error(code, at(node), message);
  }

  /** Tells that the compiler may narrow a kernel to windows. */
  void windows(Node node) {
    problems.windows(at(node));
  }

  /**
   * Reports an error that the reference ascribes to the function as a whole; the node is named
   * beside it.
   */
  void errorOfFunction(Code code, Node node, String message) {
    reportOfFunction(new Problem(code, message, at(node)), node);
  }

  /** Reports a problem at the head of the function, with its own place beside it. */
  void reportOfFunction(Problem problem, Node node) {
    Problem.Related place =
        new Problem.Related(origins().of(Syntax.head(node)), "It happens here.");
    problems.add(new Problem(problem.code(), problem.message(), headOrigin(), List.of(place)));
  }

  /** Returns the place of the function's head. */
  Origin headOrigin() {
    return headOrigin;
  }

  /**
   * Reports an error and returns an expression that stands for the value that could not be known.
   */
  Expr fail(Code code, Node node, String message) {
    error(code, node, message);
    return unknown(node, message);
  }

  /** Returns an expression of unknown type. */
  Expr unknown(Node node, String reason) {
    return new Expr.Unknown(reason, new Type.Unknown(reason), at(node));
  }

  /** Returns whether nothing is known about the type of a value, so that no rule can be checked. */
  static boolean isUnknown(Expr expr) {
    return expr.type() instanceof Type.Unknown;
  }

  /**
   * Makes a variable that a loop carries; a statement that binds its name again makes a new
   * variable.
   */
  Var carriedVariable(String name, Type type, Origin origin) {
    Var variable = new Var(name, type, origin);
    carried.add(variable);
    return variable;
  }

  /** Makes a variable of this name in the current scope, whatever the name was bound to before. */
  Var introduce(String name, Expr value, Origin origin) {
    Var variable = let(name, value, value.type(), origin);
    names.define(name, variable);
    return variable;
  }

  /** Binds a new variable of the given name to a value and returns it. */
  Var let(String name, Expr value, Type type, Origin origin) {
    Var variable = new Var(name, type, origin);
    blocks.emit(new Stmt.Assign(variable, value, origin));
    return variable;
  }

  /** Binds a name to a value: its own variable again where it has one, else a new variable. */
  Expr bind(String name, Expr value, Node statementNode) {
    return bind(name, value, Optional.empty(), statementNode);
  }

  /**
   * Binds a name to a value (reference: docs/en/dev/ir/07-parser.md, "SSA Properties").
   *
   * @param annotated the type the variable takes instead of the value's
   * @return the variable, or the dimension symbol that the name now stands for
   */
  Expr bind(String name, Expr value, Optional<Type> annotated, Node statementNode) {
    Expr bound = boundTo(name, value, annotated, statementNode);
    names.define(name, bound);
    return bound;
  }

  private Expr boundTo(String name, Expr value, Optional<Type> annotated, Node node) {
    Optional<Expr> existing = names.lookup(name);
    Type type = annotated.orElse(value.type());
    Origin origin = at(node);
    if (header.singleAssignment() && names.definedHere(name)) {
      error(
          Code.NAME_BOUND_TWICE,
          node,
          "'"
              + name
              + "' is bound twice in one scope; the program asks for single"
              + " assignment, so use another name.");
    }
    boolean symbol = header.isOrchestration() && isDimensionSymbol(value);
    if (symbol
        && existing.map(this::isDimensionSymbol).orElse(true)
        && annotated.map(t -> TypeRules.same(t, value.type())).orElse(true)) {
      return value;
    }
    if (existing.isEmpty() || !isRebindable(existing.get())) {
      return let(name, value, type, origin);
    }
    Var variable = (Var) existing.get();
    if (isUnknown(value) && value instanceof Expr.Unknown) {
      return variable;
    }
    if (!(type instanceof Type.Unknown)
        && !(variable.type() instanceof Type.Unknown)
        && !TypeRules.same(variable.type(), type)) {
      error(
          Code.NAME_CHANGES_TYPE,
          node,
          "'"
              + name
              + "' is "
              + TypeText.of(variable.type())
              + " and cannot be bound again to "
              + TypeText.of(type)
              + "; use another name.");
      return let(name, value, type, origin);
    }
    blocks.emit(new Stmt.Assign(variable, value, origin));
    return variable;
  }

  private boolean isRebindable(Expr existing) {
    return existing instanceof Var v
        && !carried.contains(v)
        && !dimensionSymbols.contains(v)
        && !header.singleAssignment();
  }

  /** Returns whether an expression is a dimension that a tensor parameter of the function names. */
  boolean isDimensionSymbol(Expr expr) {
    return expr instanceof Var v && dimensionSymbols.contains(v);
  }
}
