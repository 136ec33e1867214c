package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of launches in functions that are inlined. */
@Tag("slow")
class InlinedHintsTest {
  private static final String STAGE =
      """
      import pypto.language as pl


      @pl.jit.inline
      def stage(source: pl.Tensor[[32, 64], pl.FP32], result: pl.Tensor[[32, 64], pl.FP32]):
          half = pl.create_tensor([32, 64], dtype=pl.FP32)
          with pl.at(level=pl.Level.CORE_GROUP, name_hint="doubled_in_the_first_step_of_the_stage"):
              half[:] = pl.mul(source, source)
          with pl.at(level=pl.Level.CORE_GROUP, name_hint="added"):
              result[:] = pl.add(half, source)
          return result
      """;

  private static final String FORWARD =
      """


      @pl.jit
      def forward(tokens: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
          middle = pl.create_tensor([32, 64], dtype=pl.FP32)
          middle = stage(tokens, middle)
          out = stage(middle, out)
          return out
      """;

  @Test
  void aLaunchThatIsInlinedTwiceNamesTheCallItSpeaksOf() throws IOException {
    try (Editor editor = Editor.start(Options.plain())) {
      String uri = "file:///work/demo.py";
      String program = STAGE + FORWARD;
      assertThat(Shown.annotations(program, editor.open(uri, program)))
          .isEqualTo(
              """
              with pl.at(level=pl.Level.CORE_GROUP, name_hint="doubled_in_the_first_step_of_the_stage"):
                now: called at 17 (1 of 2) <- nothing
              with pl.at(level=pl.Level.CORE_GROUP, name_hint="added"):
                now: at 17 (1 of 2) <- doubled_in_the_first_step_of_the_stage
              def forward(tokens: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
                ifEnabled: if enabled: MANUAL (compiler)
              """);
      assertThat(editor.hover(uri, "pl.at(level=pl.Level.CORE_GROUP, name_hint=\"added"))
          .endsWith(
              """
              All tasks of this line

              - task 1 [`added`](file:///work/demo.py#L9), called at [demo.py:17](file:///work/demo.py#L17): waits for \
              [`doubled_in_the_first_step_of_the_stage`](file:///work/demo.py#L7) (runtime: RAW half)
              - task 3 [`added_0`](file:///work/demo.py#L9), called at [demo.py:18](file:///work/demo.py#L18): waits for \
              [`doubled_in_the_first_step_of_the_stage_0`](file:///work/demo.py#L7) (runtime: RAW half), \
              [`added`](file:///work/demo.py#L9) (runtime: RAW middle)""");
    }
  }

  @Test
  void aCallOfAFunctionInAnotherFileIsToldAsOne(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("stages.py"), STAGE);
    Path file = folder.resolve("demo.py");
    try (Editor editor = Editor.start(Options.plain().in(folder.toUri().toString()))) {
      String program = "import pypto.language as pl\nfrom stages import stage\n" + FORWARD;
      assertThat(Shown.annotations(program, editor.open(file.toUri().toString(), program)))
          .isEqualTo(
              """
              def forward(tokens: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
                ifEnabled: if enabled: MANUAL (compiler)
              middle = stage(tokens, middle)
                now: 2 tasks of stage <- nothing
              out = stage(middle, out)
                now: 2 tasks of stage <- added (runtime: RAW middle)
              """);
    }
  }
}
