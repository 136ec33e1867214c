package dev.orchlens.tests.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.tests.lsp.Editor.Options;
import java.io.IOException;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the mouse shows. */
@Tag("slow")
class HoverTest {
  private static final String URI = "file:///work/demo.py";

  private static final String CHAIN =
      Programs.run(
          """
          t = pl.create_tensor([64], dtype=pl.FP32)
          t, first = pl.submit(self.scale, x, t)
          y, _ = pl.submit(self.scale, t, y, deps=[first])
          return y
          """);

  @Test
  void aLaunchWithAnEdgeOfTheUser() throws IOException {
    assertThat(hover(Options.plain(), CHAIN, "pl.submit(self.scale, t"))
        .isEqualTo(
            """
            **task 1** `scale` on AIV

            | argument | direction | |
            |---|---|---|
            | `t` | Input | read; the task waits for its recorded writers |
            | `y` | OutputExisting | written in place; the task waits neither for its writers nor for its readers |

            Waits for
            - task 0 `scale` [demo.py:17](file:///work/demo.py#L17): named in `deps=`; the runtime finds it as a writer of `t` (RAW)

            Nobody waits for it.

            Hazards: 1 ordered by the runtime
            """);
  }

  @Test
  void aLaunchWithRewrittenArguments() throws IOException {
    assertThat(hover(Options.plain().withAnalysis(), CHAIN, "pl.submit(self.scale, t"))
        .isEqualTo(
            """
            **task 1** `scale` on AIV

            | argument | direction | |
            |---|---|---|
            | `t` | NoDep | was Input; the runtime need not look it up: RAW against task 0 `scale` [demo.py:17](file:///work/demo.py#L17) by deps= |
            | `y` | OutputExisting | written in place; in a MANUAL scope the runtime looks nothing up |

            Waits for
            - task 0 `scale` [demo.py:17](file:///work/demo.py#L17): named in `deps=`

            Nobody waits for it.

            Hazards: 1 ordered by waits
            """);
  }

  @Test
  void theHeadOfAFunction() throws IOException {
    assertThat(hover(Options.plain(), CHAIN, "def run"))
        .isEqualTo(
            """
            **AUTO** scope around the whole function: the runtime tracks tensors and orders the tasks; `analyze_auto_scopes_for_deps` is off.
            """);
    assertThat(hover(Options.plain().withAnalysis(), CHAIN, "def run"))
        .isEqualTo(
            """
            **MANUAL** scope around the whole function: explicit edges cover every hazard, so the compiler switched the runtime's tracking off.
            """);
  }

  @Test
  void aManualScopeALoopWithAFenceAndAnArray() throws IOException {
    String program =
        Programs.run(
            """
            with pl.manual_scope():
                first = pl.array.create(8, pl.TASK_ID)
                for i in pl.parallel(8):
                    y, done = pl.submit(self.part, i, x, y)
                    first[i] = done
                for j in pl.parallel(8):
                    y, _ = pl.submit(self.part, j, x, y, deps=[first])
            return y
            """);

    assertThat(hover(Options.plain(), program, "with pl.manual_scope"))
        .isEqualTo(
            """
            **MANUAL** scope placed here: only explicit `deps=` order the tasks in it; that is how it was written.
            """);
    assertThat(hover(Options.plain(), program, "for j in"))
        .isEqualTo(
            """
            **Fence** in front of this loop: each of its launches that needs them waits for one barrier instead of every slot of `first`.

            | | |
            |---|---|
            | producers | 8 |
            | consumers, over all iterations | 8 |
            | iterations | 8 |
            | entries without it | 8 x 8 = 64 |
            | entries with it | 8 + 8 = 16 |

            It is placed because 64 > 16.
            """);
    assertThat(hover(Options.plain(), program, "first = pl.array"))
        .isEqualTo(
            """
            **Array of TaskIds** `first`, 8 slots, all written

            - `first[i]` (0 to 7) <- task 0 `part` [demo.py:19](file:///work/demo.py#L19)
            """);
  }

  @Test
  void aFallback() throws IOException {
    String program =
        Programs.run(
            """
            t = pl.create_tensor([8, 8], dtype=pl.FP32)
            flat = pl.reshape(t, [64])
            y = self.scale(flat, y)
            return y
            """);

    assertThat(hover(Options.plain().withAnalysis(), program, "self.scale(flat"))
        .isEqualTo(
            """
            **task 0** `scale` on AIV

            | argument | direction | |
            |---|---|---|
            | `flat` | Input | read; the task waits for its recorded writers |
            | `y` | OutputExisting | written in place; the task waits neither for its writers nor for its readers |

            Waits for nothing: it may start as soon as it is submitted.

            Nobody waits for it.

            **Fallback** `unresolved_location`: The storage of `flat` in this launch of `scale` is not known: it comes from `tensor.reshape`, which the compiler does not look through. Name its producer in deps=, or pass the tensor itself, a constant window of it, or the result of a kernel.
            """);
    assertThat(hover(Options.plain().withAnalysis(), program, "def run"))
        .isEqualTo(
            """
            **AUTO** scope around the whole function: an access could not be ordered by fixed edges, so the runtime goes on tracking tensors.

            - `unresolved_location`: The storage of `flat` in this launch of `scale` is not known: it comes from `tensor.reshape`, which the compiler does not look through. Name its producer in deps=, or pass the tensor itself, a constant window of it, or the result of a kernel.
            """);
  }

  @Test
  void nothingWhereThereIsNothingOfOurs() throws IOException {
    try (Editor editor = Editor.start()) {
      editor.open(URI, CHAIN);

      assertThat(at(editor, CHAIN.indexOf("import"))).isNull();
      assertThat(at(editor, CHAIN.indexOf("t = pl.create_tensor"))).isNull();
      assertThat(at(editor, CHAIN.length())).isNull();
    }
  }

  private static String hover(Options options, String program, String place) throws IOException {
    try (Editor editor = Editor.start(options)) {
      editor.open(URI, program);
      return at(editor, program.indexOf(place)).getContents().getRight().getValue() + "\n";
    }
  }

  private static Hover at(Editor editor, int offset) {
    return editor.await(
        editor
            .server()
            .getTextDocumentService()
            .hover(
                new HoverParams(
                    new TextDocumentIdentifier(URI),
                    Positions.position(editor.text(URI), offset))));
  }
}
