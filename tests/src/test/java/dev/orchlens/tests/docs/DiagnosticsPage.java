package dev.orchlens.tests.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * docs/diagnostics.md, taken apart. Behind the word {@code python} a block says what it is:
 *
 * <ul>
 *   <li>{@code program}: the program around pieces, which stand where its {@code ...} is
 *   <li>{@code wrong}: a program that gives the diagnostic {@code # <- code} on each line that ends
 *       so (several codes with commas between them), and no other error or warning
 *   <li>{@code right}: one that mends it and gives no error, no warning and not the section's code
 *   <li>{@code beside NAME}: a file next to the programs that follow it in its section
 * </ul>
 *
 * With {@code on} behind {@code wrong} or {@code right} the option analyze_auto_scopes_for_deps is
 * on, with {@code in 48 MB} the program is opened in a server that has no more memory. A program
 * without an import is a piece; one that starts with a decorator is functions of the class, in
 * place of {@code run}. A block {@code json wrong} or {@code json right} is what an editor sends of
 * changes to a program; the diagnostic of the wrong one is in the first line.
 */
public final class DiagnosticsPage {
  /** What the section of a diagnostic says that no program gives. */
  private static final String NO_PROGRAM = "No program is known that gives it.";

  private static final Pattern SECTION = Pattern.compile("(?m)^### `([^`]+)`$");
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?ms)^```(python|json) (program|wrong|right|beside)(?: (\\S+\\.\\S+))?(?<on> on)?"
              + "(?: in (\\d+) MB)?\\n(.*?)^```$");
  private static final Pattern ANY_BLOCK = Pattern.compile("(?m)^```\\w+.*$");
  private static final Pattern MARK = Pattern.compile("# <- (\\S+(?:, \\S+)*)$");
  private static final Pattern PLACE = Pattern.compile("(?m)^( *)\\.\\.\\.\\n");
  private static final String RUN =
      "    @pl.function(type=pl.FunctionType.Orchestration)\n    def run(";

  private DiagnosticsPage() {}

  /**
   * A section of the page.
   *
   * @param code the code that it is about
   * @param text what follows its heading
   * @param examples its programs, in their order
   */
  public record Section(String code, String text, List<Example> examples) {
    /** Returns the examples that give the diagnostic, or those that do not. */
    public List<Example> examples(boolean wrong) {
      return examples.stream().filter(example -> example.wrong == wrong).toList();
    }

    /** Returns whether the section says that no program gives its diagnostic. */
    boolean saysThatThereIsNone() {
      return text.contains(NO_PROGRAM);
    }
  }

  /**
   * A program of a section, or an edit of one.
   *
   * @param wrong whether it gives the diagnostic of its section
   * @param analyzing whether the option analyze_auto_scopes_for_deps is on
   * @param megabytes the memory of the server that it is opened in, where that is said
   * @param edit what an editor sends of its changes, as JSON; empty where it sends none
   * @param program the whole program
   * @param beside the files next to it, by their paths
   */
  public record Example(
      boolean wrong,
      boolean analyzing,
      OptionalInt megabytes,
      String edit,
      String program,
      Map<String, String> beside) {
    /** Returns whether only a server shows what this is about. */
    public boolean needsServer() {
      return megabytes.isPresent() || !edit.isEmpty();
    }

    /** Returns the lines that are marked, each as its number from 1 and a code. */
    public List<String> marks() {
      List<String> marks = new ArrayList<>();
      List<String> lines = program.lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        Matcher mark = MARK.matcher(lines.get(i));
        if (mark.find()) {
          for (String code : mark.group(1).split(", ")) {
            marks.add((i + 1) + " " + code);
          }
        }
      }
      return marks;
    }
  }

  /** Returns the sections of the page in their order. */
  public static List<Section> sections() throws IOException {
    String page = Files.readString(DiagnosticCodesTest.root().resolve("docs/diagnostics.md"));
    List<MatchResult> heads = SECTION.matcher(page).results().toList();
    String around = block(page.substring(0, heads.getFirst().start())).getFirst().group(6);
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < heads.size(); i++) {
      int end = i + 1 < heads.size() ? heads.get(i + 1).start() : page.length();
      String text = page.substring(heads.get(i).end(), end);
      sections.add(new Section(heads.get(i).group(1), text, examples(text, around)));
    }
    return sections;
  }

  private static List<Example> examples(String text, String around) {
    List<Example> examples = new ArrayList<>();
    Map<String, String> beside = new LinkedHashMap<>();
    for (MatchResult block : block(text)) {
      String content = block.group(6);
      boolean edit = block.group(1).equals("json");
      if (block.group(2).equals("beside")) {
        beside.put(block.group(3), content);
      } else {
        examples.add(
            new Example(
                block.group(2).equals("wrong"),
                block.group("on") != null,
                block.group(5) == null
                    ? OptionalInt.empty()
                    : OptionalInt.of(Integer.parseInt(block.group(5))),
                edit ? content : "",
                whole(edit ? "y = self.scale(x, y)\n" : content, around),
                Map.copyOf(beside)));
      }
    }
    return examples;
  }

  private static List<MatchResult> block(String text) {
    List<MatchResult> blocks = BLOCK.matcher(text).results().toList();
    if (blocks.size() != ANY_BLOCK.matcher(text).results().count()) {
      throw new IllegalStateException("there is a block of an unknown kind in: " + text);
    }
    return blocks;
  }

  private static String whole(String text, String around) {
    if (text.contains("import pypto")) {
      return text;
    }
    if (text.startsWith("@pl.")) {
      return around.substring(0, around.indexOf(RUN)) + text.indent(4);
    }
    return PLACE
        .matcher(around)
        .replaceFirst(place -> Matcher.quoteReplacement(text.indent(place.group(1).length())));
  }
}
