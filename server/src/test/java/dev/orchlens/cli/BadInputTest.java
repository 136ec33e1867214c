package dev.orchlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that cannot be read or are no programs: a message for each, the rest done, and exit code 2.
 */
class BadInputTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void someFiles() throws IOException {
    Files.write(folder.resolve("binary.py"), new byte[] {0, 1, (byte) 0xFF});
    Files.writeString(folder.resolve("empty.py"), "");
    Files.writeString(folder.resolve("wrong.py"), "return 1\n");
    Files.createDirectory(folder.resolve("nothing"));
  }

  private int run(String command, String... names) {
    String[] words = new String[names.length + 1];
    words[0] = command;
    for (int i = 0; i < names.length; i++) {
      words[i + 1] = folder.resolve(names[i]).toString();
    }
    return Main.run(words, new PrintWriter(out), new PrintWriter(err));
  }

  private String shown(StringWriter text) {
    return text.toString().replace(folder + "/", "");
  }

  @Test
  void checkNamesWhatItCannotReadAndChecksTheRest() {
    assertThat(run("check", "missing.py", "binary.py", "empty.py", "wrong.py")).isEqualTo(2);
    assertThat(shown(err))
        .isEqualTo(
            """
            orchlens: missing.py: there is no such file.
            orchlens: binary.py: this is not UTF-8 text, so it is no Python source that can be read here.
            """);
    assertThat(shown(out))
        .isEqualTo(
            """
            wrong.py:1:1: error: 'return' stands outside of a function [syntax]
                1 | return 1
                  | ^~~~~~~~
            1 error, 0 warnings
            """);
  }

  @Test
  void factsHaveALineForEachFile() {
    assertThat(run("facts", "missing.py", "empty.py")).isEqualTo(2);
    assertThat(shown(err)).isEqualTo("orchlens: missing.py: there is no such file.\n");
    assertThat(shown(out))
        .isEqualTo(
            """
            {"file":"missing.py","load_error":"missing.py: there is no such file."}
            {"file":"empty.py","entries":{}}
            """);
  }

  @Test
  void generateNeedsAFileWithAProgram() {
    assertThat(run("generate", "empty.py")).isEqualTo(2);
    assertThat(run("generate", "wrong.py")).isEqualTo(2);
    assertThat(run("generate", "nothing")).isEqualTo(2);
    assertThat(shown(err))
        .isEqualTo(
            """
            orchlens: empty.py: there is no Orchestration function in this file.
            orchlens: wrong.py: the file does not load, so there is no C++: 'return' stands outside of a function
            orchlens: nothing: this is a folder, not a file.
            """);
  }

  @Test
  void aFolderWithoutProgramsIsWrongUse() {
    assertThat(run("check", "nothing")).isEqualTo(2);
    assertThat(shown(err)).isEqualTo("orchlens: there is no Python file in the paths given\n");
  }
}
