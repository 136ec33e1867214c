package dev.orchlens.lower.jit;

import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the result types that a specialised function declares (reference:
 * python/pypto/jit/specializer.py, {@code _infer_return_type}): those of the tensors that its first
 * return names, else what its annotation says.
 */
final class ReturnTypes {
  private final JitFunction function;
  private final Map<String, TensorMeta> tensors;

  private ReturnTypes(JitFunction function, Map<String, TensorMeta> tensors) {
    this.function = function;
    this.tensors = tensors;
  }

  /** Returns the result annotation of a specialised function. */
  static Optional<Expr> of(JitFunction function, FunctionMetas metas) {
    return new ReturnTypes(function, metas.tensors()).infer();
  }

  private Optional<Expr> infer() {
    Optional<Expr> returned = function.text().returned();
    Optional<Expr.Subscript> annotation =
        function
            .syntax()
            .returns()
            .filter(Expr.Subscript.class::isInstance)
            .map(Expr.Subscript.class::cast);
    if (returned.isPresent() && returned.get() instanceof Expr.TupleExpr tuple) {
      return tuple(tuple, annotation);
    }
    boolean scalar =
        annotation.filter(a -> Annotations.lastName(a.value()).equals("Scalar")).isPresent();
    if (returned.isPresent() && scalar) {
      return annotation.map(this::folded);
    }
    if (returned.isPresent() && returned.get() instanceof Expr.Call) {
      return Optional.empty();
    }
    if (returned.isPresent()
        && returned.get() instanceof Expr.Name name
        && tensors.containsKey(name.id())) {
      return Optional.of(tensor(name.id(), name.range()));
    }
    return function.parameters().entrySet().stream()
        .filter(
            e ->
                Annotations.written(e.getValue()) instanceof Annotations.Written.Tensor t
                    && t.wrapper().filter("Out"::equals).isPresent())
        .map(Map.Entry::getKey)
        .findFirst()
        .filter(tensors::containsKey)
        .map(name -> tensor(name, function.syntax().header()));
  }

  private Optional<Expr> tuple(Expr.TupleExpr returned, Optional<Expr.Subscript> annotation) {
    Optional<List<Expr>> explicit =
        annotation
            .filter(a -> List.of("tuple", "Tuple").contains(Annotations.lastName(a.value())))
            .map(
                a ->
                    a.index() instanceof Expr.TupleExpr parts
                        ? parts.elements()
                        : List.of(a.index()))
            .filter(parts -> parts.size() == returned.elements().size());
    List<Expr> types = new ArrayList<>();
    boolean bare = false;
    boolean required = false;
    for (int i = 0; i < returned.elements().size(); i++) {
      Expr element = returned.elements().get(i);
      if (element instanceof Expr.Name name && tensors.containsKey(name.id())) {
        types.add(tensor(name.id(), name.range()));
      } else if (explicit.isEmpty()) {
        return Optional.empty();
      } else {
        Expr declared = explicit.get().get(i);
        boolean complete = declared instanceof Expr.Subscript;
        required |= complete;
        bare |= !complete;
        types.add(complete ? folded(declared) : declared);
      }
    }
    SourceRange at = returned.range();
    return bare && !required
        ? Optional.empty()
        : Optional.of(
            new Expr.Subscript(at, Trees.name(at, "tuple"), new Expr.TupleExpr(at, types)));
  }

  private Expr tensor(String name, SourceRange at) {
    boolean distributed =
        function.parameters().containsKey(name)
            && Annotations.written(function.parameters().get(name))
                instanceof Annotations.Written.Tensor t
            && t.distributed();
    return Signatures.tensor(at, tensors.get(name), distributed);
  }

  private Expr folded(Expr node) {
    return new SyntaxRewriter() {
      @Override
      Expr expression(Expr inner) {
        if (inner instanceof Expr.Name name) {
          Optional<Value> value = function.global(name.id()).filter(Trees::isLiteral);
          return value.map(v -> Trees.literal(name.range(), v)).orElse(name);
        }
        return super.expression(inner);
      }
    }.expression(node);
  }
}
