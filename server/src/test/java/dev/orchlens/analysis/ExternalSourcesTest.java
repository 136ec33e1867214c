package dev.orchlens.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The C++ files of external kernels are looked for on the disk. */
class ExternalSourcesTest {
  private static final String JIT =
      """
      from pathlib import Path

      import pypto.language as pl

      KERNELS = Path(__file__).parent / "kernels"


      @pl.jit.extern(core_type="aiv", source=KERNELS / "add.cpp")
      def add(a: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]: ...


      @pl.jit.extern(
          core_type="mixed",
          aic_source="kernels/add.cpp",
          aiv_source="../elsewhere.cpp",
      )
      def both(a: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]) -> pl.Tensor[[16], pl.FP32]: ...
      """;

  private static final String CLASS =
      """
      import pypto.language as pl

      KERNELS = "kernels"


      @pl.program
      class P:
          @pl.function(type=pl.FunctionType.AIV, external_source=KERNELS + "/add.cpp")
          def add(self, a: pl.Tensor[[16], pl.FP32], o: pl.Out[pl.Tensor[[16], pl.FP32]]): ...
      """;

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static List<String> problems(Workspace workspace, Path program) {
    FileAnalysis analysis =
        workspace.snapshot().analysis(program.toUri().toString(), new Cancellation()).orElseThrow();
    return analysis.problems().stream()
        .map(p -> p.code() + " " + p.message())
        .collect(Collectors.toList());
  }

  @Test
  void aMissingFileIsTold() throws IOException {
    Path program = write("program.py", JIT);
    Workspace workspace = new Workspace(Settings.defaults());
    assertThat(problems(workspace, program))
        .containsExactly(
            "function/external-source There is no file '"
                + folder
                + "/kernels/add.cpp', which is to be the C++ source of the external kernel. Give"
                + " its path from the folder of this Python file, or an absolute one.",
            "function/external-source There is no file 'kernels/add.cpp', which is to be the C++"
                + " source of the external kernel. Give its path from the folder of this Python"
                + " file, or an absolute one.");
  }

  @Test
  void aFileThatAppearsIsSeen() throws IOException {
    Path program = write("program.py", CLASS);
    Workspace workspace = new Workspace(Settings.defaults());
    assertThat(problems(workspace, program))
        .containsExactly(
            "function/external-source There is no file 'kernels/add.cpp', which is to be the C++"
                + " source of the external kernel. Give its path from the folder of this Python"
                + " file, or an absolute one.");
    Path kernel = write("kernels/add.cpp", "extern \"C\" void kernel_entry() {}\n");
    workspace.filesChanged(List.of(kernel.toUri().toString()));
    assertThat(problems(workspace, program)).isEmpty();
  }

  @Test
  void nothingIsMissingBesideAProgramThatIsNoFile() {
    Workspace workspace = new Workspace(Settings.defaults());
    Path program = folder.resolve("unsaved.py");
    workspace.open(program.toUri().toString(), 1, CLASS);
    assertThat(problems(workspace, program)).isEmpty();
  }
}
