package dev.orchlens.lower;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Attribute;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.DictExpr;
import dev.orchlens.syntax.Expr.ListExpr;
import dev.orchlens.syntax.Expr.TupleExpr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lowers calls of functions: {@code self.kernel(...)}, {@code pl.submit}, {@code pl.spmd_submit}
 * and functions from outside the program (reference: docs/en/dev/language/02-manual_dependencies.md
 * and 03-functions.md, "Cross-Module Function Reuse").
 */
final class KernelCallLowering {
  private static final Map<String, ArgDirection> DIRECTIONS =
      Map.of(
          "input", ArgDirection.INPUT,
          "output", ArgDirection.OUTPUT,
          "output_existing", ArgDirection.OUTPUT_EXISTING,
          "inout", ArgDirection.IN_OUT,
          "no_dep", ArgDirection.NO_DEP,
          "scalar", ArgDirection.SCALAR);

  /** How a function is called. */
  private enum Form {
    PLAIN(Set.of("attrs")),
    SUBMIT(Set.of("attrs", "deps", "dumps", "allow_early_resolve", "predicate")),
    SPMD_SUBMIT(
        Set.of(
            "attrs",
            "deps",
            "dumps",
            "allow_early_resolve",
            "predicate",
            "core_num",
            "sync_start"));

    private final Set<String> keywords;

    Form(Set<String> keywords) {
      this.keywords = keywords;
    }

    boolean isSubmit() {
      return this != PLAIN;
    }
  }

  private final FunctionLowering in;

  KernelCallLowering(FunctionLowering in) {
    this.in = in;
  }

  /** Returns the launch {@code self.kernel(...)}, which yields no TaskId. */
  Expr plainCall(Call node) {
    return call((Attribute) node.function(), node.arguments(), node, Form.PLAIN);
  }

  /**
   * Returns the launch {@code pl.submit(self.kernel, ...)} or its SPMD sibling; nothing when it
   * names no kernel.
   */
  Optional<Expr> submit(Call node, boolean spmd) {
    String construct = spmd ? "pl.spmd_submit" : "pl.submit";
    if (node.arguments().isEmpty() || !Syntax.isSelfAttribute(node.arguments().getFirst())) {
      in.error(
          Code.SUBMIT_FORM,
          node,
          construct
              + " takes a kernel of the program first, without calling it: "
              + construct
              + "(self.kernel, x, y).");
      return Optional.empty();
    }
    List<dev.orchlens.syntax.Expr> arguments = node.arguments().subList(1, node.arguments().size());
    Attribute kernel = (Attribute) node.arguments().getFirst();
    return Optional.of(call(kernel, arguments, node, spmd ? Form.SPMD_SUBMIT : Form.SUBMIT));
  }

  private Expr call(
      Attribute kernel, List<dev.orchlens.syntax.Expr> arguments, Call node, Form form) {
    String name = kernel.name().text();
    if (!in.program.declares(name)) {
      return in.fail(
          Code.CALL_UNDEFINED_FUNCTION,
          node,
          "The program has no function '" + name + "' that could be called.");
    }
    in.callees.add(name);
    Optional<Signature> callee = in.program.signature(name);
    checkKeywords(name, callee, node, form);
    boolean countOk =
        callee.map(c -> checkCount(name, c, arguments.size(), node, form)).orElse(true);
    List<Integer> noDep = new ArrayList<>();
    List<Expr> args = new ArrayList<>();
    List<Origin> places = new ArrayList<>();
    for (var argument : arguments) {
      var value = argument;
      while (isNoDep(value)) {
        value = ((Call) value).arguments().getFirst();
      }
      if (value != argument) {
        noDep.add(args.size());
      }
      args.add(in.expressions.lower(value));
      places.add(in.at(value));
    }
    CallAttrs attrs = attrs(name, args, noDep, node, form).withArgOrigins(places);
    List<Type> results =
        countOk
            ? results(callee, args, node, form)
            : callee.map(Signature::returnTypes).orElse(List.of());
    return form.isSubmit()
        ? submitted(name, args, attrs, results, node)
        : launched(name, args, attrs, results, node);
  }

  private Expr launched(
      String name, List<Expr> args, CallAttrs attrs, List<Type> results, Call node) {
    Type type =
        switch (results.size()) {
          case 0 -> new Type.Unknown("'" + name + "' does not say what it returns");
          case 1 -> results.getFirst();
          default -> new Type.Tuple(results);
        };
    return new Expr.Call(new Callee.Function(name), args, Kwargs.none(), attrs, type, in.at(node));
  }

