package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Level;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.ScopeAttrs;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.EnumReader;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.ListExpr;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt.With;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads what is written on a region (reference: docs/en/dev/language/01-statements.md, "Scope
 * Context Managers"). Each mistake is reported and its keyword left out.
 */
final class RegionOptions {
  private static final Set<String> AT_KEYWORDS =
      Set.of(
          "level",
          "role",
          "optimizations",
          "deps",
          "no_dep_args",
          "dumps",
          "allow_early_resolve",
          "name_hint",
          "windowize");
  private static final Set<String> PYTHON_KEYWORDS =
      Set.of(
          "False",
          "None",
          "True",
          "and",
          "as",
          "assert",
          "async",
          "await",
          "break",
          "class",
          "continue",
          "def",
          "del",
          "elif",
          "else",
          "except",
          "finally",
          "for",
          "from",
          "global",
          "if",
          "import",
          "in",
          "is",
          "lambda",
          "nonlocal",
          "not",
          "or",
          "pass",
          "raise",
          "return",
          "try",
          "while",
          "with",
          "yield");

  private final FunctionLowering in;

  RegionOptions(FunctionLowering in) {
    this.in = in;
  }

  /**
   * The cross-core options of a kernel.
   *
   * @param mode the split, where one is written
   * @param slots the number of pipe slots, where one is written
   */
  record Split(Optional<SplitMode> mode, OptionalLong slots) {
    static final Split NONE = new Split(Optional.empty(), OptionalLong.empty());

    boolean isWritten() {
      return mode.isPresent() || slots.isPresent();
    }
  }

  /** What {@code pl.at(...)} says, apart from lists of values. */
  record At(
      Optional<Level> level,
      Optional<Role> role,
      Split split,
      String nameHint,
      boolean allowEarlyResolve) {}

  /** Reads {@code pl.at(...)}. */
  At at(Call call, With node) {
    if (call.arguments().size() > 2) {
      in.error(
          Code.REGION_ARGUMENT,
          call,
          "pl.at takes its level and, if wanted, a role by position; name the " + "rest.");
    }
    Optional<Node> level = argument(call, 0, "level");
    Optional<Node> role = argument(call, 1, "role");
    for (Part.Keyword keyword : call.keywords()) {
      String name = keyword.name().map(Part.Identifier::text).orElse("**");
      if (!AT_KEYWORDS.contains(name)) {
        in.error(
            Code.REGION_ARGUMENT,
            keyword,
            "pl.at has no keyword '"
                + name
                + "'. It takes level, role, optimizations, deps, no_dep_args, dumps,"
                + " allow_early_resolve, name_hint and windowize.");
      }
    }
    if (level.isEmpty()) {
      in.error(
          Code.REGION_LEVEL,
          call,
          "pl.at needs its level: pl.at(level=pl.Level.CORE_GROUP) for a kernel.");
    }
    if (flag(call, "windowize", "pl.at")) {
      in.windows(call.keyword("windowize").get());
    }
    return new At(
        level.flatMap(this::level),
        role.flatMap(this::role),
        call.keyword("optimizations").map(k -> split(k.value(), "pl.at")).orElse(Split.NONE),
        call.keyword("name_hint").map(k -> nameHint(k.value(), "pl.at")).orElse(""),
        flag(call, "allow_early_resolve", "pl.at"));
  }

  private Optional<Node> argument(Call call, int position, String name) {
    Optional<Part.Keyword> keyword = call.keyword(name);
    boolean positional = position < call.arguments().size();
    if (keyword.isPresent() && positional) {
      in.error(Code.REGION_ARGUMENT, keyword.get(), "pl.at gets its " + name + " twice.");
    }
    return positional
        ? Optional.of(call.arguments().get(position))
        : keyword.map(Part.Keyword::value);
  }

  private Optional<Level> level(Node node) {
    Optional<Level> level = EnumReader.level(node);
    if (level.isEmpty()) {
      in.error(
          Code.REGION_LEVEL,
          node,
          "'"
              + in.origins().quote(node)
              + "' is no level. Write one in place, such as pl.Level.CORE_GROUP or "
              + "pl.Level.HOST.");
    }
    return level;
  }

  private Optional<Role> role(Node node) {
    Optional<Role> role = EnumReader.role(node);
    if (role.isEmpty()) {
      in.error(
          Code.REGION_ARGUMENT,
          node,
          "A role is pl.Role.Orchestrator or pl.Role.SubWorker, written in " + "place.");
    }
    return role;
  }

  /** Reads a flag that must be written in place; without it, false. */
  boolean flag(Call call, String name, String owner) {
    Optional<Part.Keyword> keyword = call.keyword(name);
    if (keyword.isEmpty()) {
      return false;
    }
    Optional<Boolean> value = Syntax.booleanLiteral(keyword.get().value());
    if (value.isEmpty()) {
      in.error(
          Code.REGION_FLAG,
          keyword.get().value(),
          "'" + name + "=' of " + owner + " must be True or False, written in place.");
    }
    return value.orElse(false);
  }

  /** Reads a region's name. */
  String nameHint(Node node, String owner) {
    Optional<String> name = Syntax.stringLiteral(node);
    if (name.isEmpty()) {
      in.error(
          Code.REGION_NAME_HINT,
          node,
          "'name_hint=' of " + owner + " must be a string, written in place.");
      return "";
    }
    if (!name.get().isEmpty() && !isIdentifier(name.get())) {
      in.error(
          Code.REGION_NAME_HINT,
          node,
          "'"
              + name.get()
              + "' cannot name a kernel. Use letters, digits and underscores, as in a variable's"
              + " name.");
      return "";
    }
    return name.get();
  }

  private static boolean isIdentifier(String name) {
    return (Character.isUnicodeIdentifierStart(name.codePointAt(0)) || name.charAt(0) == '_')
        && name.codePoints()
            .allMatch(
                c -> Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c))
        && !PYTHON_KEYWORDS.contains(name);
  }

  /** Reads a split over the vector lanes. */
  Optional<SplitMode> splitMode(Node node) {
    Optional<SplitMode> mode = EnumReader.splitMode(node);
    if (mode.isEmpty()) {
      in.error(
          Code.REGION_OPTIMIZATIONS,
          node,
          "A split is pl.SplitMode.NONE, UP_DOWN or LEFT_RIGHT, written in place.");
    }
    return mode;
  }

  /** Reads {@code optimizations=[...]}. */
  Split split(Node node, String owner) {
    if (!(node instanceof ListExpr list)) {
      in.error(
          Code.REGION_OPTIMIZATIONS,
          node,
          "'optimizations=' of "
              + owner
              + " must be a list, written in place: [pl.split(pl.SplitMode.UP_DOWN)].");
      return Split.NONE;
    }
    Optional<SplitMode> mode = Optional.empty();
    OptionalLong slots = OptionalLong.empty();
    for (var entry : list.elements()) {
      if (isOptimization(entry, "split")) {
        Call call = (Call) entry;
        if (mode.isPresent()) {
          in.error(Code.REGION_OPTIMIZATIONS, entry, "A kernel is split once; drop one pl.split.");
        }
        mode = splitEntry(call);
        slots = slotNumber(call, slots, entry);
      } else if (isOptimization(entry, "cross_core_slot")) {
        slots = slotNumber((Call) entry, slots, entry);
      } else {
        in.error(
            Code.REGION_OPTIMIZATIONS,
            entry,
            "An optimization of "
                + owner
                + " is pl.split(pl.SplitMode...) or pl.cross_core_slot(slot_num=N).");
      }
    }
    return new Split(mode, slots);
  }

  private static boolean isOptimization(Node node, String name) {
    if (!(node instanceof Call call)) {
      return false;
    }
    List<String> path = Syntax.path(call.function());
    return path.equals(List.of("pl", name)) || path.equals(List.of("pl", "optimizations", name));
  }

  private Optional<SplitMode> splitEntry(Call call) {
    boolean others = call.keywords().stream().anyMatch(k -> !k.isNamed("slot_num"));
    if (call.arguments().size() != 1 || others) {
      in.error(
          Code.REGION_OPTIMIZATIONS,
          call,
          "pl.split takes one mode: pl.split(pl.SplitMode.UP_DOWN).");
      return Optional.of(SplitMode.NONE);
    }
    return splitMode(call.arguments().getFirst()).or(() -> Optional.of(SplitMode.NONE));
  }

  private OptionalLong slotNumber(Call call, OptionalLong before, Node entry) {
    boolean pipe = Syntax.isMethodCall(call, "cross_core_slot");
    Optional<Part.Keyword> keyword = call.keyword("slot_num");
    boolean others = pipe && (call.keywords().size() != 1 || !call.arguments().isEmpty());
    if (keyword.isEmpty() && !pipe) {
      return before;
    }
    boolean number =
        keyword.isPresent()
            && keyword.get().value() instanceof Literal.IntLiteral literal
            && literal.value().signum() > 0
            && literal.value().bitLength() < 32;
    if (others || !number) {
      in.error(
          Code.REGION_OPTIMIZATIONS,
          entry,
          "The number of pipe slots is a positive number, written in place:"
              + " pl.cross_core_slot(slot_num=4).");
      return before;
    }
    if (before.isPresent()) {
      in.error(Code.REGION_OPTIMIZATIONS, entry, "The number of pipe slots is given twice.");
    }
    return OptionalLong.of(((Literal.IntLiteral) keyword.get().value()).value().longValue());
  }

  /** Reads a list of tensors that are known at this point. */
  List<Var> tensors(Call call, String name, Code code) {
    Optional<Part.Keyword> keyword = call.keyword(name);
    if (keyword.isEmpty()) {
      return List.of();
    }
    List<dev.orchlens.syntax.Expr> elements =
        switch (keyword.get().value()) {
          case ListExpr list -> list.elements();
          case TupleExpr tuple -> tuple.elements();
          default -> {
            in.error(
                code,
                keyword.get(),
                "'" + name + "=' must be a list of tensor names: " + name + "=[x, y].");
            yield List.of();
          }
        };
    List<Var> tensors = new ArrayList<>();
    for (var element : elements) {
      tensor(element, name, code, tensors).ifPresent(tensors::add);
    }
    return tensors;
  }

  private Optional<Var> tensor(Node element, String list, Code code, List<Var> before) {
    if (!(element instanceof Name name)) {
      in.error(code, element, "'" + list + "=' lists tensors by their names only.");
      return Optional.empty();
    }
    Optional<Expr> value = in.names.lookup(name.id());
    if (value.isEmpty()) {
      in.error(
          code,
          element,
          "'" + list + "=' lists '" + name.id() + "', which is not defined at this point.");
      return Optional.empty();
    }
    if (FunctionLowering.isUnknown(value.get())) {
      return Optional.empty();
    }
    if (!(value.get() instanceof Var v) || !(v.type() instanceof Type.Tensor)) {
      in.error(
          code,
          element,
          "'"
              + list
              + "=' lists '"
              + name.id()
              + "', which is "
              + TypeText.of(value.get().type())
              + " and no tensor.");
      return Optional.empty();
    }
    if (before.contains(v)) {
      in.error(code, element, "'" + list + "=' lists '" + name.id() + "' twice.");
      return Optional.empty();
    }
    return Optional.of(v);
  }

  /** Returns the tensors that pl.dump_tag has marked so far. */
  List<Var> tags() {
    return withTags(List.of());
  }

  /** Returns the listed tensors and those that pl.dump_tag has marked so far. */
  List<Var> withTags(List<Var> listed) {
    List<Var> all = new ArrayList<>(listed);
    in.dumpTags.stream().filter(t -> !all.contains(t)).forEach(all::add);
    return all;
  }

  /** Makes the attributes of a region. */
  ScopeAttrs attrs(
      String nameHint,
      List<Expr> deps,
      Optional<Var> taskId,
      List<Var> noDepVars,
      List<Var> dumpVars,
      Optional<Expr> predicate,
      boolean allowEarlyResolve) {
    return new ScopeAttrs(
        nameHint,
        deps,
        taskId,
        noDepVars,
        dumpVars,
        predicate,
        allowEarlyResolve,
        false,
        OptionalLong.empty());
  }

  /**
   * Returns the variable that names a region's task, after giving it the value that names no task:
   * outlining replaces that by the real one.
   */
  Optional<Var> taskId(Optional<dev.orchlens.syntax.Expr> target, String owner, With node) {
    if (target.isEmpty()) {
      return Optional.empty();
    }
    if (!(target.get() instanceof Name name)) {
      in.problems.error(
          Code.REGION_AS_CLAUSE,
          in.at(node.header()),
          "The task of " + owner + " is bound to one plain name: as tid.");
      return Optional.empty();
    }
    Origin origin = in.at(node.header());
    Expr noTask = Expr.Call.op(Ops.SYSTEM_TASK_INVALID, List.of(), Type.TASK_ID, origin);
    return Optional.of(in.introduce(name.id(), noTask, origin));
  }
}
