package dev.orchlens.lower.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.CallAttrs;
import dev.orchlens.ir.Callee;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.ir.op.RuleFailure;
import dev.orchlens.ir.op.ScalarArithmetic;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The operators of the language (reference: docs/en/user/ops/01-catalog.md). It turns a call as
 * written into the IR call that it means, with its arguments in the IR's order and its result
 * typed.
 */
public final class OperatorCatalog {
  /** What stands before the keyword arguments says more about which form was meant than they do. */
  private static final int POSITION_WEIGHT = 100;

  /** How many letters of a mistyped name may be wrong for another to be proposed. */
  private static final int MAX_TYPOS = 2;

  private final Operators operators;
  private final Map<String, List<Form>> forms;

  private OperatorCatalog(Operators operators, Map<String, List<Form>> forms) {
    this.operators = operators;
    this.forms = Map.copyOf(forms);
  }

  /** Reads the catalogue; it is immutable, so one is enough for a process. */
  public static OperatorCatalog load() {
    OperatorCatalog catalog = new OperatorCatalog(Operators.load(), CatalogReader.forms());
    catalog.forms.values().stream().flatMap(List::stream).forEach(catalog::requireTarget);
    return catalog;
  }

  private void requireTarget(Form form) {
    if (operators.find(form.target()).isEmpty() && !form.target().startsWith("scalar.")) {
      throw new IllegalArgumentException("a call builds the unknown operator " + form.target());
    }
  }

  /**
   * Returns whether a program may call {@code path} ({@code add}, {@code tensor.slice}, {@code
   * pld.window}).
   */
  public boolean knows(String path) {
    return forms.containsKey(path);
  }

  /** Returns every path a program may call. */
  public Set<String> paths() {
    return forms.keySet();
  }

  /** Returns the ways to call a path; none where a program may not call it. */
  public List<Signature> signatures(String path) {
    return forms.getOrDefault(path, List.of()).stream()
        .map(form -> Signature.of(display(path), form, operators.find(form.target())))
        .toList();
  }

  /** Returns the operators of the IR. */
  public Operators operators() {
    return operators;
  }

  /**
   * Returns what a call means: a call of an IR operator, or an operation on scalars. A call that is
   * wrong is reported at its origin, and an expression of the probable type returned.
   */
  public Expr build(SurfaceCall call, Consumer<Problem> problems) {
    List<Form> candidates = forms.get(call.path());
    if (candidates == null) {
      String name = display(call.path());
      String message = "There is no operation " + name + ". " + advice(call.path());
      problems.accept(new Problem(Code.OP_UNKNOWN_OPERATION, message, call.origin()));
      return new Expr.Unknown(
          message, new Type.Unknown("the operation " + name + " does not exist"), call.origin());
    }
    try {
      return emit(choose(candidates, call), call);
    } catch (RuleFailure failure) {
      return failure.reported(display(call.path()), call.origin(), problems);
    }
  }

  /**
   * Returns what to write instead: the known path that differs in one or two letters, if there is
   * one.
   */
  private String advice(String path) {
    return forms.keySet().stream()
        .filter(
            known ->
                Math.abs(known.length() - path.length()) <= MAX_TYPOS
                    && typos(known, path) <= MAX_TYPOS)
        .min(
            Comparator.comparingInt((String known) -> typos(known, path))
                .thenComparing(Comparator.naturalOrder()))
        .map(known -> "Is it " + display(known) + " that you mean?")
        .orElse("Check its spelling.");
  }

  /**
   * Returns how many letters have to be inserted, left out or replaced to make one word of the
   * other.
   */
  private static int typos(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }

  private static String display(String path) {
    return path.startsWith("pld.") ? path : "pl." + path;
  }