  private Expr submitted(
      String name, List<Expr> args, CallAttrs attrs, List<Type> results, Call node) {
    List<Expr> deps = in.dependencies.listed(name, node, node);
    Optional<Expr> predicate = in.predicates.predicate("'" + name + "'", node);
    predicate.ifPresent(p -> in.predicates.requireProducer("'" + name + "'", p, deps, true, node));
    rejectInCluster(deps, attrs, predicate, node);
    List<Type> elements = new ArrayList<>(results);
    elements.add(Type.TASK_ID);
    return new Expr.Submit(
        new Callee.Function(name),
        args,
        deps,
        predicate,
        Kwargs.none(),
        attrs,
        new Type.Tuple(elements),
        in.at(node));
  }

  private static boolean isNoDep(Node node) {
    return node instanceof Call call
        && call.arguments().size() == 1
        && call.keywords().isEmpty()
        && (Syntax.path(call.function()).equals(List.of("pl", "no_dep"))
            || Syntax.path(call.function()).equals(List.of("no_dep")));
  }

  private void checkKeywords(String name, Optional<Signature> callee, Call node, Form form) {
    boolean host = callee.flatMap(Signature::role).filter(r -> r == Role.ORCHESTRATOR).isPresent();
    for (Part.Keyword keyword : node.keywords()) {
      String word = keyword.name().map(Part.Identifier::text).orElse("**");
      if (form.keywords.contains(word) || host && word.equals("device")) {
        continue;
      }
      String advice =
          switch (word) {
            case "deps", "predicate", "allow_early_resolve" ->
                "A plain call launches and forgets; write out, tid = pl.submit(self."
                    + name
                    + ", ..., "
                    + word
                    + "=...).";
            case "core_num", "sync_start" ->
                "Launch several blocks with pl.spmd_submit(self." + name + ", ...).";
            case "dumps" -> "Mark the tensor with pl.dump_tag(x) before the call.";
            default -> "Pass the arguments of the function by position.";
          };
      in.error(
          Code.CALL_KEYWORD,
          node,
          "The call of '" + name + "' does not take '" + word + "='. " + advice);
    }
  }

  private boolean checkCount(String name, Signature callee, int given, Call node, Form form) {
    int most = callee.params().size();
    int least = form.isSubmit() ? callee.requiredArguments() : most;
    if (given >= least && given <= most) {
      return true;
    }
    String expected = least == most ? Integer.toString(most) : least + " to " + most;
    List<String> parameters = callee.params().stream().map(p -> p.var().sourceName()).toList();
    in.error(
        Code.CALL_ARGUMENT_COUNT,
        node,
        "'"
            + name
            + "' takes "
            + expected
            + " arguments ("
            + String.join(", ", parameters)
            + "), but "
            + given
            + (given == 1 ? " is" : " are")
            + " given.");
    return false;
  }

  private List<Type> results(Optional<Signature> callee, List<Expr> args, Call node, Form form) {
    if (callee.isEmpty()) {
      return List.of();
    }
    Signature signature = callee.get();
    List<Type> declared =
        form.isSubmit() ? signature.returnTypes() : signature.effectiveReturnTypes();
    return CallTypes.results(signature, args, declared, form.isSubmit())
        .orElseGet(
            () -> {
              in.errorOfFunction(
                  Code.CALL_DIMENSIONS,
                  node,
                  "Two arguments of '"
                      + signature.name()
                      + "' give one of its dimensions different extents.");
              return declared.stream()
                  .<Type>map(_ -> new Type.Unknown("a dimension has two extents"))
                  .toList();
            });
  }

  private CallAttrs attrs(String name, List<Expr> args, List<Integer> noDep, Call node, Form form) {
    CallAttrs attrs = CallAttrs.none().withNoDepArgs(noDep);
    List<Var> dumps = new ArrayList<>(form.isSubmit() ? submitDumps(name, args, node) : List.of());
    Optional<DictExpr> written = writtenAttrs(name, node);
    if (written.isPresent()) {
      attrs = attrs.withArgDirections(writtenDirections(name, written.get(), args.size(), node));
      List<Integer> overrides = writtenIndices(written.get());
      attrs = overrides.isEmpty() || !noDep.isEmpty() ? attrs : attrs.withNoDepArgs(overrides);
      value(written.get(), "dump_vars").ifPresent(list -> dumps.addAll(argumentsNamed(list, args)));
      attrs = writtenControls(written.get(), attrs);
    }
    List<Var> dumped = new ArrayList<>();
    for (Expr arg : args) {
      if (arg instanceof Var v && (in.dumpTags.contains(v) || dumps.contains(v))) {
        dumped.add(v);
      }
    }
    attrs = attrs.withDumpVars(dumped);
    Optional<Part.Keyword> device = node.keyword("device");
    if (device.isPresent()) {
      attrs = attrs.withDevice(Optional.of(in.expressions.lower(device.get().value())));
    }
    if (form == Form.SPMD_SUBMIT) {
      attrs = launchSpecification(name, attrs, node);
    }
    return form.isSubmit()
        ? attrs.withAllowEarlyResolve(flag("allow_early_resolve", "'" + name + "'", node))
        : attrs;
  }

