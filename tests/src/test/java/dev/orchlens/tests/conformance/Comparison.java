package dev.orchlens.tests.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds the facts we print against the measured ones, section by section (conformance/FORMAT.md).
 */
final class Comparison {
  private static final List<String> SECTIONS =
      List.of(
          "params",
          "tasks",
          "directions",
          "user_deps",
          "compiler_deps",
          "barriers",
          "tree",
          "dep_arrays",
          "kernels",
          "cpp");
  private static final List<String> TASK_FIELDS =
      List.of("callee", "kind", "submit", "at", "core_num", "allow_early_resolve", "predicate");

  /** Where a document has a hash of each C++ statement in place of the text. */
  private static final String HASHED = "cpp_statements";

  private static final int HASH_BYTES = 4;

  private Comparison() {}

  /** One section of one entry under one option: equal, or where the first difference is. */
  record Row(String entry, String option, String section, boolean equal, String difference) {}

  /** Returns the rows for two documents in the facts format. */
  static List<Row> compare(JsonObject ours, JsonObject expected) {
    if (expected.has("load_error")) {
      return List.of(
          rejected("-", "-", ours.has("load_error"), expected.get("load_error").getAsString()));
    }
    List<Row> rows = new ArrayList<>();
    JsonObject have = ours.has("entries") ? ours.getAsJsonObject("entries") : new JsonObject();
    for (Map.Entry<String, JsonElement> entry : expected.getAsJsonObject("entries").entrySet()) {
      JsonObject mine =
          have.has(entry.getKey()) ? have.getAsJsonObject(entry.getKey()) : new JsonObject();
      for (String option : List.of("default", "auto")) {
        if (entry.getValue().getAsJsonObject().has(option)) {
          JsonObject want = entry.getValue().getAsJsonObject().getAsJsonObject(option);
          JsonObject got = mine.has(option) ? mine.getAsJsonObject(option) : new JsonObject();
          option(rows, entry.getKey(), option, got, want, ours.has("load_error"));
        }
      }
    }
    return rows;
  }

  private static void option(
      List<Row> rows,
      String entry,
      String option,
      JsonObject got,
      JsonObject want,
      boolean notLoaded) {
    if (want.has("error")) {
      rows.add(
          rejected(entry, option, got.has("error") || notLoaded, want.get("error").getAsString()));
      return;
    }
    if (got.has("error") || got.isEmpty()) {
      String why = got.has("error") ? got.get("error").getAsString() : "no facts";
      rows.add(new Row(entry, option, "rejected", false, "ours: " + why));
      return;
    }
    rows.add(row(entry, option, "fallbacks", got.get("fallbacks"), want.get("fallbacks")));
    for (Map.Entry<String, JsonElement> function : want.getAsJsonObject("functions").entrySet()) {
      JsonObject functions = got.getAsJsonObject("functions");
      JsonObject mine =
          functions.has(function.getKey())
              ? functions.getAsJsonObject(function.getKey())
              : new JsonObject();
      for (String section : SECTIONS) {
        JsonObject theirs = function.getValue().getAsJsonObject();
        JsonElement x = section(mine, section);
        JsonElement y = section(theirs, section);
        if (section.equals("cpp") && theirs.has(HASHED)) {
          x = x.isJsonArray() ? hashes(x.getAsJsonArray()) : x;
          y = theirs.get(HASHED);
        }
        if (!y.isJsonNull()) {
          rows.add(row(entry, option, section, x, y));
        }
      }
    }
  }

  private static Row rejected(String entry, String option, boolean equal, String reference) {
    String first = reference.lines().findFirst().orElse("");
    return new Row(entry, option, "rejected", equal, equal ? "" : "the reference: " + first);
  }

  private static Row row(
      String entry, String option, String section, JsonElement ours, JsonElement expected) {
    JsonElement x = ours == null ? JsonNull.INSTANCE : ours;
    boolean equal = x.equals(expected);
    return new Row(entry, option, section, equal, equal ? "" : firstDifference(x, expected, ""));
  }

  private static JsonElement section(JsonObject function, String section) {
    return switch (section) {
      case "tasks" -> ofTasks(function, Comparison::taskFields);
      case "directions" -> ofTasks(function, task -> task.get("args"));
      case "user_deps", "compiler_deps" -> ofTasks(function, task -> task.get(section));
      case "cpp" -> cpp(function);
      default -> function.has(section) ? function.get(section) : JsonNull.INSTANCE;
    };
  }

  private static JsonElement ofTasks(
      JsonObject function, java.util.function.Function<JsonObject, JsonElement> field) {
    JsonArray out = new JsonArray();
    if (function.has("tasks")) {
      function
          .getAsJsonArray("tasks")
          .forEach(task -> out.add(field.apply(task.getAsJsonObject())));
    }
    return out;
  }

  private static JsonElement taskFields(JsonObject task) {
    JsonObject out = new JsonObject();
    TASK_FIELDS.stream().filter(task::has).forEach(key -> out.add(key, task.get(key)));
    return out;
  }

  private static JsonElement cpp(JsonObject function) {
    if (function.has("cpp")) {
      JsonArray statements = new JsonArray();
      CppCanon.statements(function.get("cpp").getAsString()).forEach(statements::add);
      return statements;
    }
    return function.has("cpp_error")
        ? new com.google.gson.JsonPrimitive("error")
        : JsonNull.INSTANCE;
  }

  /** Returns the short hash of each statement, which documents hold in place of the whole text. */
  private static JsonArray hashes(JsonArray statements) {
    JsonArray out = new JsonArray();
    statements.forEach(
        statement ->
            out.add(HexFormat.of().formatHex(sha1(statement.getAsString()), 0, HASH_BYTES)));
    return out;
  }

  private static byte[] sha1(String text) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String firstDifference(JsonElement a, JsonElement b, String path) {
    if (a.isJsonObject() && b.isJsonObject()) {
      Set<String> keys = new TreeSet<>(a.getAsJsonObject().keySet());
      keys.addAll(b.getAsJsonObject().keySet());
      for (String key : keys) {
        JsonElement x = orNull(a.getAsJsonObject().get(key));
        JsonElement y = orNull(b.getAsJsonObject().get(key));
        if (!x.equals(y)) {
          return firstDifference(x, y, path + "." + key);
        }
      }
    }
    if (a.isJsonArray() && b.isJsonArray()) {
      for (int i = 0; i < Math.max(a.getAsJsonArray().size(), b.getAsJsonArray().size()); i++) {
        JsonElement x =
            i < a.getAsJsonArray().size() ? a.getAsJsonArray().get(i) : JsonNull.INSTANCE;
        JsonElement y =
            i < b.getAsJsonArray().size() ? b.getAsJsonArray().get(i) : JsonNull.INSTANCE;
        if (!x.equals(y)) {
          return firstDifference(x, y, path + "[" + i + "]");
        }
      }
    }
    return path + ": ours " + a + ", expected " + b;
  }

  private static JsonElement orNull(JsonElement element) {
    return element == null ? JsonNull.INSTANCE : element;
  }
}
