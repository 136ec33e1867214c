package dev.orchlens.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What is remembered from one version of the documents to the next must never show in an answer.
 */
class EditsTest {
  private static final String MAIN = "file:///work/main.py";
  private static final String STAGES = "file:///work/stages.py";
  private static final String SIZES = "file:///work/sizes.py";

  private final Workspace edited = new Workspace(Settings.defaults());
  private final Map<String, String> texts = new LinkedHashMap<>();
  private int version;

  EditsTest() {
    write(
        SIZES,
        """
        ROWS = 32
        BAND = 8
        UNUSED = 1
        """);
    write(
        STAGES,
        """
        import pypto.language as pl
        from sizes import BAND, ROWS
        WIDTH = 64

        @pl.jit.inline
        def scale(a: pl.Tensor[[ROWS, WIDTH], pl.FP32], b: pl.Tensor[[ROWS, WIDTH], pl.FP32]):
            for row in pl.parallel(0, ROWS, BAND):
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="scale"):
                    b[row : row + BAND, :] = pl.mul(a[row : row + BAND, :], 2.0)
            return b

        WIDTH = 64

        @pl.jit.inline
        def root(a: pl.Tensor[[ROWS, WIDTH], pl.FP32], b: pl.Tensor[[ROWS, WIDTH], pl.FP32]):
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="root"):
                b[:] = pl.sqrt(a)
            return b
        """);
    write(
        MAIN,
        """
        import pypto.language as pl
        from sizes import ROWS
        from stages import root, scale

        @pl.jit
        def entry(x: pl.Tensor[[ROWS, 64], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]]):
            t = pl.create_tensor([ROWS, 64], dtype=pl.FP32)
            t = scale(x, t)
            out = root(t, out)
            return out

        @pl.jit
        def second(x: pl.Tensor[[ROWS, 64], pl.FP32], out: pl.Out[pl.Tensor[[ROWS, 64], pl.FP32]]):
            out = root(x, out)
            return out
        """);
  }

  private void write(String uri, String text) {
    texts.put(uri, text);
    edited.open(uri, ++version, text);
  }

  /**
   * Edits a document and checks that the main one is known as if no other text had ever been there.
   */
  private void edit(String uri, String from, String to) {
    assertThat(texts.get(uri)).contains(from);
    write(uri, texts.get(uri).replace(from, to));
    Workspace fresh = new Workspace(Settings.defaults());
    texts.forEach((each, text) -> fresh.open(each, 1, text));
    assertThat(Known.of(edited, MAIN)).isEqualTo(Known.of(fresh, MAIN));
  }

  @Test
  void editsOfTextThatIsInlined() {
    edit(STAGES, "pl.mul(a[row : row + BAND, :], 2.0)", "pl.add(a[row : row + BAND, :], 2.0)");
    edit(
        STAGES,
        "    with pl.at(level=pl.Level.CORE_GROUP, name_hint=\"root\"):\n"
            + "        b[:] = pl.sqrt(a)\n",
        "");
    edit(STAGES, "def root(a:", "def root(c:");
    edit(STAGES, "def root(c:", "def root(a:");
  }

  @Test
  void editsOfOneKernelAmongSeveral() {
    edit(MAIN, "    t = scale(x, t)\n", "    t = scale(x, t)\n    t = scale(t, t)\n");
    edit(STAGES, "pl.sqrt(a)", "pl.exp(a)");
    edit(
        STAGES,
        "b[row : row + BAND, :] = ",
        "c = pl.add(a[row : row + BAND, :], 1.0)\n            b[row : row + BAND, :] = ");
    edit(
        STAGES,
        "b[row : row + BAND, :] = pl.mul(a[row : row + BAND, :], 2.0)",
        "b[row : row + BAND, :] = pl.mul(c, 3.0)");
    edit(STAGES, "name_hint=\"root\"", "name_hint=\"scale\"");
    edit(STAGES, "for row in pl.parallel(0, ROWS, BAND)", "for row in pl.unroll(0, ROWS, BAND)");
    edit(
        STAGES,
        "for row in pl.unroll(0, ROWS, BAND)",
        "for row in pl.pipeline(0, ROWS, BAND, stage=2)");
    edit(
        STAGES,
        "for row in pl.pipeline(0, ROWS, BAND, stage=2)",
        "for row in pl.parallel(0, ROWS, BAND)");
    edit(STAGES, "pl.mul(c, 3.0)", "pl.mul(c, 2.0)");
    edit(MAIN, "    t = scale(t, t)\n", "");
  }

  @Test
  void editsOfConstants() {
    edit(SIZES, "UNUSED = 1", "UNUSED = 2");
    edit(SIZES, "BAND = 8", "BAND = 16");
    edit(SIZES, "ROWS = 32", "ROWS = 64");
    edit(SIZES, "ROWS = 64", "ROWS = 32");
    edit(SIZES, "BAND = 16\n", "");
    edit(SIZES, "UNUSED = 2", "BAND = 8");
  }

  @Test
  void editsOfAValueThatALaterOneReplaces() {
    edit(
        STAGES,
        "WIDTH = 64\n\n@pl.jit.inline\ndef scale",
        "WIDTH = 32\n\n@pl.jit.inline\ndef scale");
  }

  @Test
  void editsThatMoveText() {
    edit(STAGES, "import pypto", "# The stages.\n\nimport pypto");
    edit(STAGES, "            b[row", "            # A band.\n            b[row");
    edit(STAGES, "@pl.jit.inline\ndef scale", "@pl.jit.inline\n\ndef scale");
    edit(MAIN, "    t = scale(x, t)\n", "\n    t = scale(x, t)  # First.\n");
  }

  @Test
  void editsThatBreakAndMend() {
    edit(STAGES, "pl.sqrt(a)", "pl.sqrt(a");
    edit(STAGES, "pl.sqrt(a", "pl.sqrt(a)");
    edit(MAIN, "t = scale(x, t)", "t = scale(x)");
    edit(MAIN, "t = scale(x)", "t = scale(x, t)");
    edit(MAIN, "from stages import root, scale", "from stages import root");
    edit(MAIN, "from stages import root", "from stages import root, scale");
  }

  @Test
  void editsOfWhoIsCalled() {
    edit(MAIN, "t = scale(x, t)", "t = root(x, t)");
    edit(STAGES, "@pl.jit.inline\ndef root", "@pl.jit.incore\ndef root");
    edit(
        STAGES,
        "b: pl.Tensor[[ROWS, WIDTH], pl.FP32]",
        "b: pl.Out[pl.Tensor[[ROWS, WIDTH], pl.FP32]]");
    edit(STAGES, "@pl.jit.incore\ndef root", "@pl.jit.opaque\ndef root");
    edit(STAGES, "def root", "def rooted");
  }
}
