package dev.orchlens.analysis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The encoding of Python source: UTF-8, unless a comment in its first two lines names another one
 * (The Python Language Reference, 2.1.4, "Encoding declarations").
 */
final class SourceEncoding {
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final Pattern DECLARATION =
      Pattern.compile("^[ \\t\\f]*#.*?coding[:=][ \\t]*([-_.a-zA-Z0-9]+).*", Pattern.DOTALL);

  /** Only behind such a first line the second one counts. */
  private static final Pattern COMMENT_OR_BLANK =
      Pattern.compile("^[ \\t\\f]*(#.*)?", Pattern.DOTALL);

  private SourceEncoding() {}

  /**
   * Returns the text of a source file, without a byte order mark.
   *
   * @throws IOException when the bytes are none in the encoding that is declared, or when that is
   *     none; the message says which one it is
   */
  static String decode(byte[] bytes) throws IOException {
    String start = new String(bytes, 0, Math.min(bytes.length, 3), StandardCharsets.UTF_8);
    boolean marked = start.equals(BYTE_ORDER_MARK);
    Optional<String> declared = declaration(bytes, marked ? 3 : 0);
    Charset charset = declared.isEmpty() ? StandardCharsets.UTF_8 : charset(declared.get());
    if (marked && !charset.equals(StandardCharsets.UTF_8)) {
      throw new IOException(
          "it starts with the byte order mark of UTF-8 and declares '" + declared.get() + "'.");
    }
    String text = decode(bytes, charset, declared.orElse("UTF-8"));
    return marked ? text.substring(1) : text;
  }

  private static String decode(byte[] bytes, Charset charset, String name) throws IOException {
    try {
      CharBuffer text =
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes));
      return text.toString();
    } catch (CharacterCodingException notText) {
      throw new IOException(
          "this is not " + name + " text, so it is no Python source that can be read here.",
          notText);
    }
  }

  private static Optional<String> declaration(byte[] bytes, int from) {
    int firstEnd = lineEnd(bytes, from);
    String first = line(bytes, from, firstEnd);
    Matcher matcher = DECLARATION.matcher(first);
    if (matcher.matches()) {
      return Optional.of(matcher.group(1));
    }
    if (firstEnd == bytes.length || !COMMENT_OR_BLANK.matcher(first).matches()) {
      return Optional.empty();
    }
    boolean pair =
        bytes[firstEnd] == '\r' && firstEnd + 1 < bytes.length && bytes[firstEnd + 1] == '\n';
    int second = firstEnd + (pair ? 2 : 1);
    matcher = DECLARATION.matcher(line(bytes, second, lineEnd(bytes, second)));
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static int lineEnd(byte[] bytes, int from) {
    int end = from;
    while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
      end++;
    }
    return end;
  }

  /**
   * A line as its bytes: the declaration itself is ASCII in every encoding that may be declared.
   */
  private static String line(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static Charset charset(String declared) throws IOException {
    String name = declared.toLowerCase(Locale.ROOT).replace('_', '-');
    if (isOrStartsWith(name, "utf-8")) {
      return StandardCharsets.UTF_8;
    }
    if (Stream.of("latin-1", "iso-8859-1", "iso-latin-1")
        .anyMatch(latin -> isOrStartsWith(name, latin))) {
      return StandardCharsets.ISO_8859_1;
    }
    return Stream.of(
            name, name.replace('-', '_'), name.replace("-", ""), "x-" + name.replace("-", ""))
        .map(SourceEncoding::known)
        .flatMap(Optional::stream)
        .filter(SourceEncoding::keepsAscii)
        .findFirst()
        .orElseThrow(
            () ->
                new IOException(
                    "it declares the encoding '"
                        + declared
                        + "', in which no source can be read here."));
  }

  /** Editors add how the lines end, as in {@code utf-8-unix}. */
  private static boolean isOrStartsWith(String name, String encoding) {
    return name.equals(encoding) || name.startsWith(encoding + "-");
  }

  private static Optional<Charset> known(String name) {
    return name.matches("[a-z0-9][-_.a-z0-9]*") && Charset.isSupported(name)
        ? Optional.of(Charset.forName(name))
        : Optional.empty();
  }

  /**
   * The declaration was read as ASCII, so an encoding in which it would be other text cannot be
   * meant.
   */
  private static boolean keepsAscii(Charset charset) {
    return "# coding: x\n"
        .equals(new String("# coding: x\n".getBytes(StandardCharsets.US_ASCII), charset));
  }
}
