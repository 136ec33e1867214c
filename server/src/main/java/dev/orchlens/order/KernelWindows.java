package dev.orchlens.order;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Ops;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.op.Effect;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import dev.orchlens.order.symbolic.Affine;
import dev.orchlens.order.symbolic.Box;
import dev.orchlens.order.symbolic.Scalars;
import dev.orchlens.order.symbolic.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What operators touch of the parts that they are given, and which part their result is. */
final class KernelWindows {
  private static final Operators OPERATORS = Operators.load();

  private final Scalars scalars;
  private final Touches found;

  KernelWindows(Scalars scalars, Touches found) {
    this.scalars = scalars;
    this.found = found;
  }

  Touches found() {
    return found;
  }

  void add(List<Part> parts, Touch.Kind kind, boolean certain) {
    for (Part part : parts) {
      found.add(new Touch(part, kind, certain && parts.size() == 1 && part.exact()));
    }
  }

  /**
   * Notes what a call of an operator touches.
   *
   * @param args the parts that its arguments are
   * @param certain whether the call is certainly made
   * @param written takes the parts that are written
   * @return the parts that the result is another name of
   */
  Optional<List<Part>> touched(
      Expr.Invocation call,
      List<Optional<List<Part>>> args,
      boolean certain,
      Consumer<List<Part>> written) {
    String name = call.callee().name();
    return switch (name) {
      case Ops.TENSOR_SLICE -> args.getFirst().map(p -> slice(scalars, call, p));
      case Ops.TILE_LOAD -> {
        List<Affine> lengths = elements(call, 3).isEmpty() ? elements(call, 2) : elements(call, 3);
        args.getFirst()
            .ifPresent(p -> add(window(p, elements(call, 1), lengths), Touch.Kind.READ, certain));
        yield Optional.empty();
      }
      case Ops.TENSOR_READ -> {
        args.getFirst()
            .ifPresent(
                p ->
                    add(
                        window(p, elements(call, 1), ones(elements(call, 1))),
                        Touch.Kind.READ,
                        certain));
        yield Optional.empty();
      }
      case Ops.TENSOR_WRITE -> {
        args.getFirst()
            .ifPresent(
                p ->
                    write(
                        call,
                        window(p, elements(call, 1), ones(elements(call, 1))),
                        certain,
                        written));
        yield args.getFirst();
      }
      case Ops.TENSOR_ASSEMBLE -> {
        if (args.size() > 1) {
          args.get(1).ifPresent(p -> add(p, Touch.Kind.READ, certain));
        }
        args.getFirst()
            .ifPresent(
                p -> write(call, window(p, elements(call, 2), valid(call, 1)), certain, written));
        yield args.getFirst();
      }
      case Ops.TILE_STORE -> {
        List<Affine> lengths = elements(call, 3).isEmpty() ? valid(call, 0) : elements(call, 3);
        args.get(2)
            .ifPresent(p -> write(call, window(p, elements(call, 1), lengths), certain, written));
        yield args.get(2);
      }
      default -> other(call, args, certain, written);
    };
  }

  private void write(
      Expr.Invocation call, List<Part> parts, boolean certain, Consumer<List<Part>> written) {
    boolean adds = call.kwargs().get("atomic").filter(a -> !a.equals(new Attr.Int(0))).isPresent();
    add(parts, adds ? Touch.Kind.ADD : Touch.Kind.WRITE, certain);
    written.accept(parts);
  }

  private Optional<List<Part>> other(
      Expr.Invocation call,
      List<Optional<List<Part>>> args,
      boolean certain,
      Consumer<List<Part>> written) {
    Optional<Operator> operator = OPERATORS.find(call.callee().name());
    String name = call.callee().name();
    boolean isWhole =
        certain
            && !name.startsWith("pld.")
            && !name.contains("gather")
            && !name.contains("scatter");
    Optional<List<Part>> result = Optional.empty();
    for (int i = 0; i < args.size(); i++) {
      if (args.get(i).isEmpty()) {
        continue;
      }
      List<Part> parts = args.get(i).get();
      Effect effect =
          operator.isEmpty() ? Effect.READ_WRITE : operator.get().effect(i).with(call.kwargs());
      boolean known = operator.isPresent() && isWhole;
      if (effect.reads()) {
        add(parts, Touch.Kind.READ, known);
      }
      if (effect.writes()) {
        add(parts, Touch.Kind.WRITE, known);
        written.accept(parts);
      }
      if (operator.isPresent()
          && operator.get().alias().isPresent()
          && operator.get().alias().get().argument() == i) {
        result =
            Optional.of(operator.get().alias().get().view() ? seen(scalars, call, parts) : parts);
      }
    }
    return result;
  }

  private List<Affine> elements(Expr.Invocation call, int index) {
    return elements(scalars, call, index);
  }

  static List<Affine> elements(Scalars scalars, Expr.Invocation call, int index) {
    return index < call.args().size() && call.args().get(index) instanceof Expr.MakeTuple tuple
        ? scalars.all(tuple.elements())
        : List.of();
  }

  private static List<Affine> ones(List<Affine> starts) {
    return starts.stream().map(_ -> Affine.ONE).toList();
  }

