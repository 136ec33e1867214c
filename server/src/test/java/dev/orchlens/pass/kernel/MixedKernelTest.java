package dev.orchlens.pass.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Printer;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.front.ConvertToSSA;
import dev.orchlens.pass.front.FlattenCallExpr;
import dev.orchlens.pass.outline.OutlineClusterScopes;
import dev.orchlens.pass.outline.OutlineHierarchyScopes;
import dev.orchlens.pass.outline.OutlineIncoreScopes;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MixedKernelTest {
  private static Program expanded(String parameters, String body) {
    String text =
        "import pypto.language as pl\n\n\n@pl.program\nclass P:\n"
            + "    @pl.function(type=pl.FunctionType.Orchestration)\n"
            + "    def run(self, "
            + parameters.replace("SQUARE", "pl.Tensor[[32, 32], pl.FP32]")
            + "):\n"
            + body.indent(8);
    return PassText.run(
        PassText.lower(text),
        new ConvertToSSA(),
        new FlattenCallExpr(),
        new OutlineHierarchyScopes(),
        new OutlineIncoreScopes(),
        new OutlineClusterScopes(),
        new ConvertTensorToTileOps(),
        new ExpandMixedKernel(),
        new InjectGMPipeBuffer());
  }

  /** Prints the kinds and signatures of the functions, by name. */
  private static String signatures(Program program) {
    return program.functions().values().stream()
        .map(MixedKernelTest::signature)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String signature(Function f) {
    return f.type().label()
        + " "
        + f.name()
        + f.params().stream()
            .map(p -> p.direction().label() + " " + p.var().name())
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String body(Program program) {
    return Printer.print(program.function("run").orElseThrow())
        .lines()
        .dropWhile(l -> !l.startsWith("def "))
        .skip(1)
        .map(l -> l.substring(4).replaceAll("^(\\w+): pl\\..*? = ", "$1 = ") + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void aKernelForBothCoresBecomesAGroupWithAPipeBetweenThem() {
    Program program =
        expanded(
            "a: SQUARE, b: SQUARE, o: pl.Out[SQUARE]",
            """
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="scores"):
                o[:] = pl.exp(pl.matmul(a, b))
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="product"):
                p = pl.matmul(a, o)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="double"):
                q = pl.add(p, p)
            return q
            """);
    assertThat(signatures(program))
        .isEqualTo(
            """
            AIV double(In p__ssa_v0, Out ret0__out)
            AIC product(In a__ssa_v0, In o__ssa_v1, Out ret0__out)
            Orchestration run(In a__ssa_v0, In b__ssa_v0, Out o__ssa_v0)
            Group scores(In a__ssa_v0, In b__ssa_v0, Out o__ssa_v0, Out __gm_pipe_buffer)
            AIC scores_aic(In a__ssa_v0, In b__ssa_v0, Out o__ssa_v0, Out __gm_pipe_buffer)
            AIV scores_aiv(In a__ssa_v0, In b__ssa_v0, Out o__ssa_v0, Out __gm_pipe_buffer)
            """);
    assertThat(body(program))
        .isEqualTo(
            """
            gm_pipe_buffer_0 = pl.tensor.create([1], dtype=pl.FP32, manual_dep=True)
            o__ssa_v1 = self.scores(a__ssa_v0, b__ssa_v0, o__ssa_v0, gm_pipe_buffer_0)
            ret0__out = pl.tensor.create([32, 32], dtype=pl.FP32)
            p__ssa_v0 = self.product(a__ssa_v0, o__ssa_v1, ret0__out)
            ret0__out_1 = pl.tensor.create([32, 32], dtype=pl.FP32)
            q__ssa_v0 = self.double(p__ssa_v0, ret0__out_1)
            return q__ssa_v0
            """);
    assertThat(Printer.print(program.function("scores_aic").orElseThrow()))
        .contains("pl.system.aic_initialize_pipe(dir_mask=1, slot_size=4096, slot_num=2)");
  }

  @Test
  void partsThatALoopPutsTogetherAreStoredOneByOneAndNeedNoTileToBeginWith() {
    Program program =
        expanded(
            "a: SQUARE, b: SQUARE, o: pl.Out[SQUARE]",
            """
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="products"):
                p = pl.full([32, 32], dtype=pl.FP32, value=0.0)
                for i in pl.range(0, 32, 16):
                    p = pl.assemble(p, pl.matmul(a[i : i + 16, 0:32], b), [i, 0])
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="double"):
                o[:] = pl.add(p, p)
            return o
            """);
    assertThat(signatures(program))
        .isEqualTo(
            """
            AIV double(In p__rv_v2, Out o__ssa_v0)
            AIC products(In a__ssa_v0, In b__ssa_v0, Out ret0__out)
            Orchestration run(In a__ssa_v0, In b__ssa_v0, Out o__ssa_v0)
            """);
  }

  @Test
  void aTileThatIsReadWhilePartsArePutIntoItStaysATile() {
    Program program =
        expanded(
            "a: SQUARE, b: SQUARE, o: pl.Out[SQUARE]",
            """
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="products"):
                p = pl.full([32, 32], dtype=pl.FP32, value=0.0)
                for i in pl.range(0, 32, 16):
                    p = pl.assemble(p, pl.matmul(p[i : i + 16, 0:32], b), [i, 0])
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="double"):
                o[:] = pl.add(p, p)
            return o
            """);
    assertThat(signatures(program).lines().filter(l -> l.contains(" products(")).toList())
        .containsExactly("Group products(In b__ssa_v0, Out ret0__out, Out __gm_pipe_buffer)");
  }

  @Test
  void aPipeThatVectorResultsEnterGoesBothWays() {
    Program program =
        expanded(
            "a: SQUARE, b: SQUARE, o: pl.Out[SQUARE]",
            """
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="chain"):
                s = pl.exp(pl.matmul(a, b))
                o[:] = pl.matmul(s, b)
            return o
            """);
    assertThat(Printer.print(program.function("chain_aiv").orElseThrow()))
        .contains("pl.system.aiv_initialize_pipe(dir_mask=3, slot_size=4096, slot_num=2)");
  }

  @Test
  void whatABranchOfAMixedKernelWritesIsReturnedAsItsParameter() {
    Program program =
        expanded(
            "a: SQUARE, b: SQUARE, n: pl.Scalar[pl.INDEX], o: pl.InOut[SQUARE]",
            """
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="scores"):
                s = pl.exp(pl.matmul(a, b))
                if n > 0:
                    o[:] = s
            return o
            """);
    Program normal = PassText.run(program, new NormalizeReturnOrder());
    assertThat(PassText.bodyOf(normal, "scores").lines().toList().getLast())
        .isEqualTo("return o__ssa_v0");
  }
}
