package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionAttrs;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.ParamDirection;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.lower.decl.AttributeReader;
import dev.orchlens.lower.decl.Closure;
import dev.orchlens.lower.decl.ConstantEvaluator;
import dev.orchlens.lower.decl.DecoratorReader;
import dev.orchlens.lower.decl.FunctionHeader;
import dev.orchlens.lower.decl.FunctionSource;
import dev.orchlens.lower.decl.Problems;
import dev.orchlens.lower.decl.Surroundings;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt.ExprStmt;
import dev.orchlens.syntax.Stmt.Pass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lowers one function: its signature, its attributes and its body (reference:
 * docs/en/dev/language/03-functions.md).
 */
final class FunctionLowerer {
  private final FunctionSource source;
  private final FunctionLowering in;
  private final Problems problems;
  private final Set<LoweredFunction.Read> reads = new LinkedHashSet<>();
  private FunctionHeader header;

  private FunctionLowerer(
      FunctionSource source,
      boolean singleAssignment,
      ProgramContext program,
      ConstantEvaluator evaluator) {
    this.source = source;
    this.problems = new Problems();
    ReadRecorder recorder = (module, name) -> reads.add(new LoweredFunction.Read(module, name));
    Closure closure = source.closure(evaluator, recorder);
    AttributeReader attributes = new AttributeReader(problems, source.origins(), closure::evaluate);
    FunctionHeader read =
        new DecoratorReader(problems, source.origins(), attributes)
            .read(source.syntax(), singleAssignment);
    this.header = read.withAttrs(attributes.prologue(source.syntax().body(), read.attrs()));
    Surroundings surroundings = new Surroundings(source.origins(), closure);
    boolean specialized = source.specialized().isPresent();
    this.in =
        new FunctionLowering(
            StatementLowering::of,
            program,
            header,
            source.syntax().header(),
            specialized,
            surroundings,
            problems);
  }

  /** Returns a function of a program after lowering. */
  static LoweredFunction lower(
      FunctionSource source,
      boolean singleAssignment,
      ProgramContext program,
      ConstantEvaluator evaluator) {
    return new FunctionLowerer(source, singleAssignment, program, evaluator).lower();
  }

  private LoweredFunction lower() {
    List<Param> params = new ArrayList<>();
    List<Type> returnTypes = new ArrayList<>();
    Runnable whole =
        () -> {
          params.addAll(parameters());
          source.syntax().returns().map(in.annotations::results).ifPresent(returnTypes::addAll);
          lowerBody();
        };
    List<Stmt> body =
        in.inStatement(Optional.of(source.syntax().header()), () -> in.scoped(false, whole));
    FunctionAttrs attrs = isSubWorker() ? header.attrs().withSubWorkerHost(true) : header.attrs();
    Function function =
        new Function(
            source.name(), header.type(), attrs, params, returnTypes, body, in.headOrigin());
    Signature signature =
        new Signature(
            source.name(),
            header.type(),
            attrs.role(),
            params,
            returnTypes,
            ReturnedTypes.of(function));
    Map<String, String> aliases =
        source.specialized().map(FunctionSource.Specialized::aliases).orElse(Map.of());
    return new LoweredFunction(
        function, signature, problems.all(aliases), reads, in.callees, in.externals, aliases);
  }

  private boolean isSubWorker() {
    return header.attrs().role().filter(r -> r == Role.SUB_WORKER).isPresent()
        && header.attrs().level().filter(DecoratorReader::isHostLevel).isPresent();
  }

  private List<Param> parameters() {
    List<Param> params = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    List<Part.Parameter> written = source.syntax().parameters();
    for (int i = 0; i < written.size(); i++) {
      Part.Parameter parameter = written.get(i);
      String name = parameter.name().text();
      if (!seen.add(name)) {
        // A syntax error, which is reported where the text is parsed.
        continue;
      }
      if (i == 0 && name.equals("self") && source.method()) {
        if (isSubWorker()) {
          in.error(
              Code.FUNCTION_SUB_WORKER,
              parameter,
              "A sub-worker stands on its own and takes no 'self'. Drop it.");
        }
        continue;
      }
      if (parameter.kind() == Part.ParameterKind.POSITIONAL_OR_KEYWORD) {
        params.add(parameter(parameter, params));
      }
    }
    return params;
  }

