package dev.orchlens.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileReaderTest {
  @TempDir private Path folder;

  private void refused(Path path, String message) {
    assertThatThrownBy(() -> FileReader.read(path))
        .isInstanceOf(IOException.class)
        .hasMessage(message);
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
    Path dangling =
        Files.createSymbolicLink(folder.resolve("link.py"), folder.resolve("missing.py"));
    refused(dangling, "there is no such file.");
    // A device never ends, and opening a pipe waits for somebody who may never come.
    refused(Path.of("/dev/zero"), "this is a pipe or a device, not a file.");
  }

  @Test
  void whatIsNoTextIsNamed() throws IOException {
    refused(
        file('x', '=', 0xFF, 0xFE),
        "this is not UTF-8 text, so it is no Python source that can be read here.");
    refused(file('x', 0, 'y'), "this is a binary file, not Python source.");
  }

  private Path file(String text, Charset charset) throws IOException {
    return Files.write(folder.resolve("file.py"), text.getBytes(charset));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# coding: latin-1\nx = 'é'\n",
        "#!/usr/bin/env python3\n# -*- coding: iso-8859-1-unix -*-\nx = 'é'\n",
        "\r\n# vim: set fileencoding=ISO_8859_1 :\r\nx = 'é'\r\n",
        "# a comment\r  # coding=latin1\rx = 'é'\r",
        "# coding: latin-1"
      })
  void aDeclaredEncodingCounts(String text) throws IOException {
    assertThat(FileReader.read(file(text, StandardCharsets.ISO_8859_1))).isEqualTo(text);
  }

  @Test
  void theEncodingsOfEverySystemAreKnown() throws IOException {
    assertThat(FileReader.read(file("# coding: cp1252\n'€'\n", Charset.forName("windows-1252"))))
        .isEqualTo("# coding: cp1252\n'€'\n");
    assertThat(FileReader.read(file("# coding: gbk\n'任务'\n", Charset.forName("GBK"))))
        .isEqualTo("# coding: gbk\n'任务'\n");
    assertThat(FileReader.read(file("# coding: shift_jis\n'仕事'\n", Charset.forName("Shift_JIS"))))
        .isEqualTo("# coding: shift_jis\n'仕事'\n");
    assertThat(FileReader.read(file("\uFEFF# coding: utf-8\n'é'\n", StandardCharsets.UTF_8)))
        .isEqualTo("# coding: utf-8\n'é'\n");
  }

  @Test
  void aDeclarationStandsInACommentOfTheFirstTwoLines() throws IOException {
    String third = "# 1\n# 2\n# coding: latin-1\nx = 'é'\n";
    assertThat(FileReader.read(file(third, StandardCharsets.UTF_8))).isEqualTo(third);
    String behindCode = "import a\n# coding: latin-1\nx = 'é'\n";
    assertThat(FileReader.read(file(behindCode, StandardCharsets.UTF_8))).isEqualTo(behindCode);
    String noComment = "coding = 'latin-1: é'\n";
    assertThat(FileReader.read(file(noComment, StandardCharsets.UTF_8))).isEqualTo(noComment);
  }

  @Test
  void anEncodingThatIsNoneOrDoesNotFitIsNamed() throws IOException {
    refused(
        file("# coding: klingon\n", StandardCharsets.UTF_8),
        "it declares the encoding 'klingon', in which no source can be read here.");
    refused(
        file("# coding: utf-16\n", StandardCharsets.UTF_8),
        "it declares the encoding 'utf-16', in which no source can be read here.");
    refused(
        file("# coding: ascii\nx = 'é'\n", StandardCharsets.UTF_8),
        "this is not ascii text, so it is no Python source that can be read here.");
    refused(
        file("\uFEFF# coding: latin-1\n", StandardCharsets.UTF_8),
        "it starts with the byte order mark of UTF-8 and declares 'latin-1'.");
  }
}
