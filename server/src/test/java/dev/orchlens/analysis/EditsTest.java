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

  private static final String PARTS = "file:///work/parts.py";

  /** Opens a file of helpers with several regions each, and a program that inlines them twice. */
  private void writeRegions() {
    write(
        PARTS,
        """
        import pypto.language as pl
        N = 32
        HALF = 16

        @pl.jit.inline
        def twice(a: pl.Tensor[[N, 64], pl.FP32], b: pl.Tensor[[N, 64], pl.FP32]):
            first = pl.create_tensor([N, 64], dtype=pl.FP32)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="double"):
                total = pl.add(a[0:HALF, :], a[HALF:N, :])
                for i in pl.range(2):
                    start = i * HALF
                    total = pl.add(total, pl.mul(a[start : start + HALF, :], 2.0))
                first[0:HALF, :] = total
                first[HALF:N, :] = total
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="shift"):
                rows = HALF
                for i in pl.unroll(2):
                    b[i * rows : i * rows + HALF, :] = pl.add(first[i * rows : i * rows + HALF, :], 1.0)
            return b

        @pl.jit.inline
        def outer(a: pl.Tensor[[N, 64], pl.FP32], b: pl.Tensor[[N, 64], pl.FP32]):
            mid = pl.create_tensor([N, 64], dtype=pl.FP32)
            mid = twice(a, mid)
            for j in pl.range(1):
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="once"):
                    b[:] = pl.exp(mid)
            for k in pl.unroll(2):
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="each"):
                    if k > 0:
                        b[0:HALF, :] = pl.sqrt(mid[0:HALF, :])
                    else:
                        b[HALF:N, :] = pl.neg(mid[HALF:N, :])
            b = twice(b, b)
            return b
        """);
    write(
        MAIN,
        """
        import pypto.language as pl
        from parts import outer, twice

        @pl.jit
        def entry(
            x: pl.Tensor[[32, 64], pl.FP32], n: pl.Scalar[pl.INT32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]
        ):
            t = pl.create_tensor([32, 64], dtype=pl.FP32)
            t = outer(x, t)
            for i in pl.range(4):
                t = twice(t, t)
            if n > 3:
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="branch"):
                    m = n + 1
                    if m > 3:
                        t[:] = pl.mul(t, 2.0)
            out = outer(t, out)
            return out

        @pl.jit
        def second(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
            out = twice(x, out)
            out = outer(out, out)
            return out
        """);
  }

  @Test
  void editsThatLeaveRegionsAsTheyAre() {
    writeRegions();
    edit(PARTS, "pl.exp(mid)", "pl.sqrt(mid)");
    edit(PARTS, "pl.sqrt(mid)", "pl.sqrt(mid)  # The root.");
    edit(
        PARTS,
        "first[i * rows : i * rows + HALF, :], 1.0",
        "first[i * rows : i * rows + HALF, :], 3.5");
    edit(MAIN, "pl.mul(t, 2.0)", "pl.mul(t, 4.0)");
    edit(MAIN, "t = outer(x, t)", "t = outer(x,  t)");
  }

  @Test
  void editsThatRenumberNamesAndVersions() {
    writeRegions();
    edit(
        PARTS, "    mid = twice(a, mid)\n", "    mid = twice(a, mid)\n    mid = twice(mid, mid)\n");
    edit(PARTS, "    mid = twice(mid, mid)\n", "    more = twice(mid, mid)\n    mid = more\n");
    edit(PARTS, "    more = twice(mid, mid)\n    mid = more\n", "");
    edit(MAIN, "    t = outer(x, t)\n", "    t = twice(x, t)\n    t = outer(x, t)\n");
    edit(MAIN, "    t = twice(x, t)\n    t = outer(x, t)\n", "    t = outer(x, t)\n");
    edit(
        PARTS,
        "        total = pl.add(a[0:HALF",
        "        start = 0\n        total = pl.add(a[0:HALF");
    edit(
        PARTS,
        "b[i * rows : i * rows + HALF, :] = pl.add(",
        "b[i * rows : i * rows + HALF, :] = pl.add(pl.abs(a[0:HALF, :]), ");
    edit(
        PARTS,
        "pl.add(pl.abs(a[0:HALF, :]), first[i * rows : i * rows + HALF, :], 1.0)",
        "pl.add(pl.abs(pl.exp(a[0:HALF, :])), 1.0)");
  }

  @Test
  void editsOfWhatRegionsKnowOfScalars() {
    writeRegions();
    edit(PARTS, "HALF = 16", "HALF = 8");
    edit(PARTS, "HALF = 8", "HALF = 16");
    edit(PARTS, "for j in pl.range(1):", "for j in pl.range(2):");
    edit(PARTS, "for k in pl.unroll(2):", "for k in pl.range(2):");
    edit(PARTS, "for k in pl.range(2):", "for k in pl.range(1, 3):");
    edit(MAIN, "if n > 3:", "if n > 1:");
    edit(MAIN, "if n > 1:", "if n > 7:");
    edit(MAIN, "for i in pl.range(4):", "for i in pl.range(1):");
    edit(MAIN, "for i in pl.range(1):", "for i in pl.unroll(3):");
    edit(PARTS, "start = i * HALF", "start = j * HALF");
    edit(PARTS, "start = j * HALF", "start = i * HALF");
  }

  @Test
  void editsOfWhatIsReadBehindRegions() {
    writeRegions();
    edit(MAIN, "    out = outer(t, out)\n    return out\n", "    return t\n");
    edit(PARTS, "    b = twice(b, b)\n", "");
    edit(
        PARTS,
        "    mid = twice(a, mid)\n",
        "    with pl.at(level=pl.Level.CORE_GROUP, name_hint=\"double\"):\n        mid[:] = pl.neg(a)\n");
    edit(PARTS, "mid[:] = pl.neg(a)", "unused = pl.neg(a)\n        mid[:] = unused");
    edit(PARTS, "name_hint=\"each\"", "name_hint=\"once\"");
  }

  @Test
  void editsOfWindowsThatMeetOrDoNot() {
    edit(
        MAIN,
        "    out = root(x, out)\n",
        """
            for i in pl.range(0, 4):
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="band"):
                    out[i * 8 : i * 8 + 8, :] = pl.mul(x[i * 8 : i * 8 + 8, :], 2.0)
        """);
    edit(MAIN, "out[i * 8 : i * 8 + 8, :]", "out[i * 4 : i * 4 + 8, :]");
    edit(MAIN, "out[i * 4 : i * 4 + 8, :]", "out[i * 8 : i * 8 + 8, :]");
  }
}
