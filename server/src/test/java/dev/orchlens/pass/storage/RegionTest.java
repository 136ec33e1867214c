package dev.orchlens.pass.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Windows of regions, and which regions may share an element. */
class RegionTest {
  private static final Region BOX = box(List.of(0L, 8L), List.of(4L, 8L));

  @Test
  void aWindowOfAWindowIsPlacedInTheRoot() {
    assertEquals(box(List.of(1L, 10L), List.of(2L, 2L)), BOX.slice(tuple(2, 2), tuple(1, 2)));
    assertEquals(
        box(List.of(1L, 2L), List.of(2L, 2L)), Region.FULL.slice(tuple(2, 2), tuple(1, 2)));
  }

  @Test
  void aWindowThatCannotBePlacedIsDynamic() {
    Expr runtime = new Var("i", Type.INDEX, Origin.none());
    assertEquals(
        Region.DYNAMIC,
        Region.FULL.slice(tuple(2, 2), Expr.MakeTuple.of(List.of(runtime), Origin.none())));
    assertEquals(Region.DYNAMIC, BOX.slice(tuple(2), tuple(1)));
    assertEquals(Region.DYNAMIC, BOX.slice(tuple(2, 2), tuple(0, Long.MAX_VALUE)));
    assertEquals(Region.DYNAMIC, Region.DYNAMIC.slice(tuple(2, 2), tuple(0, 0)));
  }

  @Test
  void whatIsNotKnownStaysSo() {
    assertEquals(Region.UNKNOWN, Region.UNKNOWN.slice(tuple(2, 2), tuple(0, 0)));
    assertEquals(Region.CONSERVATIVE, Region.CONSERVATIVE.slice(tuple(2, 2), tuple(0, 0)));
  }

  @Test
  void boxesThatAreApartOnAnyAxisShareNothing() {
    assertEquals(false, BOX.mayOverlap(box(List.of(0L, 16L), List.of(4L, 8L))));
    assertEquals(false, BOX.mayOverlap(box(List.of(4L, 8L), List.of(4L, 8L))));
    assertEquals(true, BOX.mayOverlap(box(List.of(3L, 15L), List.of(4L, 8L))));
  }

  @Test
  void everythingElseMayOverlap() {
    for (Region other : List.of(Region.FULL, Region.UNKNOWN, Region.CONSERVATIVE, Region.DYNAMIC)) {
      assertEquals(true, BOX.mayOverlap(other));
      assertEquals(true, other.mayOverlap(BOX));
    }
    assertEquals(true, BOX.mayOverlap(box(List.of(100L), List.of(1L))));
    assertEquals(true, BOX.mayOverlap(box(List.of(0L, Long.MAX_VALUE), List.of(4L, 8L))));
  }

  private static Region box(List<Long> offsets, List<Long> shape) {
    return new Region.Box(offsets, shape);
  }

  private static Expr tuple(long... values) {
    return Expr.MakeTuple.of(
        LongStream.of(values)
            .mapToObj(v -> new Expr.ConstInt(v, DataType.INDEX, Origin.none()))
            .toList(),
        Origin.none());
  }
}
