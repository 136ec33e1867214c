package dev.orchlens.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileReaderTest {
  @TempDir private Path folder;

  private void refused(Path path, String message) {
    assertThatThrownBy(() -> FileReader.read(path)).isInstanceOf(IOException.class).hasMessage(message);
  }

  private Path file(int... bytes) throws IOException {
    byte[] content = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      content[i] = (byte) bytes[i];
    }
    return Files.write(folder.resolve("file.py"), content);
  }

  @Test
  void textIsRead() throws IOException {
    assertThat(FileReader.read(Files.writeString(folder.resolve("a.py"), "x = '\uD83D\uDE00'\r\n")))
        .isEqualTo("x = '\uD83D\uDE00'\r\n");
    assertThat(FileReader.read(file())).isEmpty();
  }

  @Test
  void whatIsNoFileIsNamed() throws IOException {
    refused(folder, "this is a folder, not a file.");
    refused(folder.resolve("missing.py"), "there is no such file.");
    Path dangling = Files.createSymbolicLink(folder.resolve("link.py"), folder.resolve("missing.py"));
    refused(dangling, "there is no such file.");
    // A device never ends, and opening a pipe waits for somebody who may never come.
    refused(Path.of("/dev/zero"), "this is a pipe or a device, not a file.");
  }

  @Test
  void whatIsNoTextIsNamed() throws IOException {
    refused(file('x', '=', 0xFF, 0xFE), "this is not UTF-8 text, so it is no Python source that can be read here.");
    refused(file('x', 0, 'y'), "this is a binary file, not Python source.");
  }
}
