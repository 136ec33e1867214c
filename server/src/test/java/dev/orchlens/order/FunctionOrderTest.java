package dev.orchlens.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Origin;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What the waits of a function say of iterations. */
class FunctionOrderTest {
  private final OrderNode a = new OrderNode.Task(0, "a", Origin.none());
  private final OrderNode b = new OrderNode.Task(1, "b", Origin.none());
  private final OrderNode c = new OrderNode.Task(2, "c", Origin.none());

  @Test
  void waitsComeBackThroughOtherTasksOnly() {
    FunctionOrder order = order(wait(a, a), wait(b, c), wait(c, b), wait(c, a));
    assertThat(List.of(a, b, c).stream().filter(order::comesBack)).containsExactly(b, c);
  }

  private static OrderEdge wait(OrderNode to, OrderNode from) {
    return new OrderEdge(
        from, to, OrderEdge.Kind.LOOKUP, Optional.empty(), new Distance.All(), true, "of a test");
  }

  private FunctionOrder order(OrderEdge... edges) {
    return new FunctionOrder(
        List.of(a, b, c),
        List.of(edges),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        OptionalInt.empty());
  }
}
