package dev.orchlens.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What reading a Python file gave: its text, or a reason why there is none. */
public sealed interface SourceFile {

  /** The decoded text. */
  record Text(String text) implements SourceFile {}

  /** Why there is no text: the end of a sentence that begins with the file's name. */
  record Unreadable(String reason) implements SourceFile {}

  /**
   * Reads a file, as UTF-8 or in the encoding that one of its first two lines declares (The Python Language Reference,
   * "Encoding declarations"). Never throws for what may be wrong with a file.
   */
  static SourceFile read(Path path) {
    try {
      if (Files.isDirectory(path)) {
        return new Unreadable("is a directory");
      }
      return decode(Files.readAllBytes(path));
    } catch (NoSuchFileException _) {
      return new Unreadable("does not exist");
    } catch (AccessDeniedException _) {
      return new Unreadable("cannot be read: permission denied");
    } catch (OutOfMemoryError _) {
      return new Unreadable("is too large to be read");
    } catch (IOException failure) {
      return new Unreadable("cannot be read: " + failure.getMessage());
    }
  }

  /** Decodes the bytes of a Python file. */
  static SourceFile decode(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        return new Unreadable("is a binary file");
      }
    }
    String declared = declaredEncoding(bytes);
    try {
      Charset charset = declared.isEmpty() ? StandardCharsets.UTF_8 : Charset.forName(declared);
      return new Text(charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException _) {
      return new Unreadable("is not " + (declared.isEmpty() ? "UTF-8" : declared) + " text");
    } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
      return new Unreadable("declares the unknown encoding '" + declared + "'");
    }
  }

  private static String declaredEncoding(byte[] bytes) {
    int end = 0;
    for (int lines = 0; end < bytes.length && lines < 2; end++) {
      lines += bytes[end] == '\n' ? 1 : 0;
    }
    String head = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
    Matcher declaration = Pattern.compile("(?m)^[ \\t\\f]*#.*?coding[:=][ \\t]*([-\\w.]+)").matcher(head);
    return declaration.find() ? declaration.group(1) : "";
  }
}
