package dev.orchlens.pass.front;

import dev.orchlens.ir.Carry;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.ForKind;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Rewriter;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.tools.Cloner;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.RegionCopies;
import dev.orchlens.pass.tools.RememberingPass;
import dev.orchlens.pass.tools.TripCount;
import dev.orchlens.pass.tools.Visits;
import dev.orchlens.rule.Code;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Replaces each {@code pl.unroll} loop by one copy of its body per iteration (reference:
 * docs/en/dev/passes/unroll_loops, "Algorithm").
 */
public final class UnrollLoops implements RememberingPass {
  private static final long MAX_ITERATIONS = 1024;

  /** The most statements that unrolling may make of one function; nested loops multiply. */
  private static final long MAX_STATEMENTS = 1L << 16;

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    return program.mapFunctions(
        f -> {
          List<Stmt> body = new Unroller(memory.visits()).body(f.body());
          return body == f.body() ? f : f.withBody(body);
        });
  }

  private static final Visits.Kind<Region> REGIONS = new Visits.Kind<>();
  private static final Visits.Kind<RegionCopies.Copied> COPIES = new Visits.Kind<>();

  /**
   * A region after this pass.
   *
   * @param carriedAround the variables that loops around it carried
   * @param made how many statements unrolling made in it
   */
  private record Region(Set<Var> carriedAround, long made, Stmt unrolled) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private static final class Unroller extends Rewriter {
    private final Set<Var> carriedAround = new HashSet<>();
    private final Visits visits;
    private final RegionCopies copies;
    private boolean insideRegion;
    private long made;

    Unroller(Visits visits) {
      this.visits = visits;
      this.copies = RegionCopies.of(visits, COPIES);
    }

    @Override
    public Expr expr(Expr expr) {
      return expr;
    }

    @Override
    public List<Stmt> statement(Stmt stmt) {
      if (stmt instanceof Stmt.For loop && loop.kind() == ForKind.UNROLL) {
        return unroll(loop);
      }
      if (!insideRegion && Visits.isRegion(stmt)) {
        return List.of(region(stmt));
      }
      List<Carry> carries = stmt instanceof Stmt.Loop loop ? loop.carries() : List.of();
      carries.forEach(c -> carriedAround.add(c.var()));
      List<Stmt> rebuilt = super.statement(stmt);
      carries.forEach(c -> carriedAround.remove(c.var()));
      return rebuilt;
    }

    private Stmt region(Stmt region) {
      Region before = visits.earlier(REGIONS, region);
      if (before == null
          || made + before.made > MAX_STATEMENTS
          || !before.carriedAround.equals(carriedAround)) {
        long first = made;
        insideRegion = true;
        Stmt unrolled = rebuild(region);
        insideRegion = false;
        before = new Region(Set.copyOf(carriedAround), made - first, unrolled);
      } else {
        made += before.made;
      }
      visits.keep(REGIONS, region, before);
      return before.unrolled;
    }

    /**
     * The compiler copies the body together with the carried values that it reads, and then finds
     * them undefined.
     */
    private void refuseCarried(Stmt.For loop) {
      Walk.expressions(
          loop.body(),
          expr -> {
            if (expr instanceof Var var && carriedAround.contains(var)) {
              throw new Rejection(
                  new Problem(
                      Code.LOOP_UNROLL_READS_CARRY,
                      "'"
                          + var.sourceName()
                          + "' is carried by a loop around this pl.unroll loop, whose body reads"
                          + " it; the compiler loses it while unrolling. Use pl.range, or carry"
                          + " without init_values=.",
                      loop.origin()));
            }
          });
    }

    private List<Stmt> unroll(Stmt.For loop) {
      long start = bound(loop.start(), loop);
      long stop = bound(loop.stop(), loop);
      long step = bound(loop.step(), loop);
      if (step == 0 || !loop.carries().isEmpty()) {
        throw forbidden(loop);
      }
      long trips = TripCount.of(start, stop, step);
      if (trips > MAX_ITERATIONS) {
        throw rejected(
            Code.LOOP_UNROLL_TOO_LONG,
            "This pl.unroll loop has "
                + trips
                + " iterations, more than the "
                + MAX_ITERATIONS
                + " that the compiler unrolls; shorten it or use pl.range.",
            loop);
      }
      if (trips > 0) {
        refuseCarried(loop);
      }
      List<Stmt> out = new ArrayList<>();
      for (long i = 0; i < trips; i++) {
        made += loop.body().size();
        if (made > MAX_STATEMENTS) {
          throw rejected(
              Code.LOOP_UNROLL_TOO_MUCH,
              "Nested pl.unroll loops make more than "
                  + MAX_STATEMENTS
                  + " statements here, so Orchlens stops; use pl.range for the outer ones.",
              loop);
        }
        Expr value = new Expr.ConstInt(start + i * step, DataType.INDEX, loop.var().origin());
        out.addAll(body(Cloner.repeat(loop.body(), Map.of(loop.var(), value), copies)));
      }
      return out;
    }

    private static long bound(Expr expr, Stmt.For loop) {
      return expr.constant().orElseThrow(() -> forbidden(loop));
    }

    /** The lowering has told of it, and goes on with the rest of the program. */
    private static Rejection forbidden(Stmt.For loop) {
      return rejected(Code.LOOP_UNROLL, "This pl.unroll loop cannot be unrolled.", loop);
    }

    private static Rejection rejected(Code code, String message, Stmt.For loop) {
      return new Rejection(new Problem(code, message, loop.origin()));
    }
  }
}
