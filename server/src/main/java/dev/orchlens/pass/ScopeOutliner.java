package dev.orchlens.pass;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.op.Operators;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes functions of the regions of one kind in one function, and calls in their places (reference:
 * docs/en/dev/passes/07, 08 and 09, "Algorithm").
 */
final class ScopeOutliner extends Rewriter {

  /**
   * What is outlined.
   *
   * @param region the kind of region
   * @param type the type of the functions made
   * @param suffix what stands between the owner's name and the number, where the region has no name
   * @param program where callees are found for the directions of parameters; nothing where only the region counts
   */
  record Kind(Class<? extends Stmt.Scope> region, FunctionType type, String suffix, Optional<Program> program) {}

  private final Kind kind;
  private final OutlinedNames reserved;
  private final Set<Var> carried = new HashSet<>();
  private final List<Function> outlined = new ArrayList<>();
  private final ReturnLineage lineage;

  private String owner;
  private int counter;
  private Set<String> names = new HashSet<>();
  private final Set<String> variables = new HashSet<>();
  private UsedAfter required = UsedAfter.NOTHING;
  private boolean insideOtherRegion;

  /** The variable that a tensor is after the regions before this point stored to it. */
  private Map<Var, Var> renames = new HashMap<>();

  ScopeOutliner(Function function, Kind kind, OutlinedNames reserved, Operators operators) {
    this.owner = function.name();
    this.kind = kind;
    this.reserved = reserved;
    this.lineage = new ReturnLineage(operators, kind.program());
    function.params().forEach(p -> variables.add(p.var().name()));
    Walk.statements(
        function.body(),
        s -> {
          if (s instanceof Stmt.Loop loop) {
            loop.carries().forEach(c -> carried.add(c.var()));
          }
          Walk.definedBy(s, v -> variables.add(v.name()));
        });
    names.addAll(variables);
  }

  /** Returns the functions made so far, inner ones before those around them. */
  List<Function> outlined() {
    return outlined;
  }

  @Override
  public Expr use(Var var) {
    return renames.getOrDefault(var, var);
  }

  @Override
  public List<Stmt> body(List<Stmt> body) {
    if (body.stream().noneMatch(s -> holds(s))) {
      return super.body(body);
    }
    if (body.size() == 1) {
      return alone(body.getFirst());
    }
    UsedAfter.Mentions mentions = new UsedAfter.Mentions(body);
    UsedAfter outer = required;
    List<Stmt> out = new ArrayList<>();
    for (int i = 0; i < body.size(); i++) {
      Stmt stmt = body.get(i);
      if (i + 1 < body.size() && isPlaceholder(stmt, body.get(i + 1))) {
        continue;
      }
      UsedAfter behind = new UsedAfter.Either(new UsedAfter.Behind(mentions, i), outer);
      if (kind.region().isInstance(stmt)) {
        Stmt.Scope scope = (Stmt.Scope) stmt;
        out.addAll(outline(scope, behind.isEmpty() ? unknownUses(scope) : behind));
      } else {
        required = behind;
        out.addAll(statement(stmt));
        required = outer;
      }
    }
    return out;
  }

  private boolean holds(Stmt stmt) {
    return kind.region().isInstance(stmt)
        || Walk.bodies(stmt).stream().anyMatch(b -> b.stream().anyMatch(this::holds));
  }

  /** A body of one statement: a region there hands out the tensors that it stores to as well. */
  private List<Stmt> alone(Stmt stmt) {
    if (!kind.region().isInstance(stmt)) {
      return statement(stmt);
    }
    Stmt.Scope scope = (Stmt.Scope) stmt;
    if (required.isEmpty()) {
      return outline(scope, unknownUses(scope));
    }
    Set<Var> stored = RegionContents.of(scope.body(), carried).stored();
    return outline(scope, new UsedAfter.Either(required, new UsedAfter.These(stored)));
  }

  @Override
  public List<Stmt> statement(Stmt stmt) {
    if (stmt instanceof Stmt.Scope && !(stmt instanceof Stmt.RuntimeScope)) {
      boolean outer = insideOtherRegion;
      insideOtherRegion = true;
      List<Stmt> out = List.of(rebuild(stmt));
      insideOtherRegion = outer;
      return out;
    }
    return List.of(rebuild(stmt));
  }

  /** The variable of {@code as tid} has a value for no task in front of its region, which gives it the real one. */
  private boolean isPlaceholder(Stmt stmt, Stmt next) {
    return kind.region().isInstance(next)
        && stmt instanceof Stmt.Assign(Var var, Expr.Call call, var _)
        && call.isOp("system.task_invalid")
        && ((Stmt.Scope) next).attrs().taskId().filter(t -> t == var).isPresent();
  }

