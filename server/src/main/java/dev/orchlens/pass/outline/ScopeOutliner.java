package dev.orchlens.pass.outline;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.pass.tools.AutoName;
import dev.orchlens.pass.tools.Bodies;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.ReturnLineage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes functions of the regions of one kind in one function, and calls in their places (reference:
 * docs/en/dev/passes/outline_hierarchy_scopes, 08 and 09, "Algorithm").
 */
final class ScopeOutliner extends Rewriter {

  /**
   * What is outlined.
   *
   * @param region the kind of region
   * @param type the type of the functions made
   * @param suffix what stands between the owner's name and the number, where the region has no name
   * @param program where callees are found for the directions of parameters; nothing where only the
   *     region counts
   */
  record Kind(
      Class<? extends Stmt.Scope> region,
      FunctionType type,
      String suffix,
      Optional<Program> program) {}

  private final Function function;
  private final Kind kind;
  private final OutlinedNames reserved;
  private final PassMemory memory;
  private final Set<Var> carried = new HashSet<>();
  private final List<Function> outlined = new ArrayList<>();
  private final ReturnLineage lineage;

  private String owner;
  private int counter;

  /** The names given to functions and variables inside the owner. */
  private Set<String> names = new HashSet<>();

  /** The names of all variables of the function, and those among them that were made here. */
  private final Set<String> variables = new HashSet<>();

  private final Set<String> fresh = new HashSet<>();

  /** The name last made after each name, as all versions up to it are taken. */
  private final Map<String, String> lastFresh = new HashMap<>();

  private Deque<RegionSite> sites = new ArrayDeque<>();
  private boolean insideOtherRegion;

  /** The variable that a tensor is after the regions before this point stored to it. */
  private Map<Var, Var> renames = new HashMap<>();

  /**
   * The variables that the loops around this point carry anew, because their initial values were
   * stored to. As in the reference, the call that takes a region's place still names the old
   * variable, which nothing defines any more, and the region itself the new one, which is none of
   * its parameters.
   */
  private final Map<Var, Var> carriedAnew = new HashMap<>();

  ScopeOutliner(
      Function function,
      Kind kind,
      OutlinedNames reserved,
      Operators operators,
      PassMemory memory) {
    this.memory = memory;
    this.owner = function.name();
    this.kind = kind;
    this.reserved = reserved;
    this.lineage = new ReturnLineage(operators, kind.program());
    this.function = function;
  }

  /** Returns the functions made so far, inner ones before those around them. */
  List<Function> outlined() {
    return outlined;
  }

  @Override
  public Expr expr(Expr expr) {
    return renames.isEmpty() && carriedAnew.isEmpty() ? expr : super.expr(expr);
  }

  @Override
  public Expr use(Var var) {
    return carriedAnew.getOrDefault(var, renames.getOrDefault(var, var));
  }

  @Override
  protected Carry carry(Carry carry) {
    Expr init = expr(carry.init());
    if (init == carry.init()) {
      return carry;
    }
    Var anew = carry.var().withType(carry.var().type());
    carriedAnew.put(carry.var(), anew);
    return new Carry(anew, init);
  }

  /** Returns the body of the function with calls in the places of the regions. */
  List<Stmt> run() {
    if (!Bodies.holds(function.body(), kind.region())) {
      return function.body();
    }
    function.params().forEach(p -> variables.add(p.var().name()));
    return outlinedIn(function.body(), List.of(), v -> variables.add(v.name()));
  }

  private List<Stmt> outlinedIn(List<Stmt> body, List<Var> usedBehind, Consumer<Var> definitions) {
    Deque<RegionSite> outer = sites;
    sites = RegionSite.of(body, kind.region(), carried, usedBehind, definitions, memory);
    List<Stmt> out = body(body);
    sites = outer;
    return out;
  }

  @Override
  public List<Stmt> body(List<Stmt> body) {
    List<Stmt> out = null;
    for (int i = 0; i < body.size(); i++) {
      Stmt stmt = body.get(i);
      List<Stmt> replacement = List.of();
      if (kind.region().isInstance(stmt)) {
        replacement = outline((Stmt.Scope) stmt, body.size() == 1);
      } else if (i + 1 == body.size() || !isPlaceholder(stmt, body.get(i + 1))) {
        Stmt rebuilt = rebuiltInside(stmt);
        if (rebuilt == stmt && out == null) {
          continue;
        }
        replacement = List.of(rebuilt);
      }
      if (out == null) {
        out = new ArrayList<>(body.size() + replacement.size());
        out.addAll(body.subList(0, i));
      }
      out.addAll(replacement);
    }
    return out == null ? body : out;
  }

