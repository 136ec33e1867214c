package dev.orchlens.ir;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes a program in class form, as the language reads it again (reference: docs/en/dev/language,
 * "Module Structure", "Statements"). Variables of one name get different ones.
 */
public final class Printer {
  private static final String INDENT = "    ";

  private final StringBuilder out = new StringBuilder();
  private ExprPrinter exprs = new ExprPrinter(Var::name);
  private int level;

  private Printer() {}

  /** Returns the module that holds {@code program}. */
  public static String print(Program program) {
    Printer printer = new Printer();
    printer.line("import pypto.language as pl");
    printer.out.append('\n');
    Set<String> symbols = symbols(program);
    symbols.forEach(s -> printer.line(s + " = pl.dynamic(\"" + s + "\")"));
    printer.out.append(symbols.isEmpty() ? "\n" : "\n\n");
    printer.line("@pl.program");
    printer.line("class " + program.name() + ":");
    printer.level++;
    boolean isFirst = true;
    for (Function f : calleesFirst(program)) {
      printer.out.append(isFirst ? "" : "\n");
      isFirst = false;
      printer.function(f);
    }
    return printer.out.toString();
  }

  /** Returns the text of one function, without the class around it. */
  public static String print(Function function) {
    Printer printer = new Printer();
    printer.function(function);
    return printer.out.toString();
  }

  /** Returns the text of an expression, with the names its variables have in the IR. */
  public static String print(Expr expr) {
    return new ExprPrinter(Var::name).expr(expr);
  }

  /** Returns the annotation that writes a type. */
  public static String print(Type type) {
    return new ExprPrinter(Var::name).type(type);
  }

  /**
   * Returns the functions so that each stands behind those it calls, as their results are known
   * only then.
   */
  private static Collection<Function> calleesFirst(Program program) {
    Map<String, Function> out = new LinkedHashMap<>();
    program.functions().values().forEach(f -> addCalleesFirst(f, program, out, new HashSet<>()));
    return out.values();
  }

  private static void addCalleesFirst(
      Function f, Program program, Map<String, Function> out, Set<String> open) {
    if (out.containsKey(f.name()) || !open.add(f.name())) {
      return;
    }
    Walk.expressions(
        f.body(),
        e -> {
          if (e instanceof Expr.Invocation call) {
            program
                .function(call.callee())
                .ifPresent(callee -> addCalleesFirst(callee, program, out, open));
          }
        });
    out.put(f.name(), f);
  }

  /** Returns the names of dimensions that no function defines. */
  private static Set<String> symbols(Program program) {
    Set<String> names = new TreeSet<>();
    for (Function f : program.functions().values()) {
      Set<Var> defined = Collections.newSetFromMap(new IdentityHashMap<>());
      f.params().forEach(p -> defined.add(p.var()));
      Walk.statements(f.body(), s -> Walk.definedBy(s, defined::add));
      List<Type> types = new ArrayList<>(f.returnTypes());
      f.params().forEach(p -> types.add(p.var().type()));
      for (Type type : types) {
        TypeExprs.forEach(
            type,
            dim ->
                Walk.expression(
                    dim,
                    e -> {
                      if (e instanceof Var v && !defined.contains(v)) {
                        names.add(v.name());
                      }
                    }));
      }
    }
    return names;
  }

  private void line(String text) {
    out.append(INDENT.repeat(level)).append(text).append('\n');
  }

  // ---------------------------------------------------------------- functions

  private void function(Function f) {
    exprs = new ExprPrinter(new PrintedNames(f)::of);
    FunctionAttrs a = f.attrs();
    List<String> options = new ArrayList<>();
    options.add("type=pl.FunctionType." + f.type().label());
    a.level().ifPresent(l -> options.add("level=pl.Level." + l.label()));
    a.role().ifPresent(r -> options.add("role=pl.Role." + r.label()));
    if (!a.autoScope()) {
      options.add("auto_scope=False");
    }
    line("@pl.function(" + String.join(", ", options) + ")");
    List<String> params = new ArrayList<>(List.of("self"));
    f.params().forEach(p -> params.add(exprs.name(p.var()) + ": " + annotation(p)));
    List<String> results = f.returnTypes().stream().map(exprs::type).toList();
    String result =
        switch (results.size()) {
          case 0 -> "";
          case 1 -> " -> " + results.getFirst();
          default -> " -> tuple[" + String.join(", ", results) + "]";
        };
    line("def " + f.name() + "(" + String.join(", ", params) + ")" + result + ":");
    body(f.body());
  }

  private String annotation(Param p) {
    String type = exprs.type(p.var().type());
    return switch (p.direction()) {
      case IN -> type;
      case OUT -> "pl.Out[" + type + "]";
      case IN_OUT -> "pl.InOut[" + type + "]";
    };
  }

  // ---------------------------------------------------------------- statements

  private void body(List<Stmt> body) {
    body(body, List.of());
  }

  /** Prints a body; its last yield binds {@code results}. */
  private void body(List<Stmt> body, List<Var> results) {
    level++;
    int before = out.length();
    for (int i = 0; i < body.size(); i++) {
      Stmt stmt = body.get(i);
      if (!declaresTaskId(stmt, i + 1 < body.size() ? body.get(i + 1) : null)) {
        statement(stmt, results);
      }
    }
    if (out.length() == before) {
      line("pass");
    }
    level--;
  }

  /** Returns whether a statement only declares the TaskId that the region behind it captures. */
  private static boolean declaresTaskId(Stmt stmt, Stmt next) {
    return stmt instanceof Stmt.Assign a
        && a.value() instanceof Expr.Call call
        && call.isOp(Ops.SYSTEM_TASK_INVALID)
        && next instanceof Stmt.Scope scope
        && scope.attrs().taskId().filter(v -> v == a.var()).isPresent();
  }

