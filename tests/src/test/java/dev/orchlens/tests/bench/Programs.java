package dev.orchlens.tests.bench;

import dev.orchlens.analysis.Snapshot;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.text.CharacterUnit;
import dev.orchlens.text.LineIndex;
import dev.orchlens.text.SourceRange;
import dev.orchlens.text.TextEdit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The programs that benchmarks run on. */
public final class Programs {
  private static final int TASKS = 1000;

  private Programs() {}

  /**
   * Returns the text of a conformance case of {@code auto-deps}, or of the generated program.
   *
   * @throws IOException when the case cannot be read
   */
  public static String text(String name) throws IOException {
    if (name.equals("generated-1000-tasks")) {
      return generated();
    }
    String path = "/conformance/auto-deps/" + name + "/program.py";
    try (InputStream in = Objects.requireNonNull(Programs.class.getResourceAsStream(path), path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Replaces the last occurrence of some text in an open document, as one edit. */
  static Snapshot edit(Workspace workspace, String uri, int version, String before, String after) {
    String text = workspace.snapshot().tree(uri).orElseThrow().document().text();
    int start = text.lastIndexOf(before);
    SourceRange range = new SourceRange(start, start + before.length());
    TextEdit edit = TextEdit.replace(LineIndex.of(text).range(range), after);
    return workspace.change(uri, version, List.of(edit), CharacterUnit.UTF16).orElseThrow();
  }

  /** Returns the line of the last kernel launch of a program. */
  static String lastLaunch(String text) {
    return lastLine(text, "self.");
  }

  /** Returns the last line of a text that holds {@code part}. */
  static String lastLine(String text, String part) {
    return text.lines().filter(line -> line.contains(part)).reduce((a, b) -> b).orElseThrow();
  }

  /**
   * 1,000 launches in 250 layers: each layer makes two buffers, and its four tasks read those of
   * the layer before.
   */
  private static String generated() {
    StringBuilder out = new StringBuilder();
    out.append(
        """
        import pypto.language as pl


        @pl.program
        class Generated:
            @pl.function(type=pl.FunctionType.InCore)
            def mix(
                self,
                x: pl.Tensor[[64, 64], pl.FP32],
                y: pl.Tensor[[64, 64], pl.FP32],
                z: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
            ) -> pl.Tensor[[64, 64], pl.FP32]:
                total = pl.add(pl.load(x, [0, 0], [64, 64]), pl.load(y, [0, 0], [64, 64]))
                return pl.store(total, [0, 0], z)

            @pl.function(type=pl.FunctionType.Orchestration)
            def run(
                self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
            ) -> pl.Tensor[[64, 64], pl.FP32]:
        """);
    String left = "x";
    String right = "x";
    for (int layer = 0; layer < TASKS / 4; layer++) {
      String a = "a" + layer;
      String b = "b" + layer;
      out.append("        ").append(a).append(" = pl.create_tensor([64, 64], dtype=pl.FP32)\n");
      out.append("        ").append(b).append(" = pl.create_tensor([64, 64], dtype=pl.FP32)\n");
      launch(out, left, right, a);
      launch(out, right, a, b);
      launch(out, a, b, a);
      launch(out, a, left, layer == TASKS / 4 - 1 ? "out" : b);
      left = a;
      right = b;
    }
    out.append("        return out\n");
    return out.toString();
  }

  private static void launch(StringBuilder out, String x, String y, String z) {
    out.append("        ")
        .append(z)
        .append(" = self.mix(")
        .append(x)
        .append(", ")
        .append(y)
        .append(", ")
        .append(z);
    out.append(")\n");
  }
}