  private CallAttrs launchSpecification(String name, CallAttrs attrs, Call node) {
    Optional<Part.Keyword> blocks = node.keyword("core_num");
    Optional<Expr> coreNum = blocks.map(k -> coreNum(k.value()));
    if (blocks.isEmpty()) {
      in.error(
          Code.SPMD_CORE_NUM,
          node,
          "pl.spmd_submit(self."
              + name
              + ", ...) needs the number of blocks: core_num=N, a positive integer.");
    }
    return attrs.withSpmd(coreNum, flag("sync_start", "pl.spmd_submit", node));
  }

  /** Returns a number of blocks, which must be a positive integer. */
  Expr coreNum(dev.orchlens.syntax.Expr node) {
    Expr value = in.expressions.lower(node);
    if (FunctionLowering.isUnknown(value)) {
      return value;
    }
    if (!(value.type() instanceof Type.Scalar(DataType dtype)) || !dtype.isInteger()) {
      in.error(
          Code.SPMD_CORE_NUM,
          node,
          "The number of blocks must be an integer, but it is " + TypeText.of(value.type()) + ".");
    } else if (value instanceof Expr.ConstInt c && c.value() <= 0) {
      in.error(
          Code.SPMD_CORE_NUM,
          node,
          "The number of blocks must be positive, but it is " + c.value() + ".");
    }
    return value;
  }

  private boolean flag(String keyword, String owner, Call node) {
    Optional<Part.Keyword> written = node.keyword(keyword);
    if (written.isEmpty()) {
      return false;
    }
    Optional<Boolean> value = Syntax.booleanLiteral(written.get().value());
    if (value.isEmpty()) {
      in.error(
          Code.REGION_FLAG,
          written.get().value(),
          "'" + keyword + "=' of " + owner + " must be True or False, written in place.");
    }
    return value.orElse(false);
  }

  private List<Var> submitDumps(String name, List<Expr> args, Call node) {
    Optional<Part.Keyword> keyword = node.keyword("dumps");
    if (keyword.isEmpty()) {
      return List.of();
    }
    Set<Var> dumps = new LinkedHashSet<>();
    for (var element : elements(keyword.get().value(), "dumps", name)) {
      Expr value = in.expressions.lower(element);
      if (value instanceof Var v && v.type().isTensor() && args.contains(v)) {
        dumps.add(v);
      } else if (!FunctionLowering.isUnknown(value)) {
        in.error(
            Code.SUBMIT_DUMPS,
            element,
            "'"
                + in.origins().quote(element)
                + "' is no tensor that this launch passes to '"
                + name
                + "'.");
      }
    }
    return List.copyOf(dumps);
  }

  private List<dev.orchlens.syntax.Expr> elements(Node list, String keyword, String name) {
    return switch (list) {
      case ListExpr l -> l.elements();
      case TupleExpr t -> t.elements();
      default -> {
        in.error(
            Code.SUBMIT_DUMPS,
            list,
            "'" + keyword + "=' of '" + name + "' must be a list of the tensors to dump.");
        yield List.of();
      }
    };
  }

  private Optional<DictExpr> writtenAttrs(String name, Call node) {
    Optional<Part.Keyword> keyword = node.keyword("attrs");
    if (keyword.isEmpty()) {
      return Optional.empty();
    }
    if (keyword.get().value() instanceof DictExpr dict
        && dict.entries().stream()
            .allMatch(e -> e.key().flatMap(Syntax::stringLiteral).isPresent())) {
      if (value(dict, "manual_dep_edges").isPresent()) {
        in.error(
            Code.CALL_ATTRS,
            node,
            "Dependencies are written deps=[...] on a pl.submit, not in attrs=.");
      }
      return Optional.of(dict);
    }
    in.error(
        Code.CALL_ATTRS,
        keyword.get().value(),
        "'attrs=' of '" + name + "' must be a dictionary with string keys.");
    return Optional.empty();
  }

  private static Optional<dev.orchlens.syntax.Expr> value(DictExpr dict, String key) {
    return dict.entries().stream()
        .filter(e -> e.key().flatMap(Syntax::stringLiteral).filter(key::equals).isPresent())
        .map(Part.DictEntry::value)
        .reduce((first, second) -> second);
  }