  /** A form whose parameters got operands of their kinds. */
  private record Chosen(Form form, Map<String, Operand> bound) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * Takes the first form that fits. When none does, the failure of the one whose leading operands
   * fit best is the one to tell.
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
    Optional<Code> fault =
        best.code()
            .filter(f -> candidates.size() > 1)
            .filter(f -> f == Code.OP_UNKNOWN_KEYWORD || f == Code.OP_TOO_MANY_ARGUMENTS);
    throw fault.isPresent()
        ? new RuleFailure(fault.get(), best.getMessage() + " with operands of these kinds")
        : best;
  }

  private static int leadingFit(Form form, SurfaceCall call) {
    int fit = 0;
    while (fit < call.positional().size()
        && fit < form.parameters().size()
        && OperandConversion.matches(form.parameters().get(fit), call.positional().get(fit))) {
      fit++;
    }
    fit *= POSITION_WEIGHT;
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
    boolean constant =
        switch (parameter.kind()) {
          case INT, REAL, LITERAL, CHOICE -> true;
          default -> false;
        };
    if (constant && operand instanceof Operand.Value(Expr.Const _)) {
      return needsKeyword(parameter);
    }
    boolean tensors = false;
    boolean tiles = false;
    for (Operand each : call.positional()) {
      tensors |= each instanceof Operand.Value(Expr e) && e.type() instanceof Type.Tensor;
      tiles |= each instanceof Operand.Value(Expr e) && e.type() instanceof Type.Tile;
    }
    if (tensors
        && tiles
        && operand instanceof Operand.Value(Expr e)
        && e.type() instanceof Type.Shaped) {
      return new RuleFailure(
          Code.OP_MIXED_LEVELS,
          "cannot combine a tensor with a tile; make all its operands tensors, or load them all");
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
            ? "one of "
                + String.join(", ", parameter.choices().stream().filter(c -> !c.isEmpty()).toList())
            : parameter.kind().noun();
    return new RuleFailure(
        Code.OP_WRONG_KIND,
        "needs " + expected + " for '" + parameter.name() + "', but gets " + got);
  }

  private Expr emit(Chosen chosen, SurfaceCall call) {
    Form form = chosen.form();
    OperandConversion conversion = new OperandConversion(form, chosen.bound(), call.origin());
    List<Expr> args = arguments(form, conversion);
    if (form.target().equals("scalar.CAST")) {
      Attr target =
          conversion.keyword(form.parameter("target_type"), chosen.bound().get("target_type"));
      return ScalarArithmetic.cast(args.getFirst(), ((Attr.DType) target).value(), call.origin());
    }
    Optional<Expr.BinaryOp> operation = operation(form.target());
    if (operation.isPresent()) {
      return ScalarArithmetic.binary(operation.get(), args.get(0), args.get(1), call.origin());
    }
    Type type =
        operators.resultType(
            form.target(), args, keywords(form, conversion, Form.WhenAbsent.TYPE_ONLY));
    Kwargs kwargs = keywords(form, conversion, Form.WhenAbsent.DEFAULT);
    CallAttrs attrs = attrs(form, conversion);
    return new Expr.Call(new Callee.Op(form.target()), args, kwargs, attrs, type, call.origin());
  }

  /** Returns the operation that a target such as {@code scalar.MIN} names, or nothing. */
  private static Optional<Expr.BinaryOp> operation(String target) {
    return Arrays.stream(Expr.BinaryOp.values())
        .filter(op -> target.equals("scalar." + op))
        .findFirst();
  }

  private static List<Expr> arguments(Form form, OperandConversion conversion) {
    List<Expr> args = new ArrayList<>();
    int pending = 0;
    for (Form.Slot slot : form.arguments()) {
      Parameter parameter = form.parameter(slot.parameter());
      Optional<Operand> operand =
          conversion
              .operand(parameter)
              .or(() -> conversion.operand(form.parameter(slot.otherwise())));
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

  /** Returns the keyword values, with those that only type the result when {@code last} says so. */
  private static Kwargs keywords(Form form, OperandConversion conversion, Form.WhenAbsent last) {
    Map<String, Attr> values = new LinkedHashMap<>();
    for (Form.Slot slot : form.keywords()) {
      Parameter parameter = form.parameter(slot.parameter());
      Optional<Operand> operand = conversion.operand(parameter);
      boolean hidden =
          slot.whenAbsent() == Form.WhenAbsent.TYPE_ONLY && last != Form.WhenAbsent.TYPE_ONLY;
      if (parameter.kind() == Parameter.Kind.DEPS || operand.isEmpty() || hidden) {
        continue;
      }
      requireKeyword(slot, parameter, operand.get());
      Attr value = conversion.keyword(parameter, operand.get());
      boolean isDefault =
          parameter
              .fallback()
              .map(f -> conversion.keyword(parameter, f).equals(value))
              .orElse(false);
      if (slot.whenAbsent() != Form.WhenAbsent.OMIT || !isDefault) {
        values.put(slot.parameter(), value);
      }
    }
    return new Kwargs(values);
  }

  /**
   * The reference passes a truth value on as it is, and a literal passed by position is a value of
   * the program.
   */
  private static void requireKeyword(Form.Slot slot, Parameter parameter, Operand operand) {
    boolean passedOn =
        parameter.kind() == Parameter.Kind.FLAG && slot.whenAbsent() == Form.WhenAbsent.DEFAULT;
    if (passedOn
        && operand instanceof Operand.Value(Expr value)
        && !(value instanceof Expr.Unknown)) {
      throw needsKeyword(parameter);
    }
  }

  private static RuleFailure needsKeyword(Parameter parameter) {
    return new RuleFailure(
        Code.OP_NEEDS_KEYWORD,
        "takes a literal for '"
            + parameter.name()
            + "' only by keyword, as "
            + parameter.name()
            + "=");
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
