package dev.orchlens.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What docs/diagnostics.md, which the jar holds, says about each code. */
public final class Explanations {
  private static final Pattern SECTION = Pattern.compile("(?ms)^### `([^`]+)`\\n(.*?)(?=^##|\\z)");

  /** Programs in the page stand behind what is said; arrows and blocks are for its tests. */
  private static final Pattern PROGRAM = Pattern.compile("(?ms)^```.*?^```$\\n?");

  private final Map<String, String> sections = new LinkedHashMap<>();

  private Explanations(String page) {
    for (MatchResult section : SECTION.matcher(page).results().toList()) {
      sections.put(section.group(1), section.group(2).strip());
    }
  }

  /** Reads the page. */
  public static Explanations read() {
    try (InputStream page = Explanations.class.getResourceAsStream("/docs/diagnostics.md")) {
      return new Explanations(new String(page.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Returns the section of a code as Markdown. */
  public Optional<String> markdown(String code) {
    return Optional.ofNullable(sections.get(code));
  }

  /** Returns what the section of a code says, without its programs. */
  public Optional<String> words(String code) {
    return markdown(code).map(text -> PROGRAM.matcher(text).replaceAll("").strip());
  }
}
