package dev.orchlens.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.Position;

/** Prints diagnostics for people, for scripts, and for tools that read SARIF 2.1.0. */
final class CheckReport {
  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

  private CheckReport() {}

  /** A diagnostic of a file, named as the user named it. */
  record Finding(String file, Diagnostic diagnostic) {
    int line() {
      return diagnostic.getRange().getStart().getLine() + 1;
    }

    int column() {
      return diagnostic.getRange().getStart().getCharacter() + 1;
    }

    String code() {
      return diagnostic.getCode() == null ? "" : diagnostic.getCode().getLeft();
    }

    String message() {
      return diagnostic.getMessage().isLeft()
          ? diagnostic.getMessage().getLeft()
          : diagnostic.getMessage().getRight().getValue();
    }

    String severity() {
      return switch (diagnostic.getSeverity()) {
        case Error -> "error";
        case Warning -> "warning";
        case Information, Hint -> "note";
      };
    }
  }

  /** Prints a line for each finding, and a line that counts them. */
  static void text(List<Finding> findings, PrintWriter out) {
    for (Finding finding : findings) {
      out.printf(
          "%s:%d:%d: %s: %s [%s]%n",
          Plain.line(finding.file()),
          finding.line(),
          finding.column(),
          finding.severity(),
          Plain.line(finding.message()),
          finding.code());
    }
    out.printf(
        "%d error(s), %d warning(s), %d note(s)%n",
        count(findings, DiagnosticSeverity.Error),
        count(findings, DiagnosticSeverity.Warning),
        count(findings, DiagnosticSeverity.Information) + count(findings, DiagnosticSeverity.Hint));
  }

  private static long count(List<Finding> findings, DiagnosticSeverity severity) {
    return findings.stream().filter(f -> f.diagnostic().getSeverity() == severity).count();
  }

  /** Returns a JSON array with an object for each finding; lines and columns count from 1. */
  static String json(List<Finding> findings) {
    JsonArray out = new JsonArray();
    for (Finding finding : findings) {
      JsonObject object = new JsonObject();
      object.addProperty("file", finding.file());
      object.addProperty("line", finding.line());
      object.addProperty("column", finding.column());
      object.addProperty("severity", finding.severity());
      object.addProperty("code", finding.code());
      object.addProperty("message", finding.message());
      out.add(object);
    }
    return Plain.json(GSON.toJson(out));
  }

  /** Returns a SARIF 2.1.0 log with one run. */
  static String sarif(List<Finding> findings) {
    JsonArray results = new JsonArray();
    for (Finding finding : findings) {
      JsonObject result = new JsonObject();
      result.addProperty("ruleId", finding.code());
      result.addProperty("level", finding.severity());
      result.add("message", object("text", finding.message()));
      JsonObject physical = new JsonObject();
      physical.add("artifactLocation", object("uri", Path.of(finding.file()).toUri().toString()));
      physical.add("region", region(finding));
      JsonObject location = new JsonObject();
      location.add("physicalLocation", physical);
      JsonArray locations = new JsonArray();
      locations.add(location);
      result.add("locations", locations);
      results.add(result);
    }
    JsonObject tool = new JsonObject();
    tool.add("driver", object("name", "orchlens"));
    JsonObject run = new JsonObject();
    run.add("tool", tool);
    run.addProperty("columnKind", "utf16CodeUnits");
    run.add("results", results);
    JsonArray runs = new JsonArray();
    runs.add(run);
    JsonObject log = object("version", "2.1.0");
    log.addProperty("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    log.add("runs", runs);
    return Plain.json(GSON.toJson(log));
  }

  private static JsonObject region(Finding finding) {
    Position end = finding.diagnostic().getRange().getEnd();
    JsonObject region = new JsonObject();
    region.addProperty("startLine", finding.line());
    region.addProperty("startColumn", finding.column());
    region.addProperty("endLine", end.getLine() + 1);
    region.addProperty("endColumn", end.getCharacter() + 1);
    return region;
  }

  private static JsonObject object(String key, String value) {
    JsonObject object = new JsonObject();
    object.addProperty(key, value);
    return object;
  }
}
