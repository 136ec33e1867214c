package dev.orchlens.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Programs that depend on values that only running their module would tell are no mistakes. */
class UnknownPartsTest {
  private static final String URI = "file:///work/main.py";

  private static String problems(String value, String dtype, String body) {
    Workspace workspace = new Workspace(Settings.defaults());
    workspace.open(
        URI,
        1,
        """
        import pypto.language as pl
        import torch

        VALUE = %1$s


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def copy(self, x: pl.Tensor[[64], %2$s], o: pl.Out[pl.Tensor[[64], %2$s]]) -> pl.Tensor[[64], %2$s]:
                return pl.store(pl.load(x, [0], [64]), [0], o)

            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, x: pl.Tensor[[64], %2$s], o: pl.Out[pl.Tensor[[64], %2$s]]) -> pl.Tensor[[64], %2$s]:
        """
                .formatted(value, dtype)
            + body.indent(8));
    StringBuilder out = new StringBuilder();
    FileAnalysis analysis = workspace.snapshot().analysis(URI, new Cancellation()).orElseThrow();
    for (EntryAnalysis entry : analysis.entries()) {
      entry
          .off()
          .problems()
          .forEach(p -> out.append(p.severity() + " " + p.code() + " " + p.message() + "\n"));
    }
    return out.toString();
  }

  @Test
  void aNumberThatALibraryAnswers() {
    String known =
        """
        INFORMATION module/unknown-value Only running the program tells this value (the result of \
        torch.get_num_threads() is not evaluated), so Orchlens cannot say what the compiler makes of the program.
        """;
    assertThat(
            problems(
                "torch.get_num_threads()",
                "pl.FP32",
                """
                with pl.spmd(VALUE):
                    o = self.copy(x, o)
                return o
                """))
        .isEqualTo(known);
    assertThat(
            problems(
                "torch.get_num_threads()",
                "pl.FP32",
                """
                for i in pl.range(VALUE):
                    o = self.copy(x, o)
                return o
                """))
        .isEqualTo(known);
  }

  @Test
  void aDtypeThatALibraryAnswers() {
    assertThat(
            problems(
                "torch.get_default_dtype()",
                "VALUE",
                """
                o = self.copy(x, o)
                return o
                """))
        .isEqualTo(
            """
            INFORMATION module/unknown-value Only running the program tells this value (the annotation cannot be \
            read), so Orchlens cannot say what the compiler makes of the program.
            """);
  }

  @Test
  void aKeywordThatALibraryAnswers() {
    assertThat(
            problems(
                "torch.get_default_dtype()",
                "pl.FP32",
                """
                t = pl.create_tensor([64], dtype=VALUE)
                o = self.copy(x, o)
                return o
                """))
        .isEqualTo(
            """
            INFORMATION module/unknown-value Only running the program tells this value (the result of \
            torch.get_default_dtype() is not evaluated), so Orchlens cannot say what the compiler makes of the program.
            """);
  }
}