  private Param parameter(Part.Parameter parameter, List<Param> before) {
    String name = parameter.name().text();
    AnnotationReader.ParamType type =
        parameter.annotation().map(in.annotations::param).orElseGet(() -> unannotated(parameter));
    Var variable = new Var(name, type.type(), source.origins().of(parameter));
    bindDimension(name, variable, parameter, before);
    if (type.type() instanceof Type.Tensor tensor) {
      tensor.shape().stream()
          .filter(Var.class::isInstance)
          .forEach(d -> in.dimensionSymbols.add((Var) d));
    }
    in.names.define(name, variable);
    return new Param(variable, type.direction());
  }

  private AnnotationReader.ParamType unannotated(Part.Parameter parameter) {
    String message =
        "The parameter '"
            + parameter.name().text()
            + "' has no type. Annotate it: "
            + parameter.name().text()
            + ": pl.Tensor[[16, 64], pl.FP32].";
    in.error(Code.ANNOTATION_MISSING, parameter, message);
    return new AnnotationReader.ParamType(new Type.Unknown(message), ParamDirection.IN);
  }

  /**
   * An INDEX parameter that is called like a dimension from around the function is that dimension
   * from here on.
   */
  private void bindDimension(
      String name, Var variable, Part.Parameter parameter, List<Param> before) {
    boolean dimension =
        variable.type().equals(Type.INDEX)
            && in.closure()
                .lookup(name)
                .filter(LanguageObject.DynamicDim.class::isInstance)
                .isPresent();
    if (!dimension) {
      return;
    }
    Var symbol = in.program.dims().variable(name);
    boolean used = before.stream().anyMatch(p -> mentions(p.var().type(), symbol));
    if (used) {
      in.error(
          Code.ANNOTATION_INVALID,
          parameter,
          "The parameter '"
              + name
              + "' is the dimension '"
              + name
              + "', which an earlier parameter uses already. Put '"
              + name
              + "' in front of it.");
    }
    in.dimensionParameters.put(name, variable);
  }

  private static boolean mentions(Type type, Var symbol) {
    return switch (type) {
      case Type.Tensor t ->
          mentions(t.shape(), symbol)
              || t.view()
                  .filter(v -> mentions(v.validShape(), symbol) || mentions(v.stride(), symbol))
                  .isPresent();
      case Type.Tile t -> mentions(t.shape(), symbol);
      default -> false;
    };
  }

  private static boolean mentions(List<Expr> dims, Var symbol) {
    return dims.stream().anyMatch(d -> mentions(d, symbol));
  }

  private static boolean mentions(Expr expr, Var symbol) {
    return switch (expr) {
      case Var v -> v == symbol;
      case Expr.Binary b -> mentions(b.left(), symbol) || mentions(b.right(), symbol);
      case Expr.Unary u -> mentions(u.operand(), symbol);
      default -> false;
    };
  }

  private void lowerBody() {
    List<dev.orchlens.syntax.Stmt> body = new ArrayList<>(source.syntax().body());
    while (!body.isEmpty()
        && (Syntax.isDocString(body.getFirst())
            || AttributeReader.isFunctionAttribute(body.getFirst()))) {
      body.removeFirst();
    }
    Optional<String> external = header.attrs().externalSource();
    if (external.isPresent()) {
      checkExternal(body);
    } else if (!isSubWorker()) {
      in.lowerAll(body);
    }
  }

  private void checkExternal(List<dev.orchlens.syntax.Stmt> body) {
    if (header.type() != FunctionType.AIC && header.type() != FunctionType.AIV) {
      problems.error(
          Code.FUNCTION_EXTERNAL,
          in.headOrigin(),
          "A kernel with a source of its own must be of type AIC or AIV.");
    }
    boolean empty =
        body.stream()
            .allMatch(
                s ->
                    s instanceof Pass || s instanceof ExprStmt(_, Literal l) && isSignatureOnly(l));
    if (!empty) {
      problems.error(
          Code.FUNCTION_EXTERNAL,
          in.headOrigin(),
          "The body of '"
              + source.name()
              + "' is its external source, so nothing but '...' can stand here.");
    }
  }

  private static boolean isSignatureOnly(Literal literal) {
    return literal instanceof Literal.EllipsisLiteral || literal instanceof Literal.StringLiteral;
  }
}
