package dev.orchlens.lsp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.orchlens.analysis.Hint;
import dev.orchlens.analysis.Settings;
import dev.orchlens.config.CodeFilter;
import dev.orchlens.config.Project;
import dev.orchlens.config.ProjectConfig;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the user's settings out of what the client sends; what is missing or malformed keeps its
 * default.
 */
final class Configuration {
  private Configuration() {}

  /**
   * Returns the settings in the section {@code orchlens}, and for what is not in it those of the
   * projects that are open.
   */
  static Settings read(JsonElement section, List<Path> workspaceRoots, List<Project> projects) {
    JsonObject object =
        section != null && section.isJsonObject() ? section.getAsJsonObject() : new JsonObject();
    List<ProjectConfig> configs = projects.stream().map(Project::config).toList();
    List<Path> roots = roots(object, workspaceRoots);
    if (roots.isEmpty()) {
      roots = configs.stream().flatMap(config -> config.roots().stream()).toList();
    }
    if (roots.isEmpty()) {
      roots = projects.stream().flatMap(project -> project.guessedRoots().stream()).toList();
    }
    return new Settings(
        bool(object, "analyzeAutoScopesForDeps").or(() -> chosen(configs)).orElse(false),
        workspaceRoots,
        roots,
        path(string(child(object, "generated"), "directory")).map(Path::toString).orElse(""),
        configs.stream()
            .map(ProjectConfig::codes)
            .filter(codes -> !codes.equals(CodeFilter.all()))
            .findFirst()
            .orElse(CodeFilter.all()),
        hints(child(object, "hints")));
  }

  /** All that are not switched off. */
  private static Set<Hint> hints(JsonObject shown) {
    return Arrays.stream(Hint.values())
        .filter(hint -> bool(shown, hint.setting()).orElse(true))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Hint.class)));
  }

  private static Optional<Boolean> chosen(List<ProjectConfig> configs) {
    return configs.stream()
        .map(ProjectConfig::analyzeAutoScopes)
        .flatMap(Optional::stream)
        .findFirst();
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

  private static Optional<Boolean> bool(JsonObject object, String key) {
    return object.get(key) instanceof JsonPrimitive value && value.isBoolean()
        ? Optional.of(value.getAsBoolean())
        : Optional.empty();
  }

  private static String string(JsonObject object, String key) {
    JsonElement value = object.get(key);
    return value != null && value.isJsonPrimitive() ? value.getAsString() : "";
  }
}