  private Stmt rebuiltInside(Stmt stmt) {
    boolean outer = insideOtherRegion;
    insideOtherRegion |= stmt instanceof Stmt.Scope && !(stmt instanceof Stmt.RuntimeScope);
    Stmt rebuilt = rebuild(stmt);
    insideOtherRegion = outer;
    if (stmt instanceof Stmt.Loop loop) {
      loop.carries().forEach(c -> carriedAnew.remove(c.var()));
    }
    return rebuilt;
  }

  /**
   * The variable of {@code as tid} has a value for no task in front of its region, which gives it
   * the real one.
   */
  private boolean isPlaceholder(Stmt stmt, Stmt next) {
    return kind.region().isInstance(next)
        && stmt instanceof Stmt.Assign(Var var, Expr.Call call, var _)
        && call.isOp(Ops.SYSTEM_TASK_INVALID)
        && ((Stmt.Scope) next).attrs().taskId().filter(t -> t == var).isPresent();
  }

  /**
   * Returns what a region defines that may be used behind it. A region alone in its body hands out
   * the tensors that it stores to as well. When nothing behind it tells, it is all it defines, or
   * only what it stores to inside another.
   */
  private Set<Var> handedOut(RegionSite site, boolean alone) {
    RegionContents contents = site.contents();
    if (site.isFollowed() && !alone) {
      return site.used();
    }
    if (!site.isFollowed() && contents.waits()) {
      return Set.of();
    }
    Set<Var> out = new LinkedHashSet<>();
    for (Var var : contents.defined()) {
      boolean used = site.isFollowed() ? site.used().contains(var) : !insideOtherRegion;
      if (used || contents.stored().contains(var)) {
        out.add(var);
      }
    }
    return out;
  }

  private List<Stmt> outline(Stmt.Scope scope, boolean alone) {
    memory.poll();
    RegionSite site = sites.removeFirst();
    RegionContents contents = site.contents();
    String name = reserved.take(functionName(scope), owner, this::isLocal);
    names.add(name);
    List<Var> outputs = new ArrayList<>();
    Map<Var, Var> aliases = new HashMap<>();
    for (Var var : handedOut(site, alone)) {
      Var target = contents.afterStore().get(var);
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
    List<Stmt> body =
        contents.nests() || !carriedAnew.isEmpty() ? recursed(scope, name, outputs) : scope.body();
    OutlinedFunction made = new OutlinedFunction(scope, name, kind, contents, outputs, stored);
    outlined.add(function(made, body));
    List<Stmt> replacement = made.call(this::current, this::fresh, this::freshTaskId);
    aliases.forEach(
        (alias, target) -> {
          if (renames.containsKey(target)) {
            renames.put(alias, renames.get(target));
          }
        });
    return replacement;
  }

  /**
   * Returns the function made of a region: the one of the last run where all is the same that
   * decides about it.
   */
  private Function function(OutlinedFunction made, List<Stmt> body) {
    Supplier<Function> make = () -> made.function(body, carried, lineage);
    if (kind.program().isPresent() || body != made.scope().body()) {
      return memory.same(make.get());
    }
    StringBuilder known = new StringBuilder(made.name()).append(' ').append(kind.type());
    for (Var var : made.contents().captured()) {
      known
          .append(made.stored().contains(var) ? '!' : '.')
          .append(carried.contains(var) ? '~' : '.');
    }
    return memory.outlined(
        known.toString(), made.scope(), made.contents().captured(), made.outputs(), make);
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
    String savedOwner = owner;
    int savedCounter = counter;
    Set<String> savedNames = names;
    Map<Var, Var> savedRenames = renames;
    owner = name;
    counter = 0;
    names = new HashSet<>(names);
    renames = new HashMap<>();
    List<Stmt> body = outlinedIn(scope.body(), outputs, _ -> {});
    owner = savedOwner;
    counter = savedCounter;
    names = savedNames;
    renames = savedRenames;
    return body;
  }

  private Var current(Var var) {
    return renames.getOrDefault(var, var);
  }

  /** Makes the variable that a stored tensor is behind the region. */
  private Var fresh(Var stored) {
    Var var =
        new Var(freshName(stored.name()), stored.sourceName(), stored.type(), stored.origin());
    renames.put(stored, var);
    return var;
  }

  private Var freshTaskId(Stmt.Scope scope) {
    return new Var(freshName("tid"), "tid", Type.TASK_ID, scope.origin());
  }

  private String freshName(String like) {
    String name = AutoName.freshLike(lastFresh.getOrDefault(like, like), variables);
    lastFresh.put(like, name);
    variables.add(name);
    fresh.add(name);
    names.add(name);
    return name;
  }

  /**
   * Returns whether a name stands for something inside the owner; a nested owner's new variables
   * are its own.
   */
  private boolean isLocal(String name) {
    return names.contains(name) || (variables.contains(name) && !fresh.contains(name));
  }
}
