package dev.orchlens.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What costs time and orders nothing. */
class NeedlessWaitsTest {
  private static final String KERNELS =
      """
      import pypto.language as pl


      @pl.program
      class Case:
          @pl.function(type=pl.FunctionType.InCore)
          def scale(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              return pl.store(pl.load(x, [0], [64]), [0], y)

          @pl.function(type=pl.FunctionType.InCore)
          def tile(self, x: pl.Tensor[[64], pl.FP32], k: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              return pl.store(pl.load(x, [k * 8], [8]), [k * 8], y)

          @pl.function(type=pl.FunctionType.Orchestration)
          def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
      """;

  @TempDir private Path folder;

  @Test
  void anEntryThatAnotherOneImplies() throws IOException {
    assertThat(
            told(
                """
                t = pl.create_tensor([64], dtype=pl.FP32)
                with pl.manual_scope():
                    t, a = pl.submit(self.scale, x, t)
                    t, b = pl.submit(self.scale, x, t, deps=[a])
                    y, c = pl.submit(self.scale, t, y, deps=[a, b])
                return y
                """))
        .isEqualTo(
            """
            longest chain 3
            a of task 2: EXPLICIT 1, EXPLICIT 0
            """);
  }

  @Test
  void anEntryThatTheRuntimeFindsAnyway() throws IOException {
    assertThat(
            told(
                """
                t = pl.create_tensor([64], dtype=pl.FP32)
                t, a = pl.submit(self.scale, x, t)
                y, b = pl.submit(self.scale, t, y, deps=[a])
                return y
                """))
        .isEqualTo(
            """
            longest chain 2
            a of task 1: LOOKUP 0
            """);
  }

  @Test
  void anEntryThatIsTheOnlyWay() throws IOException {
    assertThat(
            told(
                """
                t = pl.create_tensor([64], dtype=pl.FP32)
                y, a = pl.submit(self.scale, t, y)
                t, b = pl.submit(self.scale, x, t, deps=[a])
                return y
                """))
        .isEqualTo(
            """
            longest chain 2
            """);
  }

  @Test
  void anEntryThatKeepsAnOutputOfTheRuntimeAlive() throws IOException {
    assertThat(
            told(
                """
                with pl.manual_scope():
                    t, a = pl.submit(self.scale, x)
                    u, b = pl.submit(self.scale, t, deps=[a])
                    y, c = pl.submit(self.scale, t, y, deps=[a, b])
                return y
                """))
        .isEqualTo(
            """
            longest chain 3
            """);
  }

  @Test
  void iterationsThatWaitForEachOtherForNothing() throws IOException {
    assertThat(
            told(
                """
                for k in pl.range(8):
                    y = self.tile(x, k, y)
                return y
                """))
        .isEqualTo(
            """
            longest chain 8
            task 0 by y, longest chain 1 without
            """);
  }

  @Test
  void iterationsThatNeedEachOther() throws IOException {
    assertThat(
            told(
                """
                for k in pl.range(8):
                    y = self.scale(x, y)
                return y
                """))
        .isEqualTo(
            """
            longest chain 8
            """);
  }

  private String told(String body) throws IOException {
    Path file = folder.resolve("program.py");
    Files.writeString(file, KERNELS + body.indent(8));
    FunctionOrder order = Programs.in(file).orders(false).getFirst();
    String needless =
        order.needless().stream()
            .map(
                each ->
                    each.name()
                        + " of task "
                        + id(each.task())
                        + ": "
                        + order.chain(each).stream()
                            .map(edge -> edge.kind() + " " + id(edge.from()))
                            .collect(Collectors.joining(", "))
                        + "\n")
            .collect(Collectors.joining());
    String serial =
        order.serial().stream()
            .map(
                each ->
                    "task "
                        + id(each.task())
                        + " by "
                        + each.tensor()
                        + ", longest chain "
                        + each.longest().orElseThrow()
                        + " without\n")
            .collect(Collectors.joining());
    return "longest chain " + order.longest().orElseThrow() + "\n" + needless + serial;
  }

  private static int id(OrderNode node) {
    return ((OrderNode.Task) node).id();
  }
}
