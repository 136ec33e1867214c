package dev.orchlens.pass.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Rejection;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.PassText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InlineFunctionsTest {
  private static final String HEADER =
      """
      import pypto.language as pl


      @pl.program
      class P:
          @pl.function(type=pl.FunctionType.InCore)
          def copy(
              self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]
          ) -> pl.Tensor[[64], pl.FP32]:
              return pl.store(pl.load(x, [0], [64]), [0], o)

      """;

  private static String inlined(String functions) {
    return PassText.bodyOf(program(functions), "run");
  }

  private static Program program(String functions) {
    return PassText.run(PassText.lower(HEADER + functions.indent(4)), new InlineFunctions());
  }

  @Test
  void eachCallGetsVariablesOfItsOwnAndTheArgumentsOfTheCaller() {
    assertThat(
            inlined(
                """
                @pl.function(type=pl.FunctionType.Inline)
                def twice(self, v: pl.Tensor[[64], pl.FP32], w: pl.Out[pl.Tensor[[64], pl.FP32]])
                    -> pl.Tensor[[64], pl.FP32]:
                    half = self.copy(v, w)
                    w = self.copy(half, w)
                    return w

                @pl.function(type=pl.FunctionType.Orchestration)
                def run(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]])
                    -> pl.Tensor[[64], pl.FP32]:
                    o = self.twice(x, o)
                    p = self.twice(o, o)
                    return p
                """
                    .replace(")\n    ->", ") ->")))
        .isEqualTo(
            """
            half_inline0 = self.copy(x, o)
            o = self.copy(half_inline0, o)
            half_inline1 = self.copy(o, o)
            o = self.copy(half_inline1, o)
            p = o
            return p
            """);
  }

  @Test
  void aReturnedTupleIsTakenApart() {
    assertThat(
            inlined(
                """
                @pl.function(type=pl.FunctionType.Inline)
                def both(self, a: pl.Scalar[pl.INDEX]) -> tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.INDEX]]:
                    next = a + 1
                    return a, next

                @pl.function(type=pl.FunctionType.Orchestration)
                def run(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    low, high = self.both(n * 2)
                    return high
                """))
        .isEqualTo(
            """
            next_inline0 = n * 2 + 1
            low = n * 2
            high = next_inline0
            return high
            """);
  }

  @Test
  void inlinedNodesKnowTheCallsThatBroughtThem() {
    Program program =
        program(
            """
            @pl.function(type=pl.FunctionType.Inline)
            def inner(self, v: pl.Tensor[[64], pl.FP32], w: pl.Out[pl.Tensor[[64], pl.FP32]]):
                w = self.copy(v, w)
                return w

            @pl.function(type=pl.FunctionType.Inline)
            def outer(self, v: pl.Tensor[[64], pl.FP32], w: pl.Out[pl.Tensor[[64], pl.FP32]]):
                w = self.inner(v, w)
                return w

            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
                o = self.outer(x, o)
                return o
            """);
    List<Origin> calls = new ArrayList<>();
    Walk.expressions(
        program.function("run").orElseThrow().body(),
        e -> {
          if (e instanceof Expr.Call call) {
            calls.add(call.origin());
          }
        });
    assertThat(calls).hasSize(1);
    Origin inInner = calls.getFirst();
    Origin inOuter = inInner.inlinedAt().orElseThrow();
    Origin inRun = inOuter.inlinedAt().orElseThrow();
    assertThat(inRun.inlinedAt()).isEmpty();
    assertThat(inInner.start()).isLessThan(inOuter.start());
    assertThat(inOuter.start()).isLessThan(inRun.start());
    assertThat(inInner.outermost()).isEqualTo(inRun);
  }

  @Test
  void anInlineFunctionIsNoTask() {
    assertThatThrownBy(
            () ->
                inlined(
                    """
                    @pl.function(type=pl.FunctionType.Inline)
                    def twice(self, v: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
                        w = pl.create_tensor([64], dtype=pl.FP32)
                        return w

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def run(self, x: pl.Tensor[[64], pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]):
                        with pl.manual_scope():
                            o, done = pl.submit(self.twice, x)
                    """))
        .isInstanceOf(Rejection.class)
        .hasMessage(
            "The inline function 'twice' is copied to where it is called, so it is no task that"
                + " could be submitted; call it without pl.submit, or make it a kernel.");
  }

  @Test
  void functionsThatCallEachOtherInACircleAreRejected() {
    assertThatThrownBy(
            () ->
                inlined(
                    """
                    @pl.function(type=pl.FunctionType.Inline)
                    def ping(self, a: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                        b = self.ping(a)
                        return b

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def run(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                        k = self.ping(n)
                        return k
                    """))
        .isInstanceOf(Rejection.class)
        .hasMessageContaining("ping -> ping");
  }

  @Test
  void inlineFunctionsThatMultiplyWithoutEndAreRejected() {
    String level =
        """
        @pl.function(type=pl.FunctionType.Inline)
        def f%d(self, v: pl.Tensor[[64], pl.FP32], w: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
            w = self.%s(v, w)
            w = self.%s(v, w)
            return w

        """;
    StringBuilder functions = new StringBuilder(level.formatted(0, "copy", "copy"));
    for (int i = 1; i <= 30; i++) {
      functions.append(level.formatted(i, "f" + (i - 1), "f" + (i - 1)));
    }
    assertThatThrownBy(() -> inlined(functions.toString()))
        .isInstanceOf(Rejection.class)
        .hasMessageStartingWith(
            "Inline functions that call each other make more than 131072 statements here,");
  }
}
