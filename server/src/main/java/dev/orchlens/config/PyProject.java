package dev.orchlens.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the table {@code [tool.orchlens]} of a {@code pyproject.toml}. */
final class PyProject {
  private static final String TABLE = "orchlens";

  /** Longer files are not read, in bytes: nobody writes one. */
  private static final long MOST_BYTES = 1L << 20;

  private final Path file;

  private PyProject(Path file) {
    this.file = file;
  }

  /**
   * Returns what the file chooses; nothing where it has no such table.
   *
   * @throws ConfigException when the file is no TOML, or the table has a key or a value that there
   *     is not
   */
  static Optional<ProjectConfig> read(Path file) throws ConfigException {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        return Optional.empty();
      }
      String text = Files.readString(file);
      // Most projects have none; then the rest of the file is nobody's business here.
      return text.contains(TABLE) ? new PyProject(file).table(text) : Optional.empty();
    } catch (JsonProcessingException malformed) {
      JsonLocation place = malformed.getLocation();
      throw new ConfigException(
          file
              + (place == null ? "" : ":" + place.getLineNr())
              + ": this is not TOML: "
              + malformed.getOriginalMessage());
    } catch (IOException unreadable) {
      throw new ConfigException(file + ": the file cannot be read as UTF-8 text.");
    }
  }

  private Optional<ProjectConfig> table(String text)
      throws JsonProcessingException, ConfigException {
    JsonNode table = new TomlMapper().readTree(text).path("tool").path(TABLE);
    if (table.isMissingNode()) {
      return Optional.empty();
    }
    if (!table.isObject()) {
      throw wrong("tool." + TABLE, "a table");
    }
    List<String> select = List.of();
    List<String> ignore = List.of();
    List<Path> roots = List.of();
    Optional<Boolean> option = Optional.empty();
    boolean strict = false;
    for (Map.Entry<String, JsonNode> entry : table.properties()) {
      switch (entry.getKey()) {
        case "select" -> select = texts(entry);
        case "ignore" -> ignore = texts(entry);
        case "roots" -> roots = folders(entry);
        case "analyze-auto-scopes" -> option = Optional.of(bool(entry));
        case "strict" -> strict = bool(entry);
        default ->
            throw new ConfigException(
                file
                    + ": [tool.orchlens] has no key '"
                    + entry.getKey()
                    + "'. It has select, ignore, roots, analyze-auto-scopes and strict.");
      }
    }
    return Optional.of(new ProjectConfig(new CodeFilter(select, ignore), roots, option, strict));
  }

  private List<String> texts(Map.Entry<String, JsonNode> entry) throws ConfigException {
    List<String> texts = new ArrayList<>();
    for (JsonNode element : entry.getValue()) {
      if (!element.isTextual()) {
        throw wrong(entry.getKey(), "a list of strings");
      }
      texts.add(element.textValue());
    }
    if (!entry.getValue().isArray()) {
      throw wrong(entry.getKey(), "a list of strings");
    }
    return texts;
  }

  private List<Path> folders(Map.Entry<String, JsonNode> entry) throws ConfigException {
    Path base = file.toAbsolutePath().getParent();
    List<Path> folders = new ArrayList<>();
    for (String text : texts(entry)) {
      try {
        folders.add(base.resolve(text).normalize());
      } catch (InvalidPathException notAPath) {
        throw wrong(entry.getKey(), "a list of folders");
      }
    }
    return folders;
  }

  private boolean bool(Map.Entry<String, JsonNode> entry) throws ConfigException {
    if (!entry.getValue().isBoolean()) {
      throw wrong(entry.getKey(), "true or false");
    }
    return entry.getValue().booleanValue();
  }

  private ConfigException wrong(String key, String what) {
    return new ConfigException(file + ": '" + key + "' in [tool.orchlens] must be " + what + ".");
  }
}