  /** Returns the extents of the valid part of an argument. */
  private List<Affine> valid(Expr.Invocation call, int index) {
    return index >= call.args().size()
        ? List.of()
        : switch (call.args().get(index).type()) {
          case Type.Tile t -> scalars.all(t.validShape().isEmpty() ? t.shape() : t.validShape());
          case Type.Tensor t ->
              scalars.all(
                  t.view()
                      .filter(v -> !v.validShape().isEmpty())
                      .map(v -> v.validShape())
                      .orElse(t.shape()));
          default -> List.<Affine>of();
        };
  }

  /** Returns the window of each part that starts and lengths in its own axes say. */
  static List<Part> window(List<Part> parts, List<Affine> starts, List<Affine> lengths) {
    return parts.stream().map(part -> window(part, starts, lengths)).toList();
  }

  private static Part window(Part part, List<Affine> starts, List<Affine> lengths) {
    int rank = part.seenAs().length;
    if (part.box().isEmpty() || starts.size() != rank || lengths.size() > rank) {
      return part.somewhere();
    }
    Box box = part.box().get();
    List<Affine> newStarts = new ArrayList<>(box.starts());
    List<Affine> newLengths = new ArrayList<>(box.lengths());
    int missing = rank - lengths.size();
    boolean isExact = true;
    for (int i = 0; i < rank; i++) {
      Affine length = i < missing ? Affine.ONE : lengths.get(i - missing);
      int axis = part.seenAs()[i];
      Affine start = newStarts.get(axis).plus(starts.get(i));
      isExact &= start.isKnown() && length.isKnown();
      if (start.isKnown()) {
        // What has an unknown length does not reach beyond the end.
        Affine rest = box.starts().get(axis).plus(box.lengths().get(axis)).minus(start);
        newStarts.set(axis, start);
        newLengths.set(axis, length.isKnown() ? length : rest);
      }
    }
    return part.within(new Box(box.space(), newStarts, newLengths), isExact);
  }

  /** Returns the parts that a slice shows. */
  static List<Part> slice(Scalars scalars, Expr.Invocation call, List<Part> parts) {
    List<Affine> lengths = elements(scalars, call, 1);
    List<Affine> valid = elements(scalars, call, 3);
    List<Part> windows =
        window(parts, elements(scalars, call, 2), valid.isEmpty() ? lengths : valid);
    List<Affine> dropped = elements(scalars, call, 4);
    return dropped.isEmpty() ? windows : windows.stream().map(p -> without(p, dropped)).toList();
  }

  private static Part without(Part part, List<Affine> dropped) {
    if (part.box().isEmpty()) {
      return part;
    }
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < part.seenAs().length; i++) {
      int axis = i;
      if (dropped.stream().noneMatch(d -> d.is(axis))) {
        kept.add(part.seenAs()[i]);
      }
    }
    return part.seenAs(kept.stream().mapToInt(i -> i).toArray());
  }

  /** Returns the parts that a reshape, a transpose or another view shows. */
  static List<Part> seen(Scalars scalars, Expr.Invocation call, List<Part> parts) {
    if (call.isOp(Ops.TENSOR_TRANSPOSE)) {
      return parts.stream().map(p -> transposed(scalars, call, p)).toList();
    }
    if (!(call.type() instanceof Type.Tensor type)) {
      return parts.stream().map(Part::somewhere).toList();
    }
    Space space = new Space(scalars.all(type.shape()));
    boolean sameElement =
        call.args().getFirst().type().elementType().equals(call.type().elementType());
    return parts.stream().map(p -> reshaped(p, space, sameElement)).toList();
  }

  private static Part transposed(Scalars scalars, Expr.Invocation call, Part part) {
    if (part.box().isEmpty() || call.args().size() < 3) {
      return part.somewhere();
    }
    int rank = part.seenAs().length;
    Affine first = scalars.of(call.args().get(1));
    Affine second = scalars.of(call.args().get(2));
    if (!first.isConstant() || !second.isConstant()) {
      return part.somewhere();
    }
    int[] axes = part.seenAs().clone();
    int a = Math.floorMod(first.constant(), rank);
    int b = Math.floorMod(second.constant(), rank);
    int axis = axes[a];
    axes[a] = axes[b];
    axes[b] = axis;
    return part.seenAs(axes);
  }

  private static Part reshaped(Part part, Space space, boolean sameElement) {
    int rank = space.dims().size();
    int[] axes = new int[rank];
    for (int i = 0; i < rank; i++) {
      axes[i] = i;
    }
    boolean isPlain =
        part.exact()
            && isInOrder(part.seenAs())
            && sameElement
            && space.dims().stream().allMatch(Affine::isKnown);
    if (!isPlain) {
      return part.somewhere();
    }
    boolean isWhole = part.box().isPresent() && part.box().get().isEverything();
    return isWhole ? part.seenAs(axes).within(space.everything(), true) : part.seenAs(new int[0]);
  }

  private static boolean isInOrder(int[] axes) {
    for (int i = 1; i < axes.length; i++) {
      if (axes[i] < axes[i - 1]) {
        return false;
      }
    }
    return true;
  }
}