  /** What may be used when nothing around a region tells: all it defines, or only what it stores to inside another. */
  private UsedAfter unknownUses(Stmt.Scope scope) {
    if (isWaiter(scope)) {
      return UsedAfter.NOTHING;
    }
    RegionContents contents = RegionContents.of(scope.body(), carried);
    Set<Var> used = new HashSet<>(contents.stored());
    if (!insideOtherRegion) {
      used.addAll(contents.defined());
    }
    return new UsedAfter.These(used);
  }

  private static boolean isWaiter(Stmt.Scope scope) {
    boolean[] found = {false};
    Walk.expressions(
        scope.body(), e -> found[0] |= e instanceof Expr.Call call && call.isOp("pld.system.defer_wait"));
    return found[0];
  }

  private List<Stmt> outline(Stmt.Scope scope, UsedAfter used) {
    String name = reserved.take(functionName(scope), owner, names);
    RegionContents contents = RegionContents.of(scope.body(), carried);
    List<Var> outputs = new ArrayList<>();
    Map<Var, Var> aliases = new HashMap<>();
    for (Var var : new LinkedHashSet<>(contents.defined())) {
      Var target = contents.afterStore().get(var);
      if (!used.contains(var)) {
        continue;
      }
      if (target != null && contents.captured().contains(target)) {
        aliases.put(var, target);
      } else {
        outputs.add(var);
      }
    }
    Set<Var> stored = new LinkedHashSet<>();
    if (!(scope instanceof Stmt.HierarchyScope)) {
      contents.stored().stream().filter(contents.captured()::contains).forEach(stored::add);
    }
    outputs.addAll(List.copyOf(stored).reversed());
    List<Stmt> body = recursed(scope, name, outputs);
    OutlinedFunction made = new OutlinedFunction(scope, name, kind, contents.captured(), outputs, stored);
    outlined.add(made.function(body, carried, lineage, isWaiter(scope)));
    List<Stmt> replacement = made.call(this::current, this::fresh, this::freshTaskId);
    aliases.forEach((alias, target) -> {
      if (renames.containsKey(target)) {
        renames.put(alias, renames.get(target));
      }
    });
    return replacement;
  }

  private String functionName(Stmt.Scope scope) {
    int number = counter++;
    if (!scope.attrs().nameHint().isEmpty()) {
      return scope.attrs().nameHint();
    }
    String suffix = kind.suffix();
    if (scope instanceof Stmt.HierarchyScope stage) {
      suffix =
          "_"
              + stage.level().name().toLowerCase(Locale.ROOT).replace("cluster_", "cluster")
              + stage.role().map(r -> r == Role.ORCHESTRATOR ? "_orch" : "_sub_worker").orElse("")
              + "_";
    }
    return owner + suffix + number;
  }

  /** The region's statements with the regions inside outlined under names of their own. */
  private List<Stmt> recursed(Stmt.Scope scope, String name, List<Var> outputs) {
    if (scope.body().stream().noneMatch(this::holds)) {
      return scope.body();
    }
    String savedOwner = owner;
    int savedCounter = counter;
    Set<String> savedNames = names;
    Map<Var, Var> savedRenames = renames;
    UsedAfter savedRequired = required;
    owner = name;
    counter = 0;
    names = new HashSet<>(names);
    renames = new HashMap<>();
    required = new UsedAfter.These(new HashSet<>(outputs));
    List<Stmt> body = body(scope.body());
    owner = savedOwner;
    counter = savedCounter;
    names = savedNames;
    renames = savedRenames;
    required = savedRequired;
    return body;
  }

  private Var current(Var var) {
    return renames.getOrDefault(var, var);
  }

  /** Makes the variable that a stored tensor is behind the region. */
  private Var fresh(Var stored) {
    Var var = new Var(freshName(stored.name()), stored.sourceName(), stored.type(), stored.origin());
    renames.put(stored, var);
    return var;
  }

  private Var freshTaskId(Stmt.Scope scope) {
    return new Var(freshName("tid"), "tid", Type.TASK_ID, scope.origin());
  }

  private String freshName(String like) {
    String name = AutoName.freshLike(like, variables);
    variables.add(name);
    names.add(name);
    return name;
  }

  /** Lists the parameters of a function as variables. */
  static List<Var> variables(List<Param> params) {
    return params.stream().map(Param::var).toList();
  }
}
