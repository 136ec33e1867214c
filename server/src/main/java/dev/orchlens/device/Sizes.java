package dev.orchlens.device;

import dev.orchlens.codegen.submit.Buffer;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.arith.Analyzer;
import dev.orchlens.ir.arith.Bounds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Bounds of the numbers of a function: how often its loops run, how large its buffers are. */
final class Sizes {
  private static final int BITS_PER_BYTE = 8;

  /** A bound that only the range of an integer type sets is none. */
  private static final long MOST_ROUNDS = Integer.MAX_VALUE;

  private final Analyzer analyzer = new Analyzer();
  private final Map<Var, Stmt.Assign> definitions = new HashMap<>();
  private final Set<Var> bound = new HashSet<>();
  private final Map<Stmt.For, Span> trips = new HashMap<>();

  /**
   * A range of numbers, 0 or more.
   *
   * @param least the least of them
   * @param most the greatest; {@link Amount#UNKNOWN} where none is known
   */
  record Span(long least, long most) {
    static final Span ANY = new Span(0, Amount.UNKNOWN);
  }

  Sizes(Function function) {
    Walk.statements(
        function.body(),
        stmt -> {
          if (stmt instanceof Stmt.Assign assign && assign.var().type() instanceof Type.Scalar) {
            definitions.put(assign.var(), assign);
          }
        });
  }

  /** Returns how often a loop runs each time it is reached; the loops around it were asked for. */
  Span trips(Stmt.For loop) {
    return trips.computeIfAbsent(loop, this::count);
  }

  private Span count(Stmt.For loop) {
    Bounds start = bounds(loop.start());
    Bounds stop = bounds(loop.stop());
    Long step = loop.step().constant().orElse(0L);
    if (step == 0) {
      return Span.ANY;
    }
    boolean up = step > 0;
    Expr span =
        new Expr.Binary(
            Expr.BinaryOp.SUB,
            up ? loop.stop() : loop.start(),
            up ? loop.start() : loop.stop(),
            loop.var().type(),
            loop.origin());
    Bounds width = bounds(analyzer.simplify(span));
    long low = up ? start.min() : stop.min();
    long high = up ? stop.max() : start.max();
    if (low > -Bounds.INFINITE && high < Bounds.INFINITE && low < high && bound.add(loop.var())) {
      analyzer.bindRange(loop.var(), up ? low : low + 1, up ? high : high + 1);
    }
    long most = rounds(width.max(), Math.abs(step));
    return new Span(
        rounds(width.min(), Math.abs(step)), most > MOST_ROUNDS ? Amount.UNKNOWN : most);
  }

  private static long rounds(long width, long step) {
    return width <= 0 ? 0 : (width - 1) / step + 1;
  }

  /** Returns how many bytes of a ring a buffer takes. */
  Span bytes(Buffer buffer) {
    long least = buffer.dtype().bits();
    long most = least;
    for (Expr extent : buffer.extents()) {
      Span span = span(extent);
      least = Amount.multiply(least, span.least);
      most = Amount.multiply(most, span.most);
    }
    return new Span(room(least), room(most));
  }

  private static long room(long bits) {
    if (bits > Amount.UNKNOWN - BITS_PER_BYTE * Limits.ALIGNMENT) {
      return Amount.UNKNOWN;
    }
    long bytes = (bits + BITS_PER_BYTE - 1) / BITS_PER_BYTE;
    return (bytes + Limits.ALIGNMENT - 1) / Limits.ALIGNMENT * Limits.ALIGNMENT;
  }

  /** Returns the range of a number that is 0 or more. */
  Span span(Expr value) {
    Bounds range = bounds(value);
    return new Span(
        Math.max(0, range.min()),
        range.max() == Bounds.INFINITE ? Amount.UNKNOWN : Math.max(0, range.max()));
  }

  private Bounds bounds(Expr value) {
    Walk.expression(value, this::define);
    return analyzer.bounds(value);
  }

  /** Tells the analyzer what a name stands for, once somebody asks. */
  private void define(Expr expr) {
    if (!(expr instanceof Var var) || !definitions.containsKey(var) || !bound.add(var)) {
      return;
    }
    Expr value = definitions.get(var).value();
    Walk.expression(value, this::define);
    analyzer.bindRangeOf(var, value);
  }
}