  private void statement(Stmt stmt, List<Var> results) {
    switch (stmt) {
      case Stmt.Assign s -> {
        boolean isPlaced = s.var().type() instanceof Type.Tensor t && t.memRef().isPresent();
        String annotation = isPlaced ? ": " + exprs.type(s.var().type()) : "";
        line(exprs.name(s.var()) + annotation + " = " + value(s.value()));
      }
      case Stmt.Eval s -> line(exprs.expr(s.expr()));
      case Stmt.Yield s -> {
        String call = "pl.yield_(" + exprs.list(s.values()) + ")";
        line(results.isEmpty() ? call : exprs.list(results) + " = " + call);
      }
      case Stmt.Return s -> line(("return " + exprs.list(s.values())).stripTrailing());
      case Stmt.Break _ -> line("break");
      case Stmt.Continue _ -> line("continue");
      case Stmt.If s -> {
        line("if " + exprs.expr(s.condition()) + ":");
        body(s.then(), s.results());
        s.orElse()
            .ifPresent(
                b -> {
                  line("else:");
                  body(b, s.results());
                });
      }
      case Stmt.For s -> {
        line("for " + exprs.name(s.var()) + carried(s, ", ") + " in " + range(s) + ":");
        body(s.body(), s.results());
      }
      case Stmt.While s -> whileLoop(s);
      case Stmt.Scope s -> {
        line(
            "with "
                + region(s)
                + s.attrs().taskId().map(v -> " as " + exprs.name(v)).orElse("")
                + ":");
        body(s.body(), results);
      }
    }
  }

  private String value(Expr value) {
    return value instanceof Expr.MakeTuple tuple
        ? exprs.tuple(tuple.elements())
        : exprs.expr(value);
  }

  private String carried(Stmt.Loop loop, String separator) {
    List<Var> vars = loop.carries().stream().map(Carry::var).toList();
    return vars.isEmpty() ? "" : separator + exprs.tuple(vars);
  }

  private String inits(Stmt.Loop loop) {
    return "init_values=" + exprs.tuple(loop.carries().stream().map(Carry::init).toList());
  }

  private String range(Stmt.For s) {
    String name =
        switch (s.kind()) {
          case SEQUENTIAL -> "range";
          case PARALLEL -> "parallel";
          case UNROLL -> "unroll";
          case PIPELINE -> "pipeline";
        };
    List<String> parts = new ArrayList<>();
    boolean hasStep = !(s.step() instanceof Expr.ConstInt c && c.value() == 1);
    if (hasStep || !(s.start() instanceof Expr.ConstInt c && c.value() == 0)) {
      parts.add(exprs.expr(s.start()));
    }
    parts.add(exprs.expr(s.stop()));
    if (hasStep) {
      parts.add(exprs.expr(s.step()));
    }
    if (s.kind() == ForKind.PIPELINE) {
      parts.add("stage=" + s.attrs().pipelineStages());
    }
    if (!s.carries().isEmpty()) {
      parts.add(inits(s));
    }
    return "pl." + name + "(" + String.join(", ", parts) + ")";
  }

  private void whileLoop(Stmt.While s) {
    if (s.carries().isEmpty()) {
      line("while " + exprs.expr(s.condition()) + ":");
      body(s.body(), s.results());
      return;
    }
    line("for " + carried(s, "") + " in pl.while_(" + inits(s) + "):");
    level++;
    line("pl.cond(" + exprs.expr(s.condition()) + ")");
    level--;
    body(s.body(), s.results());
  }

  private String region(Stmt.Scope s) {
    List<String> options = new ArrayList<>();
    String name =
        switch (s) {
          case Stmt.InCoreScope in -> {
            options.add("level=pl.Level.CORE_GROUP");
            split(in.split()).ifPresent(options::add);
            yield "at";
          }
          case Stmt.ClusterScope _ -> "cluster";
          case Stmt.HierarchyScope h -> {
            options.add("level=pl.Level." + h.level().label());
            h.role().ifPresent(r -> options.add("role=pl.Role." + r.label()));
            yield "at";
          }
          case Stmt.SpmdScope spmd -> {
            options.add(exprs.expr(spmd.coreNum()));
            if (spmd.syncStart()) {
              options.add("sync_start=True");
            }
            yield "spmd";
          }
          case Stmt.SplitAivScope split -> {
            options.add("pl.SplitMode." + split.split().label());
            yield "split_aiv";
          }
          case Stmt.RuntimeScope r -> r.manual() ? "manual_scope" : "scope";
        };
    addOptions(s.attrs(), options);
    return "pl." + name + "(" + String.join(", ", options) + ")";
  }

  private static Optional<String> split(SplitMode mode) {
    return mode == SplitMode.NONE
        ? Optional.empty()
        : Optional.of("optimizations=[pl.split(pl.SplitMode." + mode.label() + ")]");
  }

  private void addOptions(ScopeAttrs a, List<String> options) {
    if (!a.nameHint().isEmpty()) {
      options.add("name_hint=\"" + a.nameHint() + "\"");
    }
    if (!a.deps().isEmpty()) {
      options.add("deps=[" + exprs.list(a.deps()) + "]");
    }
    if (!a.noDepVars().isEmpty()) {
      options.add("no_dep_args=[" + exprs.list(a.noDepVars()) + "]");
    }
    if (!a.dumpVars().isEmpty()) {
      options.add("dumps=[" + exprs.list(a.dumpVars()) + "]");
    }
    if (a.allowEarlyResolve()) {
      options.add("allow_early_resolve=True");
    }
    a.predicate().ifPresent(p -> options.add("predicate=(" + exprs.expr(p) + ")"));
  }
}
