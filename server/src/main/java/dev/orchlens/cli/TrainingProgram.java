package dev.orchlens.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The program that the server is trained on: as large as real ones, in the class form and as a jit
 * program.
 */
final class TrainingProgram {
  /** Layers of the jit program, each with four tasks after inlining. */
  private static final int LAYERS = 24;

  private static final String SIGNATURE =
      """


      @pl.jit
      def whole(
          x: pl.Tensor[[TOKENS, HIDDEN], pl.FP32],
          w: pl.Tensor[[HIDDEN, HIDDEN], pl.FP32],
          out: pl.Out[pl.Tensor[[TOKENS, HIDDEN], pl.FP32]],
      ):
      """;

  private TrainingProgram() {}

  /** Returns its text. */
  static String text() {
    StringBuilder text = new StringBuilder(resource("training-head.py"));
    String stage = resource("training-stage.py");
    for (int layer = 0; layer < LAYERS; layer++) {
      text.append(stage.replace("NUMBER", Integer.toString(layer)));
    }
    text.append(SIGNATURE);
    String from = "x";
    for (int layer = 0; layer < LAYERS - 1; layer++) {
      String to = "h" + layer;
      text.append("    ")
          .append(to)
          .append(" = pl.create_tensor([TOKENS, HIDDEN], dtype=pl.FP32)\n");
      text.append(call(layer, from, to));
      from = to;
    }
    return text.append(call(LAYERS - 1, from, "out")).append("    return out\n").toString();
  }

  private static String call(int layer, String from, String to) {
    return "    " + to + " = layer_" + layer + "(" + from + ", w, " + to + ")\n";
  }

  private static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(TrainingProgram.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