  private List<ArgDirection> writtenDirections(String name, DictExpr dict, int count, Call node) {
    Optional<dev.orchlens.syntax.Expr> list = value(dict, "arg_directions");
    if (list.isEmpty()) {
      return List.of();
    }
    List<ArgDirection> directions = new ArrayList<>();
    if (list.get() instanceof ListExpr written) {
      for (var element : written.elements()) {
        List<String> path = Syntax.path(element);
        boolean marker = path.size() == 3 && path.subList(0, 2).equals(List.of("pl", "adir"));
        ArgDirection direction = marker ? DIRECTIONS.get(path.getLast()) : null;
        if (direction == null) {
          in.error(
              Code.CALL_ATTRS,
              element,
              "'"
                  + in.origins().quote(element)
                  + "' is no direction: write pl.adir.input"
                  + " and its like.");
          return List.of();
        }
        directions.add(direction);
      }
    }
    if (directions.isEmpty() || directions.size() == count) {
      return directions;
    }
    in.error(
        Code.CALL_ATTRS,
        node,
        "The call of '"
            + name
            + "' has "
            + count
            + " arguments, but "
            + directions.size()
            + " directions.");
    return List.of();
  }

  private static List<Integer> writtenIndices(DictExpr dict) {
    List<Integer> indices = new ArrayList<>();
    if (value(dict, "arg_direction_overrides").orElse(null) instanceof ListExpr list) {
      for (var element : list.elements()) {
        if (element instanceof Literal.IntLiteral number) {
          indices.add(number.value().intValue());
        }
      }
    }
    return indices;
  }

  /**
   * Reads how a call is launched and what it waits for where attrs= says so, which is how compiled
   * programs are printed (reference: docs/en/dev/ir/01-hierarchy.md, "Call attributes").
   */
  private CallAttrs writtenControls(DictExpr dict, CallAttrs before) {
    CallAttrs attrs = before;
    Optional<dev.orchlens.syntax.Expr> blocks = value(dict, "core_num");
    if (blocks.isPresent()) {
      boolean together = value(dict, "sync_start").flatMap(Syntax::booleanLiteral).orElse(false);
      attrs = attrs.withSpmd(Optional.of(in.expressions.lower(blocks.get())), together);
    }
    if (value(dict, "compiler_manual_dep_edges").orElse(null) instanceof ListExpr list) {
      attrs = attrs.withCompilerDeps(list.elements().stream().map(in.expressions::lower).toList());
    }
    return value(dict, "allow_early_resolve").flatMap(Syntax::booleanLiteral).orElse(false)
        ? attrs.withAllowEarlyResolve(true)
        : attrs;
  }

  private List<Var> argumentsNamed(Node list, List<Expr> args) {
    List<Var> found = new ArrayList<>();
    for (Node element : list.children()) {
      if (element instanceof dev.orchlens.syntax.Expr expr
          && in.expressions.lower(expr) instanceof Var v
          && args.contains(v)) {
        found.add(v);
      }
    }
    return found;
  }

  private void rejectInCluster(
      List<Expr> deps, CallAttrs attrs, Optional<Expr> predicate, Call node) {
    if (!in.nesting.inside(Nesting.RegionKind.CLUSTER)) {
      return;
    }
    boolean controlled =
        !deps.isEmpty()
            || attrs.coreNum().isPresent()
            || attrs.syncStart()
            || attrs.allowEarlyResolve()
            || predicate.isPresent();
    if (controlled) {
      in.error(
          Code.SPMD_IN_CLUSTER,
          node,
          "A cluster is launched as one task, so a submit inside it cannot have dependencies or"
              + " launch controls of its own. Put them on the cluster's launch.");
    }
  }

  /**
   * Returns the call of a function that is defined outside of the program and becomes part of it.
   */
  Expr externalCall(DecoratedFunction function, Call node) {
    String name = function.name();
    DecoratedFunction known = in.externals.putIfAbsent(name, function);
    if (in.program.declares(name) || known != null && known != function) {
      in.error(
          Code.PROGRAM_NAME_CONFLICT,
          node,
          "The function '"
              + name
              + "' from outside has the name of another function of the program. Rename one.");
    }
    if (!node.keywords().isEmpty()) {
      in.error(Code.CALL_KEYWORD, node, "'" + name + "' takes its arguments by position only.");
    }
    Optional<Signature> callee = in.program.external(function);
    List<Expr> args = new ArrayList<>();
    node.arguments().forEach(a -> args.add(in.expressions.lower(a)));
    boolean countOk =
        callee.map(c -> checkCount(name, c, args.size(), node, Form.PLAIN)).orElse(false);
    List<Type> results = countOk ? results(callee, args, node, Form.PLAIN) : List.of();
    return launched(name, args, CallAttrs.none(), results, node);
  }
}
