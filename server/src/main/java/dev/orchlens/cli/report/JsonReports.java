package dev.orchlens.cli.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.orchlens.cli.report.Finding.Spot;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.eclipse.lsp4j.DiagnosticRelatedInformation;

/** Findings as JSON: of our own kind, and as GitLab's Code Quality reads it. */
public final class JsonReports {
  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

  private JsonReports() {}

  /** Returns an array with an object for each finding; lines and columns count from 1. */
  public static String json(List<Finding> findings) {
    JsonArray out = new JsonArray();
    for (Finding finding : findings) {
      JsonObject object = place(finding.spot());
      object.addProperty("severity", finding.severity().label());
      object.addProperty("code", finding.code());
      object.addProperty("message", finding.message());
      JsonArray related = new JsonArray();
      for (DiagnosticRelatedInformation each : finding.related()) {
        JsonObject other = place(Spot.of(each.getLocation()));
        other.addProperty("message", each.getMessage());
        related.add(other);
      }
      object.add("related", related);
      out.add(object);
    }
    return text(out);
  }

  /** Returns an array with an object for each code. */
  public static String statistics(Summary summary) {
    JsonArray out = new JsonArray();
    for (Summary.Count count : summary.counts()) {
      JsonObject object = new JsonObject();
      object.addProperty("code", count.code());
      object.addProperty("severity", count.severity().label());
      object.addProperty("count", count.number());
      object.addProperty("shown", count.isShown());
      out.add(object);
    }
    return text(out);
  }

  /**
   * Returns a report of GitLab's Code Quality. Fingerprints hold over edits elsewhere in the file:
   * lines are not in them.
   */
  public static String gitlab(List<Finding> findings) {
    Map<String, Integer> seen = new HashMap<>();
    JsonArray out = new JsonArray();
    for (Finding finding : findings) {
      Spot spot = finding.spot();
      String identity = String.join("\n", spot.relative(), finding.code(), finding.message());
      JsonObject object = new JsonObject();
      object.addProperty("description", finding.message());
      object.addProperty("check_name", finding.code());
      object.addProperty(
          "fingerprint", digest(identity + "\n" + seen.merge(identity, 1, Integer::sum)));
      object.addProperty(
          "severity",
          switch (finding.severity()) {
            case ERROR -> "major";
            case WARNING -> "minor";
            case NOTE -> "info";
          });
      JsonObject lines = new JsonObject();
      lines.addProperty("begin", spot.line());
      lines.addProperty("end", spot.endLine());
      JsonObject location = new JsonObject();
      location.addProperty("path", spot.relative());
      location.add("lines", lines);
      object.add("location", location);
      out.add(object);
    }
    return text(out);
  }

  private static JsonObject place(Spot spot) {
    JsonObject object = new JsonObject();
    object.addProperty("file", spot.file());
    object.addProperty("line", spot.line());
    object.addProperty("column", spot.column());
    object.addProperty("endLine", spot.endLine());
    object.addProperty("endColumn", spot.endColumn());
    return object;
  }

  private static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java has SHA-256", missing);
    }
  }

  static String text(JsonElement json) {
    return Plain.json(GSON.toJson(json)) + "\n";
  }
}
