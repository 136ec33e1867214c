package dev.orchlens.cli.report;

import dev.orchlens.cli.report.Finding.Spot;
import java.util.List;

/** Findings as the commands by which a step of GitHub Actions annotates a change. */
public final class GithubReport {
  private GithubReport() {}

  /** Returns a line for each finding. */
  public static String of(List<Finding> findings) {
    StringBuilder out = new StringBuilder();
    for (Finding finding : findings) {
      Spot spot = finding.spot();
      String kind =
          switch (finding.severity()) {
            case ERROR -> "error";
            case WARNING -> "warning";
            case NOTE -> "notice";
          };
      out.append("::%s file=%s,line=%d,".formatted(kind, property(spot.relative()), spot.line()));
      if (spot.line() == spot.endLine()) {
        // Columns count only where the place lies in one line.
        out.append("col=%d,endColumn=%d,".formatted(spot.column(), spot.endColumn()));
      } else {
        out.append("endLine=%d,".formatted(spot.endLine()));
      }
      out.append("title=orchlens %s::".formatted(property(finding.code())));
      out.append(Plain.line(data(finding.message()))).append('\n');
    }
    return out.toString();
  }

  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return Plain.line(data(text).replace(":", "%3A").replace(",", "%2C"));
  }
}
