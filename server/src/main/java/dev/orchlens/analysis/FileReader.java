package dev.orchlens.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads program text from disk; a failure says in plain English what is wrong with the file. */
public final class FileReader {
  /** The largest file that is read, in bytes; a longer one is no program. */
  public static final long MAX_BYTES = 16L << 20;

  private FileReader() {}

  /**
   * Returns the text of a file.
   *
   * @throws IOException when it is a folder, a pipe or a device, does not exist, cannot be read, is
   *     too large, or is not text in the encoding that Python would read it in
   */
  public static String read(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new IOException("this is a folder, not a file.");
    }
    if (!Files.exists(path)) {
      throw new IOException("there is no such file.");
    }
    if (!Files.isRegularFile(path)) {
      throw new IOException("this is a pipe or a device, not a file.");
    }
    if (!Files.isReadable(path)) {
      throw new IOException("the file cannot be read; check its permissions.");
    }
    if (Files.size(path) > MAX_BYTES) {
      throw new IOException(
          "the file is larger than " + (MAX_BYTES >> 20) + " MiB, which no program is.");
    }
    String text = SourceEncoding.decode(Files.readAllBytes(path));
    if (text.indexOf('\0') >= 0) {
      throw new IOException("this is a binary file, not Python source.");
    }
    return text;
  }
}
