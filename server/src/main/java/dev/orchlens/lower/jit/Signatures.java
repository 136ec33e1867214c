package dev.orchlens.lower.jit;

import dev.orchlens.ir.DataType;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Part;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the signature of a specialised function: every type in full. */
final class Signatures {
  private Signatures() {}

  /** Returns the element type of a tensor as it is written; an error node where it is not known. */
  static Expr dtype(SourceRange at, TensorMeta meta) {
    return meta.dtype() instanceof LanguageObject.Name name
            && DataType.ofName(name.simpleName()).isPresent()
        ? Trees.path(at, "pl." + name.simpleName())
        : new Expr.ErrorExpr(at);
  }

  /** Returns the type of a tensor as it is written. */
  static Expr tensor(SourceRange at, TensorMeta meta, boolean distributed) {
    List<Expr> dims = new ArrayList<>();
    for (Dim dim : meta.shape()) {
      dims.add(
          switch (dim) {
            case Dim.Static(long extent) -> Trees.integer(at, extent);
            case Dim.Dynamic(String name, _) -> Trees.name(at, name);
          });
    }
    List<Expr> parts = new ArrayList<>(List.of(new Expr.ListExpr(at, dims), dtype(at, meta)));
    meta.layout().filter(l -> !l.equals("ND")).ifPresent(l -> parts.add(Trees.path(at, "pl." + l)));
    return Trees.subscript(at, distributed ? "pld.DistributedTensor" : "pl.Tensor", parts);
  }

  /** Returns the parameters of a function with their types. */
  static List<Part.Parameter> parameters(JitFunction function, FunctionMetas metas) {
    return function.syntax().parameters().stream()
        .filter(p -> function.parameters().containsKey(p.name().text()))
        .map(p -> parameter(function, p.name().text(), p, metas))
        .toList();
  }

  private static Part.Parameter parameter(
      JitFunction function, String name, Part.Parameter written, FunctionMetas metas) {
    SourceRange at = written.annotation().map(Expr::range).orElse(written.range());
    Optional<Expr> type = type(function, name, written, metas, at);
    return new Part.Parameter(
        written.range(), written.kind(), written.name(), type, Optional.empty());
  }

  private static Optional<Expr> type(
      JitFunction function,
      String name,
      Part.Parameter written,
      FunctionMetas metas,
      SourceRange at) {
    return switch (Annotations.written(written)) {
      case Annotations.Written.Tensor(var wrapper, boolean distributed) -> {
        TensorMeta meta = metas.tensors().get(name);
        if (meta == null) {
          yield Optional.of(new Expr.ErrorExpr(at));
        }
        Expr type = tensor(at, meta, distributed);
        yield Optional.of(
            wrapper
                .filter(_ -> function.kind() != JitKind.INLINE)
                .map(w -> Trees.subscript(at, "pl." + w, List.of(type)))
                .orElse(type));
      }
      case Annotations.Written.Scalar(Expr dtype) ->
          Optional.of(Trees.subscript(at, "pl.Scalar", List.of(dtype)));
      case Annotations.Written.Other() ->
          array(function.annotationOf(name), at)
              .or(
                  () ->
                      metas.unknown().contains(name)
                          ? Optional.of(new Expr.ErrorExpr(at))
                          : Optional.empty());
    };
  }

  private static Optional<Expr> array(Value annotation, SourceRange at) {
    if (annotation instanceof LanguageObject.Indexed(LanguageObject.Name base, TupleValue parts)
        && base.simpleName().equals("Array")
        && parts.elements().size() == 2
        && parts.elements().get(0) instanceof IntValue extent
        && extent.asLong().isPresent()
        && parts.elements().get(1) instanceof LanguageObject.Name dtype) {
      Expr element = Trees.path(at, "pl." + dtype.simpleName());
      return Optional.of(
          Trees.subscript(
              at, "pl.Array", List.of(Trees.integer(at, extent.asLong().getAsLong()), element)));
    }
    return Optional.empty();
  }
}
