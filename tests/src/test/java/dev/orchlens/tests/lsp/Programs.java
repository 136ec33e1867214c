package dev.orchlens.tests.lsp;

/**
 * Programs that the tests open: kernels that all share, and an Orchestration function that each
 * test states.
 */
final class Programs {
  private static final String KERNELS =
      """
      import pypto.language as pl


      @pl.program
      class Demo:
          @pl.function(type=pl.FunctionType.InCore)
          def scale(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              return pl.store(pl.mul(pl.load(x, [0], [64]), 2.0), [0], y)

          @pl.function(type=pl.FunctionType.InCore)
          def part(self, i: pl.Scalar[pl.INDEX], x: pl.Tensor[[64], pl.FP32], y: pl.InOut[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
              return pl.store(pl.load(x, [i * 8], [8]), [i * 8], y)

      """;

  private Programs() {}

  /**
   * Returns a program whose Orchestration function {@code run(x, y)} has this body, from line 16
   * on, indented by 8.
   *
   * @param arguments of its decorator, behind the type; with a leading comma, or empty
   */
  static String run(String arguments, String body) {
    return KERNELS
        + "    @pl.function(type=pl.FunctionType.Orchestration"
        + arguments
        + ")\n"
        + "    def run(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[64], pl.FP32]]) ->"
        + " pl.Tensor[[64], pl.FP32]:\n"
        + body.indent(8);
  }

  /** Returns a program whose Orchestration function {@code run(x, y)} has this body. */
  static String run(String body) {
    return run("", body);
  }
}
