package dev.orchlens.lsp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.orchlens.analysis.Settings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the user's settings out of what the client sends; what is missing or malformed keeps its
 * default.
 */
final class Configuration {
  private Configuration() {}

  /** Returns the settings in the section {@code orchlens}. */
  static Settings read(JsonElement section, List<Path> workspaceRoots) {
    JsonObject object =
        section != null && section.isJsonObject() ? section.getAsJsonObject() : new JsonObject();
    return new Settings(
        bool(object, "analyzeAutoScopesForDeps"),
        workspaceRoots,
        roots(object, workspaceRoots),
        path(string(child(object, "generated"), "directory")).map(Path::toString).orElse(""));
  }

  private static List<Path> roots(JsonObject object, List<Path> workspaceRoots) {
    Path base = workspaceRoots.isEmpty() ? Path.of("").toAbsolutePath() : workspaceRoots.getFirst();
    List<Path> roots = new ArrayList<>();
    if (object.has("roots") && object.get("roots").isJsonArray()) {
      for (JsonElement root : object.getAsJsonArray("roots")) {
        if (root.isJsonPrimitive()) {
          path(root.getAsString()).map(p -> base.resolve(p).normalize()).ifPresent(roots::add);
        }
      }
    }
    return roots;
  }

  private static Optional<Path> path(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException notAPath) {
      return Optional.empty();
    }
  }

  private static JsonObject child(JsonObject object, String key) {
    return object.has(key) && object.get(key).isJsonObject()
        ? object.getAsJsonObject(key)
        : new JsonObject();
  }

  private static boolean bool(JsonObject object, String key) {
    JsonElement value = object.get(key);
    return value != null
        && value.isJsonPrimitive()
        && value.getAsJsonPrimitive().isBoolean()
        && value.getAsBoolean();
  }

  private static String string(JsonObject object, String key) {
    JsonElement value = object.get(key);
    return value != null && value.isJsonPrimitive() ? value.getAsString() : "";
  }
}
