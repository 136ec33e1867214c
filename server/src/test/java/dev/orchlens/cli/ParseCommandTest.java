package dev.orchlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParseCommandTest {
  @TempDir private Path folder;
  private StringWriter out;
  private StringWriter err;

  @BeforeEach
  void emptyOutput() {
    out = new StringWriter();
    err = new StringWriter();
  }

  private int parse(Object... arguments) {
    List<String> words = new ArrayList<>(List.of("parse"));
    List.of(arguments).forEach(argument -> words.add(argument.toString()));
    return Main.run(words.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err));
  }

  private String outputWithoutFolderAndSpeed() {
    return out.toString()
        .replace(folder + "/", "")
        .replaceAll("[0-9,]+ lines/s \\([0-9.]+ s\\)", "SPEED");
  }

  @Test
  void soundFilesAreCountedAndTimed() throws IOException {
    Files.writeString(folder.resolve("a.py"), "x = 1\ny = 2");
    Files.createDirectory(folder.resolve("sub"));
    Files.writeString(folder.resolve("sub/b.py"), "z = 3\n");
    Files.writeString(folder.resolve("c.txt"), "no Python");

    assertThat(parse(folder)).isZero();
    assertThat(outputWithoutFolderAndSpeed())
        .isEqualTo(
            """
            2 files, 3 lines, 0 syntax errors
            first pass: SPEED
            warm:       SPEED, median of the last half of 12 passes
            """);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void syntaxErrorsAreListedAndMakeTheExitCodeOne() throws IOException {
    Files.writeString(folder.resolve("a.py"), "x = = 1\nf(\n");

    assertThat(parse("--rounds", "0", folder.resolve("a.py"))).isEqualTo(1);
    assertThat(outputWithoutFolderAndSpeed())
        .isEqualTo(
            """
            a.py:1:5: '=' does not fit here
            a.py:2:2: this '(' is never closed
            1 files, 2 lines, 2 syntax errors
            first pass: SPEED
            """);
  }

  @Test
  void whatCannotBeReadIsNamedAndTheRestParsed() throws IOException {
    Files.write(folder.resolve("binary.py"), new byte[] {0, 1, (byte) 0xFF, (byte) 0xFE});
    Files.writeString(folder.resolve("ok.py"), "x = 1\n");

    assertThat(parse("--rounds", "0", folder)).isEqualTo(2);
    assertThat(err.toString()).contains("binary.py").doesNotContain("Exception");
    assertThat(out.toString()).startsWith("1 files, 1 lines, 0 syntax errors\n");
  }

  @Test
  void aMissingPathAndAFolderWithoutPythonAreWrongUse() {
    assertThat(parse(folder.resolve("missing.py"))).isEqualTo(2);
    assertThat(parse(folder)).isEqualTo(2);
    assertThat(parse()).isEqualTo(2);
    assertThat(err.toString())
        .contains("missing.py")
        .contains("no Python file")
        .doesNotContain("Exception");
  }
}
