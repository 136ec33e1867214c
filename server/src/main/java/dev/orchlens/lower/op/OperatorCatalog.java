package dev.orchlens.lower.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The operators of the language and of the IR (reference: docs/en/dev/ir/05-operators.md and docs/en/user/ops). It turns a
 * call as written into the IR call that it means, with its arguments in the IR's order and its result typed.
 */
public final class OperatorCatalog {
  private final Map<String, Operator> operators;
  private final Map<String, List<Form>> forms;

  private OperatorCatalog(Map<String, Operator> operators, Map<String, List<Form>> forms) {
    this.operators = Map.copyOf(operators);
    this.forms = Map.copyOf(forms);
  }

  /** Reads the catalogue; it is immutable, so one is enough for a process. */
  public static OperatorCatalog load() {
    OperatorCatalog catalog = new OperatorCatalog(CatalogReader.operators(), CatalogReader.forms());
    catalog.forms.values().stream().flatMap(List::stream).forEach(catalog::requireTarget);
    return catalog;
  }

  private void requireTarget(Form form) {
    if (!operators.containsKey(form.target()) && !form.target().startsWith("scalar.")) {
      throw new IllegalArgumentException("a call builds the unknown operator " + form.target());
    }
  }

  /** Returns whether a program may call {@code path} ({@code add}, {@code tensor.slice}, {@code pld.window}). */
  public boolean knows(String path) {
    return forms.containsKey(path);
  }

  /** Returns every path a program may call. */
  public Set<String> paths() {
    return forms.keySet();
  }

  /** Returns the IR operator called {@code name} ({@code tensor.slice}). */
  public Optional<Operator> operator(String name) {
    return Optional.ofNullable(operators.get(name));
  }

  /**
   * Returns what a call means: a call of an IR operator, or an operation on scalars. A call that is wrong is reported at
   * its origin, and an expression of the probable type returned.
   */
  public Expr build(SurfaceCall call, Consumer<Problem> problems) {
    List<Form> candidates = forms.get(call.path());
    if (candidates == null) {
      String name = display(call.path());
      String message = "There is no operation " + name + ". Check its spelling.";
      problems.accept(Problem.error("op/unknown-operation", message, call.origin()));
      return new Expr.Unknown(message, new Type.Unknown("the operation " + name + " does not exist"), call.origin());
    }
    try {
      return emit(choose(candidates, call), call);
    } catch (RuleFailure failure) {
      if (!failure.isSilent()) {
        String message = display(call.path()) + " " + failure.getMessage() + ".";
        problems.accept(Problem.error(failure.code(), message, call.origin()));
      }
      return new Expr.Unknown(failure.getMessage(), failure.guess(), call.origin());
    }
  }

  /** Returns the call of an IR operator with arguments that are in the IR's order already, its result typed. */
  Expr build(String operator, List<? extends Expr> args, Kwargs kwargs, SurfaceCall call, Consumer<Problem> problems) {
    try {
      return typed(operator, List.copyOf(args), kwargs, CallAttrs.none(), call);
    } catch (RuleFailure failure) {
      if (!failure.isSilent()) {
        problems.accept(Problem.error(failure.code(), operator + " " + failure.getMessage() + ".", call.origin()));
      }
      return new Expr.Unknown(failure.getMessage(), failure.guess(), call.origin());
    }
  }

  private static String display(String path) {
    return path.startsWith("pld.") ? path : "pl." + path;
  }

  /** A form whose parameters got operands of their kinds. */
  private record Chosen(Form form, Map<String, Operand> bound) {}

  /**
   * Takes the first form that fits. When none does, the failure of the one whose leading operands fit best is the one to
   * tell.
   */
  private static Chosen choose(List<Form> candidates, SurfaceCall call) {
    RuleFailure best = null;
    int bestFit = -1;
    for (Form form : candidates) {
      int fit = 0;
      try {
        fit = leadingFit(form, call);
        Map<String, Operand> bound = Binder.bind(form, call);
        requireKinds(form, bound, call);
        return new Chosen(form, bound);
      } catch (RuleFailure failure) {
        if (fit > bestFit) {
          best = failure;
          bestFit = fit;
        }
      }
    }
    throw best;
  }

  private static int leadingFit(Form form, SurfaceCall call) {
    int fit = 0;
    while (fit < call.positional().size()
        && fit < form.parameters().size()
        && OperandConversion.matches(form.parameters().get(fit), call.positional().get(fit))) {
      fit++;
    }
    for (String name : call.keyword().keySet()) {
      fit += form.parameters().stream().anyMatch(p -> p.name().equals(name)) ? 1 : 0;
    }
    return fit;
  }

  private static void requireKinds(Form form, Map<String, Operand> bound, SurfaceCall call) {
    for (Parameter parameter : form.parameters()) {
      Operand operand = bound.get(parameter.name());
      if (operand != null && !OperandConversion.matches(parameter, operand)) {
        throw wrongKind(parameter, operand, call);
      }
    }
  }

