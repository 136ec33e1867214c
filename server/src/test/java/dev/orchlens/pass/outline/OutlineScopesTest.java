package dev.orchlens.pass.outline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OutlineScopesTest {
  private static Program outlined(String body) {
    return PassText.run(
        PassText.lower(PassText.withBody(body)),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new OutlineHierarchyScopes(),
        new OutlineIncoreScopes(),
        new OutlineClusterScopes());
  }

  /** Prints one function without its decorator and the types of its local variables. */
  private static String text(Program program, String function) {
    return Printer.print(program.function(function).orElseThrow())
        .replaceAll("(?m)^( +\\w+): pl\\.[^=]*? = ", "$1 = ")
        .replaceAll("(?m)^@.*\\n", "")
        .replace("pl.Tensor[[64], pl.FP32]", "T");
  }

  private static String bodyOf(Program program, String function) {
    return text(program, function)
        .lines()
        .skip(1)
        .map(l -> l.substring(4) + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void aRegionBecomesAKernelOfWhatItCaptures() {
    Program program =
        outlined(
            """
            a = pl.create_tensor([64], dtype=pl.FP32)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="square"):
                a = pl.mul(x, x)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="square", no_dep_args=[x]) as tid:
                b = pl.add(a, x)
                c = pl.add(b, x)
            with pl.at(level=pl.Level.CORE_GROUP, deps=[tid]):
                o[0:32] = pl.add(b[0:32], c[0:32])
            return o
            """);
    assertThat(bodyOf(program, "run"))
        .isEqualTo(
            """
            a__ssa_v0 = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)
            a__ssa_v1 = self.square(x__ssa_v0)
            ret__tmp_v0 = pl.submit(self.square_0, a__ssa_v1, pl.no_dep(x__ssa_v0))
            b__ssa_v0 = ret__tmp_v0[0]
            c__ssa_v0 = ret__tmp_v0[1]
            tid__ssa_v0 = ret__tmp_v0[2]
            ret__tmp_v0_1 = pl.submit(self.run_incore_2, b__ssa_v0, c__ssa_v0, o__ssa_v0, deps=[tid__ssa_v0])
            o__ssa_v1 = ret__tmp_v0_1[0]
            tid__ssa_v1 = ret__tmp_v0_1[1]
            return o__ssa_v1
            """);
    assertThat(text(program, "square_0"))
        .isEqualTo(
            """
            def square_0(self, a__ssa_v1: T, x__ssa_v0: T) -> tuple[T, T]:
                b__ssa_v0 = pl.tensor.add(a__ssa_v1, x__ssa_v0)
                c__ssa_v0 = pl.tensor.add(b__ssa_v0, x__ssa_v0)
                return b__ssa_v0, c__ssa_v0
            """);
    assertThat(text(program, "run_incore_2"))
        .isEqualTo(
            """
            def run_incore_2(self, b__ssa_v0: T, c__ssa_v0: T, o__ssa_v0: pl.Out[T]) -> T:
                t__tmp_v0 = pl.tensor.slice(b__ssa_v0, [32], [0])
                t__tmp_v1 = pl.tensor.slice(c__ssa_v0, [32], [0])
                t__tmp_v2 = pl.tensor.add(t__tmp_v0, t__tmp_v1)
                o__ssa_v1 = pl.tensor.assemble(o__ssa_v0, t__tmp_v2, [0])
                return o__ssa_v0
            """);
  }

  @Test
  void launchesBecomeWrappersAndTheNumberOfBlocksGoesToTheCall() {
    Program program =
        outlined(
            """
            with pl.cluster():
                with pl.spmd(n * 2):
                    o = self.step(o)
            for i in pl.spmd(4, name_hint="blocks"):
                o[i * 16 : i * 16 + 16] = pl.mul(x[i * 16 : i * 16 + 16], 2.0)
            return o
            """);
    assertThat(bodyOf(program, "run"))
        .isEqualTo(
            """
            o__ssa_v1 = self.run_cluster_0(n__ssa_v0, o__ssa_v0, attrs={"core_num": n__ssa_v0 * 2})
            o__ssa_v2 = self.blocks_spmd(x__ssa_v0, o__ssa_v1, attrs={"core_num": 4})
            return o__ssa_v2
            """);
    assertThat(text(program, "run_cluster_0"))
        .isEqualTo(
            """
            def run_cluster_0(self, n__ssa_v0: pl.Scalar[pl.INDEX], o__ssa_v0: pl.InOut[T]) -> T:
                o__ssa_v1 = self.step(o__ssa_v0)
                return o__ssa_v0
            """);
    assertThat(text(program, "blocks_spmd"))
        .isEqualTo(
            """
            def blocks_spmd(self, x__ssa_v0: T, o__ssa_v1: pl.Out[T]) -> T:
                o__ssa_v2 = self.blocks(x__ssa_v0, o__ssa_v1)
                return o__ssa_v1
            """);
  }

  @Test
  void aTensorThatRegionsStoreToHasANewVariableBehindEach() {
    Program program =
        outlined(
            """
            with pl.at(level=pl.Level.CORE_GROUP):
                pl.store(pl.load(x, [0], [32]), [0], o)
            with pl.at(level=pl.Level.CORE_GROUP):
                pl.store(pl.load(x, [32], [32]), [32], o)
            return o
            """);
    assertThat(bodyOf(program, "run"))
        .isEqualTo(
            """
            o__ssa_v1 = self.run_incore_0(x__ssa_v0, o__ssa_v0)
            o__ssa_v2 = self.run_incore_1(x__ssa_v0, o__ssa_v1)
            return o__ssa_v2
            """);
  }

  @Test
  void aLoopThatCarriesAStoredTensorLosesItInItsRegions() {
    Program program =
        outlined(
            """
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="first"):
                o = pl.store(pl.load(x, [0], [64]), [0], o)
            for i in pl.range(4):
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="again"):
                    o[0:32] = pl.exp(x[0:32])
            return o
            """);
    assertThat(bodyOf(program, "again"))
        .isEqualTo(
            """
            t__tmp_v1 = pl.tensor.slice(x__ssa_v0, [32], [0])
            t__tmp_v2 = pl.tensor.exp(t__tmp_v1)
            o__ssa_v4 = pl.tensor.assemble(o__iter_v2, t__tmp_v2, [0])
            return o__ssa_v4
            """);
  }
}
