package dev.orchlens.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Reaches the expressions inside types that are no constants: dimensions, strides, valid regions,
 * offsets of allocations.
 */
public final class TypeExprs {
  private TypeExprs() {}

  /**
   * Returns {@code type} with every expression in it replaced but constants; the same object when
   * none changed.
   */
  public static Type map(Type type, UnaryOperator<Expr> change) {
    return switch (type) {
      case Type.Tensor t -> mapTensor(t, change);
      case Type.Tile t -> {
        List<Expr> shape = mapAll(t.shape(), change);
        List<Expr> valid = mapAll(t.validShape(), change);
        yield shape == t.shape() && valid == t.validShape()
            ? t
            : new Type.Tile(shape, t.dtype(), valid, t.space());
      }
      case Type.Tuple t -> {
        List<Type> elements = null;
        for (int i = 0; i < t.elements().size(); i++) {
          Type mapped = map(t.elements().get(i), change);
          if (elements == null && mapped != t.elements().get(i)) {
            elements = new ArrayList<>(t.elements());
          }
          if (elements != null) {
            elements.set(i, mapped);
          }
        }
        yield elements == null ? t : new Type.Tuple(elements);
      }
      case Type.Scalar _, Type.Array _, Type.Opaque _, Type.Unknown _, Type.None _ -> type;
    };
  }

  private static Type mapTensor(Type.Tensor t, UnaryOperator<Expr> change) {
    List<Expr> shape = mapAll(t.shape(), change);
    Optional<TensorView> view = t.view();
    if (view.isPresent()) {
      TensorView v = view.get();
      List<Expr> stride = mapAll(v.stride(), change);
      List<Expr> valid = mapAll(v.validShape(), change);
      if (stride != v.stride() || valid != v.validShape()) {
        view = Optional.of(new TensorView(stride, v.layout(), valid, v.pad()));
      }
    }
    Optional<MemRef> memRef = t.memRef();
    if (memRef.isPresent()) {
      MemRef m = memRef.get();
      Expr offset = m.byteOffset() instanceof Expr.Const c ? c : change.apply(m.byteOffset());
      memRef =
          offset == m.byteOffset() ? memRef : Optional.of(new MemRef(m.base(), offset, m.size()));
    }
    boolean same = shape == t.shape() && view == t.view() && memRef == t.memRef();
    return same ? t : new Type.Tensor(shape, t.dtype(), view, memRef, t.distributed());
  }

  private static List<Expr> mapAll(List<Expr> exprs, UnaryOperator<Expr> change) {
    List<Expr> out = null;
    for (int i = 0; i < exprs.size(); i++) {
      if (exprs.get(i) instanceof Expr.Const) {
        continue;
      }
      Expr mapped = change.apply(exprs.get(i));
      if (mapped != exprs.get(i)) {
        out = out == null ? new ArrayList<>(exprs) : out;
        out.set(i, mapped);
      }
    }
    return out == null ? exprs : out;
  }

  /** Calls {@code visit} on every expression directly inside {@code type} but constants. */
  public static void forEach(Type type, Consumer<? super Expr> visit) {
    switch (type) {
      case Type.Tensor t -> {
        each(t.shape(), visit);
        if (t.view().isPresent()) {
          each(t.view().get().stride(), visit);
          each(t.view().get().validShape(), visit);
        }
        if (t.memRef().isPresent() && !(t.memRef().get().byteOffset() instanceof Expr.Const)) {
          visit.accept(t.memRef().get().byteOffset());
        }
      }
      case Type.Tile t -> {
        each(t.shape(), visit);
        each(t.validShape(), visit);
      }
      case Type.Tuple t -> t.elements().forEach(element -> forEach(element, visit));
      case Type.Scalar _, Type.Array _, Type.Opaque _, Type.Unknown _, Type.None _ -> {}
    }
  }

  private static void each(List<Expr> exprs, Consumer<? super Expr> visit) {
    for (int i = 0; i < exprs.size(); i++) {
      if (!(exprs.get(i) instanceof Expr.Const)) {
        visit.accept(exprs.get(i));
      }
    }
  }
}
