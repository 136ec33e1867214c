package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.lower.decl.Closure;
import dev.orchlens.lower.decl.FunctionSource;
import dev.orchlens.lower.decl.Origins;
import dev.orchlens.lower.decl.Surroundings;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Expands calls of {@code @pl.inline} functions in place (reference:
 * docs/en/dev/language/03-functions.md, "@pl.inline Decorator"). The statements keep their places
 * in the expanded function and remember the call.
 */
final class InlineExpansion {
  private final FunctionLowering in;
  private final Deque<DecoratedFunction> open = new ArrayDeque<>();
  private Optional<Expr> result = Optional.empty();

  InlineExpansion(FunctionLowering in) {
    this.in = in;
  }

  /** Returns whether a function is being expanded, so that a return gives its value to the call. */
  boolean isExpanding() {
    return !open.isEmpty();
  }

  /** Notes the value that the expanded function returns. */
  void returned(Expr value) {
    result = Optional.of(value);
  }

  /** Returns the value that a call of an expanded function gives, after emitting its statements. */
  Expr expand(DecoratedFunction function, Call node) {
    List<Part.Parameter> parameters = function.syntax().parameters();
    String name = function.name();
    if (!node.keywords().isEmpty()) {
      in.error(Code.CALL_KEYWORD, node, "'" + name + "' takes its arguments by position only.");
    }
    if (node.arguments().size() != parameters.size()) {
      return in.fail(
          Code.CALL_ARGUMENT_COUNT,
          node,
          "'"
              + name
              + "' takes "
              + parameters.size()
              + " arguments, but "
              + node.arguments().size()
              + " are given.");
    }
    if (open.contains(function)) {
      return in.fail(
          Code.INLINE_RECURSION,
          node,
          "'" + name + "' is expanded in place, so it cannot call itself again.");
    }
    List<Expr> arguments = new ArrayList<>();
    node.arguments().forEach(a -> arguments.add(in.expressions.lower(a)));
    return expand(function, parameters, arguments, node);
  }

  private Expr expand(
      DecoratedFunction function,
      List<Part.Parameter> parameters,
      List<Expr> arguments,
      Call node) {
    Origin callSite = in.at(node);
    Closure inner = in.closure().over(function.environment());
    Origins origins = FunctionSource.originsOf(function, Optional.of(callSite));
    List<Stmt> body = function.syntax().body();
    boolean documented = !body.isEmpty() && Syntax.isDocString(body.getFirst());
    Optional<Expr> outerResult = result;
    result = Optional.empty();
    open.push(function);
    in.surrounded(
        new Surroundings(origins, inner),
        () ->
            in.inStatement(
                Optional.empty(),
                () ->
                    in.names.scoped(
                        true,
                        () -> {
                          for (int i = 0; i < parameters.size(); i++) {
                            in.names.define(parameters.get(i).name().text(), arguments.get(i));
                          }
                          in.lowerAll(documented ? body.subList(1, body.size()) : body);
                          return body;
                        })));
    open.pop();
    Optional<Expr> value = result;
    result = outerResult;
    return value.orElseGet(
        () ->
            in.fail(
                Code.INLINE_NO_RESULT,
                node,
                "'" + function.name() + "' returns no value, so its call cannot be used as one."));
  }
}
