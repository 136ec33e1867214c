package dev.orchlens.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random edits of real programs and of the files that they import, in a checkout of pypto-lib that
 * {@code -Dorchlens.checkout=DIR} names: what a workspace knows after them is what one knows that
 * never saw another text. {@code -Dorchlens.edits=N} edits each program N times, {@code
 * -Dorchlens.seed=N} chooses other ones.
 */
@EnabledIfSystemProperty(named = "orchlens.checkout", matches = ".+")
class RealEditsTest {
  private final Random random = new Random(Long.getLong("orchlens.seed", 1));
  private final Path checkout = Path.of(System.getProperty("orchlens.checkout")).toAbsolutePath();
  private final Settings settings = Settings.defaults().withRoots(List.of(checkout));
  private final Workspace edited = new Workspace(settings);
  private final Map<String, String> texts = new LinkedHashMap<>();
  private int version;

  /** An earlier text of a document, to which the user may return. */
  private record Earlier(String uri, String text) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "models/qwen3_14b/prefill_fwd.py",
        "models/deepseek_v4_flash_mtp/prefill_csa.py",
        "models/deepseek_v4_flash_mtp/moe.py"
      })
  void anEditedProgramIsKnownAsIfNoOtherTextHadBeenThere(String file) throws IOException {
    String main = checkout.resolve(file).toUri().toString();
    write(main, Files.readString(checkout.resolve(file)));
    List<String> files = new ArrayList<>(List.of(main));
    for (String imported :
        edited.snapshot().analysis(main, new Cancellation()).orElseThrow().imports()) {
      Path path = Path.of(imported);
      if (path.startsWith(checkout) && Files.isRegularFile(path)) {
        files.add(path.toUri().toString());
      }
    }
    Deque<Earlier> earlier = new ArrayDeque<>();
    for (int step = 0; step < Integer.getInteger("orchlens.edits", 10); step++) {
      if (!earlier.isEmpty() && random.nextInt(4) == 0) {
        write(earlier.peek().uri, earlier.pop().text);
      } else {
        String uri = files.get(random.nextInt(files.size()));
        String text =
            texts.containsKey(uri) ? texts.get(uri) : Files.readString(Path.of(URI.create(uri)));
        earlier.push(new Earlier(uri, text));
        write(uri, edit(text, step));
      }
      Workspace fresh = new Workspace(settings);
      texts.forEach((uri, text) -> fresh.open(uri, 1, text));
      assertThat(Known.of(edited, main)).as("step %d", step).isEqualTo(Known.of(fresh, main));
    }
  }

  private void write(String uri, String text) {
    texts.put(uri, text);
    edited.open(uri, ++version, text);
  }

  /**
   * Returns a text with one of the statements inside its functions changed, doubled, moved or
   * removed.
   */
  private String edit(String text, int step) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    List<Integer> statements = new ArrayList<>();
    for (int i = 0; i < lines.size() - 1; i++) {
      if (lines.get(i).matches(" {4,}\\w+ = .*[^(\\[{,]")) {
        statements.add(i);
      }
    }
    if (statements.isEmpty()) {
      return text + "\n# Step " + step + ".\n";
    }
    int at = statements.get(random.nextInt(statements.size()));
    String line = lines.get(at);
    String indent = line.substring(0, line.length() - line.stripLeading().length());
    switch (random.nextInt(6)) {
      case 0 -> lines.add(at, indent + "edit = " + (1000 + step));
      case 1 -> lines.add(at, indent + "# Step " + step + ".");
      case 2 -> lines.set(at, line.replaceFirst("\\b(\\d)\\b", "$1 + 1"));
      case 3 -> lines.add(at, line);
      case 4 -> lines.remove(at);
      default -> lines.add(at + 1, lines.remove(at));
    }
    return String.join("\n", lines) + "\n";
  }
}
