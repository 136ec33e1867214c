package dev.orchlens.module;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.module.value.DecoratedClass;
import dev.orchlens.module.value.Definition;
import dev.orchlens.module.value.Environment;
import dev.orchlens.module.value.FunctionValue;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Functions and classes with DSL decorators, and what their code sees. */
class DefinitionsTest {
  private static final String FACTORY =
      """
      import pypto.language as pl

      SCALE = 2

      def make(rows, tile=8):
          cols = rows * SCALE

          @pl.jit.inline
          def helper(x: pl.Tensor[[rows, cols], pl.FP32]):
              return x

          @pl.jit(auto_scope=False)
          def entry(x: pl.Tensor[[rows, cols], pl.FP32], n: pl.Scalar[pl.INT32] = tile):
              return helper(x)

          cols = -1
          return entry

      small = make(4)
      SCALE = 3
      """;

  private static Definition definition(ProgramWorld world, String name) {
    return world.main().definitions().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String annotations(
      ProgramWorld world, Definition definition, Environment environment) {
    return ((Stmt.FunctionDef) definition.syntax())
        .parameters().stream()
            .map(
                parameter ->
                    parameter.name().text()
                        + ": "
                        + ProgramText.show(
                            world.evaluate(parameter.annotation().orElseThrow(), environment))
                        + parameter
                            .defaultValue()
                            .map(
                                value ->
                                    " = " + ProgramText.show(world.evaluate(value, environment)))
                            .orElse(""))
            .collect(Collectors.joining("\n"));
  }

  @Test
  void factoriesGiveDefinitionsWithTheirNames() {
    ProgramWorld world = ProgramText.evaluate(FACTORY);
    assertThat(world.main().definitions())
        .extracting(Definition::name)
        .containsExactly("helper", "entry");
    Definition entry = (Definition) world.main().value("small").orElseThrow();
    assertThat(entry.decorators())
        .extracting(ProgramText::show)
        .containsExactly("pypto.language.jit(auto_scope=False)");
    assertThat(annotations(world, entry, entry.environment()))
        .isEqualTo(
            """
            x: pypto.language.Tensor[[4, 8], pypto.language.FP32]
            n: pypto.language.Scalar[pypto.language.INT32] = 8\
            """);
    assertThat(annotations(world, entry, entry.environment().whenLoaded()))
        .isEqualTo(
            """
            x: pypto.language.Tensor[[4, -1], pypto.language.FP32]
            n: pypto.language.Scalar[pypto.language.INT32] = 8\
            """);
  }

  @Test
  void namesTellWhereTheyWereFound() {
    ProgramWorld world = ProgramText.evaluate(FACTORY);
    Environment seen = definition(world, "entry").environment();
    assertThat(
            List.of("rows", "SCALE", "helper", "len").stream()
                .map(name -> seen.resolve(name).orElseThrow())
                .map(
                    found ->
                        found.name()
                            + " "
                            + found.level()
                            + " "
                            + ProgramText.show(found.value())
                            + " "
                            + found.site().map(site -> ProgramText.place(world, site)).orElse("-")))
        .containsExactly(
            "rows CLOSURE 4 program.py:5:10",
            "SCALE MODULE 2 program.py:3:1",
            "helper CLOSURE <DSL function helper> program.py:9:9",
            "len BUILTIN <built-in len> -");
    assertThat(seen.resolve("small")).isEmpty();
    assertThat(seen.whenLoaded().resolve("SCALE").orElseThrow().value()).isEqualTo(Value.of(3));
    assertThat(seen.whenLoaded().resolve("nothing")).isEmpty();
  }

  @Test
  void factoriesCanBeCalledLater() {
    ProgramWorld world = ProgramText.evaluate(FACTORY);
    FunctionValue make = (FunctionValue) world.main().value("make").orElseThrow();
    ProgramWorld.Outcome made = world.call(make, List.of(Value.of(5)), Map.of(), ReadRecorder.NONE);
    assertThat(made.definitions()).extracting(Definition::name).containsExactly("helper", "entry");
    Definition entry = (Definition) made.result();
    assertThat(annotations(world, entry, entry.environment()))
        .isEqualTo(
            """
            x: pypto.language.Tensor[[5, 15], pypto.language.FP32]
            n: pypto.language.Scalar[pypto.language.INT32] = 8\
            """);
    assertThat(world.main().definitions()).hasSize(2);
    ProgramWorld.Outcome failed = world.call(make, List.of(), Map.of(), ReadRecorder.NONE);
    assertThat(ProgramText.show(failed.result()))
        .isEqualTo("<unknown: TypeError: make() misses the argument 'rows'>");
  }

  @Test
  void evaluationAfterLoadingCannotChangeAnything() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            LOG = []
            def add(n):
                LOG.append(n)
                return n
            def pure(n):
                local = [n]
                local.append(n)
                return local
            a = add(1)
            b = [add(2), pure(3)]
            """);
    Environment environment = world.main().environment("b");
    Stmt last = world.main().tree().orElseThrow().statements().getLast();
    Expr list = ((Stmt.Assign) last).value();
    assertThat(ProgramText.show(world.evaluate(list, environment))).isEqualTo("[2, [3, 3]]");
    assertThat(ProgramText.show(world))
        .isEqualTo(
            """
            LOG = [1, 2]
            a = 1
            b = [2, [3, 3]]
            """);
  }

  @Test
  void dslValuesAreKeptAsWritten() {
    ProgramText.check(
        """
        import pypto.language as pl
        import pypto.language.distributed as pld
        from pypto.language import FP32, Tensor as T
        M = pl.dynamic("M")
        A = T[[M, 4], FP32]
        B = pl.Out[A]
        V = pl.TensorView(stride=[1, 64], layout=pl.TensorLayout.DN)
        OPTS = [pl.split(pl.SplitMode.UP_DOWN)]
        same = pl.FP32 == FP32, pl.FP32 == pl.BF16, M == M, M.name
        W = M + 1
        tid = pl.submit(None)
        bad = pl.dynamic("a b")

        def plain(x):
            return x

        entry = pl.jit(plain)
        result = entry(3)
        """,
        """
        M = pypto.language.dynamic('M')
        A = pypto.language.Tensor[[pypto.language.dynamic('M'), 4], pypto.language.FP32]
        B = pypto.language.Out[pypto.language.Tensor[[pypto.language.dynamic('M'), 4], pypto.language.FP32]]
        V = pypto.language.TensorView(stride=[1, 64], layout=pypto.language.TensorLayout.DN)
        OPTS = [pypto.language.split(pypto.language.SplitMode.UP_DOWN)]
        same = (True, False, True, 'M')
        W = <unknown: the result of + on the dynamic dimension M is not evaluated>
        tid = <unknown: RuntimeError: pl.submit has a meaning only inside a DSL function>
        bad = <unknown: ValueError: the name of a dynamic dimension must be an identifier, got 'a b'>
        entry = <DSL function plain>
        result = <unknown: the result of running plain is not evaluated>
        program.py:11:7 module/exception
          Loading the module stops here: RuntimeError: pl.submit has a meaning only inside a DSL function.
        program.py:12:7 module/exception
          Loading the module stops here: ValueError: the name of a dynamic dimension must be an identifier, got 'a b'.
        """);
  }

  @Test
  void aClassFormProgramSeesTheFactoryAroundIt() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            import pypto.language as pl

            def build(n=4):
                half = n // 2

                @pl.program
                class Prog:
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, x: pl.Tensor[[n], pl.FP32]):
                        return x

                return Prog
            """);
    FunctionValue build = (FunctionValue) world.main().value("build").orElseThrow();
    DecoratedClass made =
        (DecoratedClass) world.call(build, List.of(), Map.of(), ReadRecorder.NONE).result();
    assertThat(made.name()).isEqualTo("Prog");
    assertThat(made.environment().resolve("half").orElseThrow().value()).isEqualTo(Value.of(2));
    Part.Parameter x = ((Stmt.FunctionDef) made.syntax().body().getFirst()).parameters().get(1);
    assertThat(ProgramText.show(world.evaluate(x.annotation().orElseThrow(), made.environment())))
        .isEqualTo("pypto.language.Tensor[[4], pypto.language.FP32]");
    Environment more = made.environment().with(Map.of("n", Value.of(9)));
    assertThat(ProgramText.show(world.evaluate(x.annotation().orElseThrow(), more)))
        .isEqualTo("pypto.language.Tensor[[9], pypto.language.FP32]");
  }
}
