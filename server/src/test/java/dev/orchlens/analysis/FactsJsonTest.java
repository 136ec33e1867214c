package dev.orchlens.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.Strictness;
import org.junit.jupiter.api.Test;

/** {@link FactsJson}: what it writes is JSON by RFC 8259. */
class FactsJsonTest {
  private static final String URI = "file:///work/main.py";
  private static final Gson STRICT = new GsonBuilder().setStrictness(Strictness.STRICT).create();

  @Test
  void floatsThatJsonCannotWriteAreText() {
    Workspace workspace = new Workspace(Settings.defaults());
    workspace.open(
        URI,
        1,
        """
        import pypto.language as pl


        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def scale(self, s: pl.Scalar[pl.FP32], o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
                return pl.store(pl.mul(pl.load(o, [0], [64]), s), [0], o)

            @pl.function(type=pl.FunctionType.Orchestration)
            def run(self, o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:
                o = self.scale(1e999, o)
                o = self.scale(-1e999, o)
                o = self.scale(1e16, o)
                return o
        """);
    FileAnalysis analysis = workspace.snapshot().analysis(URI, new Cancellation()).orElseThrow();

    JsonObject document = FactsJson.of("main.py", analysis);

    String args =
        STRICT
            .toJson(document)
            .replaceAll("(?s)\"auto\":.*", "")
            .replaceAll("(?s).*?\"args\":(\\[\\[.*?]])", "$1\n")
            .replaceAll("\n[^\\[][^\n]*$", "\n");
    assertThat(args)
        .isEqualTo(
            """
            [["inf","Scalar"],["o","OutputExisting"]]
            [["-inf","Scalar"],["o","InOut"]]
            [[1.0E16,"Scalar"],["o","InOut"]]
            """);
  }
}