  private static RuleFailure wrongKind(Parameter parameter, Operand operand, SurfaceCall call) {
    boolean tensors = false;
    boolean tiles = false;
    for (Operand each : call.positional()) {
      tensors |= each instanceof Operand.Value(Expr e) && e.type() instanceof Type.Tensor;
      tiles |= each instanceof Operand.Value(Expr e) && e.type() instanceof Type.Tile;
    }
    if (tensors && tiles && operand instanceof Operand.Value(Expr e) && e.type() instanceof Type.Shaped) {
      return new RuleFailure(
          "op/mixed-levels", "cannot combine a tensor with a tile; make all its operands tensors, or load them all");
    }
    String got =
        switch (operand) {
          case Operand.Value(Expr e) -> ScalarArithmetic.noun(e.type());
          case Operand.Items _ -> "a list";
          case Operand.None _ -> "None";
          case Operand.Constant(Attr.Text(String text)) -> "'" + text + "'";
          case Operand.Constant(Attr.DType(DataType dtype)) -> "the dtype " + dtype;
          case Operand.Constant _ -> "a constant";
        };
    String expected =
        parameter.kind() == Parameter.Kind.CHOICE
            ? "one of " + String.join(", ", parameter.choices())
            : parameter.kind().noun();
    return new RuleFailure("op/wrong-kind", "needs " + expected + " for '" + parameter.name() + "', but gets " + got);
  }

  private Expr emit(Chosen chosen, SurfaceCall call) {
    Form form = chosen.form();
    OperandConversion conversion = new OperandConversion(form, chosen.bound(), call.origin());
    List<Expr> args = arguments(form, conversion);
    if (form.target().equals("scalar.CAST")) {
      Attr target = conversion.keyword(form.parameter("target_type"), chosen.bound().get("target_type"));
      return ScalarArithmetic.cast(args.getFirst(), ((Attr.DType) target).value(), call.origin());
    }
    Optional<Expr.BinaryOp> operation = ScalarArithmetic.operation(form.target());
    if (operation.isPresent()) {
      return ScalarArithmetic.binary(operation.get(), args.get(0), args.get(1), call.origin());
    }
    return typed(form.target(), args, keywords(form, conversion), attrs(form, conversion), call);
  }

  private Expr typed(String target, List<Expr> args, Kwargs kwargs, CallAttrs attrs, SurfaceCall call) {
    Operator operator = operators.get(target);
    requireDtypes(operator, args);
    Type type;
    try {
      type = operator.rule().apply(new RuleInput(target, args, kwargs));
    } catch (RuleFailure failure) {
      if (!failure.isSilent()) {
        throw failure;
      }
      type = failure.guess();
    }
    return new Expr.Call(new Callee.Op(target), args, kwargs, attrs, type, call.origin());
  }

  private static void requireDtypes(Operator operator, List<Expr> args) {
    for (int i = 0; i < Math.min(args.size(), operator.arguments().size()); i++) {
      Operator.Argument argument = operator.arguments().get(i);
      Optional<DataType> dtype = args.get(i).type().elementType();
      if (dtype.isPresent()) {
        Shapes.requireDtype(dtype.get(), "'" + argument.name() + "'", argument.dtypes());
      }
    }
  }

  private static List<Expr> arguments(Form form, OperandConversion conversion) {
    List<Expr> args = new ArrayList<>();
    int pending = 0;
    for (Form.Slot slot : form.arguments()) {
      Parameter parameter = form.parameter(slot.parameter());
      Optional<Operand> operand =
          conversion.operand(parameter).or(() -> conversion.operand(form.parameter(slot.otherwise())));
      if (operand.isPresent()) {
        for (; pending > 0; pending--) {
          args.add(Expr.MakeTuple.of(List.of(), conversion.origin()));
        }
        args.add(conversion.argument(parameter, operand.get()));
      } else if (slot.whenAbsent() == Form.WhenAbsent.EMPTY_TUPLE) {
        pending++;
      }
    }
    return args;
  }

  private static Kwargs keywords(Form form, OperandConversion conversion) {
    Map<String, Attr> values = new LinkedHashMap<>();
    for (Form.Slot slot : form.keywords()) {
      Parameter parameter = form.parameter(slot.parameter());
      Optional<Operand> operand = conversion.operand(parameter);
      if (parameter.kind() == Parameter.Kind.DEPS || operand.isEmpty()) {
        continue;
      }
      Attr value = conversion.keyword(parameter, operand.get());
      boolean isDefault =
          parameter.fallback().map(f -> conversion.keyword(parameter, f).equals(value)).orElse(false);
      if (slot.whenAbsent() != Form.WhenAbsent.OMIT || !isDefault) {
        values.put(slot.parameter(), value);
      }
    }
    return new Kwargs(values);
  }

  private static CallAttrs attrs(Form form, OperandConversion conversion) {
    for (Form.Slot slot : form.keywords()) {
      Parameter parameter = form.parameter(slot.parameter());
      if (parameter.kind() == Parameter.Kind.DEPS) {
        Operand deps = conversion.operand(parameter).orElse(new Operand.Items(List.of()));
        return CallAttrs.none().asDummyTask(conversion.dependencies(deps));
      }
    }
    return CallAttrs.none();
  }
}
