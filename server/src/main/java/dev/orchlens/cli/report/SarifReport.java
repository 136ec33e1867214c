package dev.orchlens.cli.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.orchlens.cli.report.Finding.Spot;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.DiagnosticRelatedInformation;

/** Findings as SARIF 2.1.0, with what docs/diagnostics.md says as the help of each rule. */
public final class SarifReport {
  private final List<String> rules = new ArrayList<>();

  private SarifReport() {}

  /** Returns a log with one run. */
  public static String of(List<Finding> findings, String version) {
    SarifReport report = new SarifReport();
    JsonArray results = new JsonArray();
    findings.forEach(finding -> results.add(report.result(finding)));
    JsonObject driver = object("name", "orchlens");
    driver.addProperty("version", version);
    driver.add("rules", report.rules());
    JsonObject tool = new JsonObject();
    tool.add("driver", driver);
    JsonObject run = new JsonObject();
    run.add("tool", tool);
    run.addProperty("columnKind", "utf16CodeUnits");
    run.add("results", results);
    JsonObject log = object("version", "2.1.0");
    log.addProperty("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    log.add("runs", array(run));
    return JsonReports.text(log);
  }

  private JsonObject result(Finding finding) {
    JsonObject result = object("ruleId", finding.code());
    if (!rules.contains(finding.code())) {
      rules.add(finding.code());
    }
    result.addProperty("ruleIndex", rules.indexOf(finding.code()));
    result.addProperty("level", finding.severity().label());
    result.add("message", object("text", finding.message()));
    result.add("locations", array(location(finding.spot())));
    JsonArray related = new JsonArray();
    for (DiagnosticRelatedInformation each : finding.related()) {
      JsonObject place = location(Spot.of(each.getLocation()));
      place.add("message", object("text", each.getMessage()));
      related.add(place);
    }
    result.add("relatedLocations", related);
    return result;
  }

  private JsonArray rules() {
    Explanations explanations = Explanations.read();
    JsonArray out = new JsonArray();
    for (String code : rules) {
      JsonObject rule = object("id", code);
      explanations
          .words(code)
          .ifPresent(
              words -> {
                rule.add("fullDescription", object("text", words));
                JsonObject help = object("text", words);
                help.addProperty("markdown", explanations.markdown(code).orElseThrow());
                rule.add("help", help);
              });
      out.add(rule);
    }
    return out;
  }

  private static JsonObject location(Spot spot) {
    JsonObject region = new JsonObject();
    region.addProperty("startLine", spot.line());
    region.addProperty("startColumn", spot.column());
    region.addProperty("endLine", spot.endLine());
    region.addProperty("endColumn", spot.endColumn());
    JsonObject physical = new JsonObject();
    physical.add("artifactLocation", object("uri", uri(Path.of(spot.file()))));
    physical.add("region", region);
    JsonObject location = new JsonObject();
    location.add("physicalLocation", physical);
    return location;
  }

  /** Returns a reference as seen from the current folder, if the file lies in it. */
  private static String uri(Path file) {
    Path named = Path.of(Finding.name(file));
    if (named.isAbsolute()) {
      return named.toUri().toString();
    }
    try {
      return new URI(null, null, named.toString().replace('\\', '/'), null).toASCIIString();
    } catch (URISyntaxException malformed) {
      return named.toUri().toString();
    }
  }

  private static JsonArray array(JsonObject only) {
    JsonArray array = new JsonArray();
    array.add(only);
    return array;
  }

  private static JsonObject object(String key, String value) {
    JsonObject object = new JsonObject();
    object.addProperty(key, value);
    return object;
  }
}
