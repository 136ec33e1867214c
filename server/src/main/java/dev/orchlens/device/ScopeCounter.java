package dev.orchlens.device;

import dev.orchlens.codegen.submit.Buffer;
import dev.orchlens.codegen.submit.Submission;
import dev.orchlens.ir.Stmt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up what a scope holds of its ring. The runtime takes slots and memory back in the order in
 * which they were given, so what scopes inside it have given back stays taken behind a task of its
 * own (docs/MULTI_RING.md of the runtime, section 5.1).
 */
final class ScopeCounter {
  private final Sizes sizes;
  private final boolean atLeast;
  private final Map<Stmt.For, Long> assumed = new HashMap<>();

  /**
   * What a body takes.
   *
   * @param held what is taken behind it
   * @param peak the most that is taken meanwhile
   * @param pinned whether a task of an open scope is behind what was taken
   */
  private record Sum(Amount held, Amount peak, boolean pinned) {
    static Sum start(boolean pinned) {
      return new Sum(Amount.NOTHING, Amount.NOTHING, pinned);
    }

    Sum then(Sum next) {
      return new Sum(held.plus(next.held), peak.max(held.plus(next.peak)), pinned || next.pinned);
    }

    Sum or(Sum other, boolean atLeast) {
      return atLeast
          ? new Sum(held.min(other.held), peak.min(other.peak), pinned && other.pinned)
          : new Sum(held.max(other.held), peak.max(other.peak), pinned || other.pinned);
    }
  }

  /**
   * Makes a counter.
   *
   * @param atLeast whether what is certainly taken is counted, rather than what may be
   */
  ScopeCounter(Sizes sizes, boolean atLeast) {
    this.sizes = sizes;
    this.atLeast = atLeast;
  }

  /** Takes a number of iterations for a loop from now on. */
  void assume(Stmt.For loop, long trips) {
    assumed.put(loop, trips);
  }

  /** Returns the most that a scope of this depth with this body takes at a time. */
  Amount peak(List<Submission> body, int depth) {
    return body(body, depth, false).peak;
  }

  private Sum body(List<Submission> body, int depth, boolean pinned) {
    Sum sum = Sum.start(pinned);
    for (int i = 0; i < body.size(); i++) {
      Sum next =
          switch (body.get(i)) {
            case Submission.Block(Stmt.If owner, List<Submission> inside) -> {
              List<Submission> other = List.of();
              if (i + 1 < body.size()
                  && body.get(i + 1) instanceof Submission.Block(Stmt side, List<Submission> orElse)
                  && side == owner) {
                other = orElse;
                i++;
              }
              yield body(inside, depth, sum.pinned).or(body(other, depth, sum.pinned), atLeast);
            }
            case Submission.Block(Stmt.For loop, List<Submission> inside) ->
                loop(inside, depth, sum.pinned, trips(loop));
            case Submission.Block(Stmt.RuntimeScope _, List<Submission> inside) ->
                scope(inside, depth, sum.pinned);
            case Submission.Block(Stmt _, List<Submission> inside) ->
                body(inside, depth, sum.pinned);
            case Submission one -> submitted(one);
          };
      sum = sum.then(next);
    }
    return sum;
  }

  long trips(Stmt.For loop) {
    Sizes.Span trips = sizes.trips(loop);
    Long taken = assumed.get(loop);
    return taken != null ? taken : atLeast ? trips.least() : trips.most();
  }

  private Sum loop(List<Submission> inside, int depth, boolean pinned, long trips) {
    if (trips == 0) {
      return Sum.start(pinned);
    }
    Sum first = body(inside, depth, pinned);
    if (!first.pinned || trips == 1) {
      return first;
    }
    Sum later = body(inside, depth, true);
    Sum between = new Sum(later.held.times(trips - 2), later.held.times(trips - 2), true);
    return first.then(between).then(later);
  }

  private Sum scope(List<Submission> inside, int depth, boolean pinned) {
    if (Limits.ring(depth + 1) != Limits.ring(depth)) {
      return Sum.start(pinned);
    }
    Sum sum = body(inside, depth + 1, pinned);
    return pinned ? sum : new Sum(Amount.NOTHING, sum.peak, false);
  }

  private Sum submitted(Submission one) {
    Amount amount = amount(one);
    return new Sum(amount, amount, amount.tasks() > 0);
  }

  /** Returns what one submission takes. */
  Amount amount(Submission one) {
    return switch (one) {
      case Submission.Allocation(List<Buffer> buffers) -> new Amount(1, bytes(buffers));
      case Submission.Task task -> new Amount(1, bytes(task.made()));
      case Submission.Barrier(boolean always, var _) ->
          always || !atLeast ? new Amount(1, 0) : Amount.NOTHING;
      case Submission.Block _ -> Amount.NOTHING;
    };
  }

  private long bytes(List<Buffer> buffers) {
    Amount sum = Amount.NOTHING;
    for (Buffer buffer : buffers) {
      Sizes.Span bytes = sizes.bytes(buffer);
      sum = sum.plus(new Amount(0, atLeast ? bytes.least() : bytes.most()));
    }
    return sum.bytes();
  }

  /**
   * Returns what each place in the body of a scope takes; nothing for what may be left out.
   *
   * @param depth the depth of the scope
   */
  List<ScopeBudget.Filler> fillers(List<Submission> body, int depth) {
    List<ScopeBudget.Filler> fillers = new ArrayList<>();
    fill(body, depth, 1, fillers);
    return fillers;
  }

  private void fill(
      List<Submission> body, int depth, long rounds, List<ScopeBudget.Filler> fillers) {
    for (Submission one : body) {
      switch (one) {
        case Submission.Block(Stmt.If _, List<Submission> _) -> {}
        case Submission.Block(Stmt.For loop, List<Submission> inside) ->
            fill(inside, depth, Amount.multiply(rounds, trips(loop)), fillers);
        case Submission.Block(Stmt.RuntimeScope _, List<Submission> inside) -> {
          if (Limits.ring(depth + 1) == Limits.ring(depth)) {
            fill(inside, depth + 1, rounds, fillers);
          }
        }
        case Submission.Block(Stmt _, List<Submission> inside) ->
            fill(inside, depth, rounds, fillers);
        case Submission.Allocation(List<Buffer> buffers) ->
            buffers.forEach(
                buffer ->
                    fillers.add(
                        new ScopeBudget.Filler(
                            buffer.origin(), new Amount(0, bytes(List.of(buffer))).times(rounds))));
        case Submission.Task _, Submission.Barrier _ ->
            fillers.add(new ScopeBudget.Filler(one.origin(), amount(one).times(rounds)));
      }
    }
  }
}
