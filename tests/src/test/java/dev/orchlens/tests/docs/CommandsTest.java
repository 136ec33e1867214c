package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of README.md and docs/cli.md do what the pages say. */
class CommandsTest {
  private static final Path ROOT = DiagnosticCodesTest.root();

  /** The commands of the jar that end by themselves. */
  private static final Set<String> OF_FILES =
      Set.of("check", "explain", "order", "facts", "generate", "parse");

  private static final Pattern FILE = Pattern.compile("(?ms)^```python (\\S+)\\n(.*?)^```$");
  private static final Pattern SESSION = Pattern.compile("(?ms)^```\\n(\\$ .*?)^```$");
  private static final Pattern COMMAND = Pattern.compile("(?m)^\\$ \\./orchlens (.*)\\n");
  private static final Pattern LINE =
      Pattern.compile("(?m)^ {4}\\./orchlens (\\w+)((?: \\S+)*)(?: {2,}.*)?$");
  private static final Pattern SECTION =
      Pattern.compile("(?ms)^## `orchlens (\\w+)[^`]*`$(.*?)(?=^## |\\z)");
  private static final Pattern TITLE = Pattern.compile("`(?:\\./)?orchlens (\\w+)");
  private static final Pattern OPTION = Pattern.compile("(?m)^\\|.*?`.*?(--[a-z-]+)[^|]*\\|");
  private static final Pattern FLAG = Pattern.compile("--(?:\\[no-])?([a-z][a-z-]+)");

  /** What a command prints, as a terminal shows it, and its exit code. */
  private record Ran(int code, String printed) {}

  private static Ran run(List<String> arguments) {
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed);
    int code = Main.run(arguments.toArray(String[]::new), out, out);
    return new Ran(code, printed.toString());
  }

  /** Runs a command as if {@code folder} were the current one. */
  private static Ran run(String command, Path folder) {
    List<String> arguments =
        Stream.of(command.strip().split(" "))
            .map(word -> isFile(word) ? folder.resolve(word).toString() : word)
            .toList();
    Ran ran = run(arguments);
    return new Ran(ran.code(), ran.printed().replace(folder + "/", ""));
  }

  private static boolean isFile(String word) {
    return word.endsWith(".py") || word.equals("examples");
  }

  @Test
  void whatThePageOfCommandsShowsIsPrinted(@TempDir Path folder) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/cli.md"));
    for (MatchResult file : FILE.matcher(page).results().toList()) {
      Files.writeString(folder.resolve(file.group(1)), file.group(2));
    }
    List<String> sessions =
        SESSION.matcher(page).results().map(session -> session.group(1)).toList();

    assertThat(sessions).hasSizeGreaterThan(1);
    assertThat(sessions)
        .allSatisfy(
            session ->
                assertThat(
                        COMMAND
                            .matcher(session)
                            .results()
                            .map(each -> each.group() + run(each.group(1), folder).printed())
                            .collect(Collectors.joining()))
                    .isEqualTo(session));
  }

  @Test
  void theCommandsOfTheReadmeDoTheirWork() throws IOException {
    List<MatchResult> lines = LINE.matcher(readme()).results().toList();

    assertThat(lines).hasSizeGreaterThan(7);
    assertThat(lines.stream().filter(line -> OF_FILES.contains(line.group(1))))
        .hasSize(OF_FILES.size())
        .allSatisfy(
            line ->
                assertThat(run(line.group(1) + line.group(2), ROOT))
                    .satisfies(ran -> assertThat(ran.code()).isZero())
                    .satisfies(ran -> assertThat(ran.printed()).isNotEmpty()));
  }

  @Test
  void everyCommandIsOnThePageAndEachCommandThatIsShownIsThere() throws Exception {
    Process usage =
        new ProcessBuilder("bash", ROOT.resolve("orchlens").toString(), "--help").start();
    String help =
        new String(usage.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(usage.waitFor()).isZero();
    Set<String> titles = new TreeSet<>();
    Files.readString(ROOT.resolve("docs/cli.md"))
        .lines()
        .filter(line -> line.startsWith("## "))
        .forEach(line -> TITLE.matcher(line).results().forEach(each -> titles.add(each.group(1))));

    assertThat(LINE.matcher(readme()).results().map(line -> line.group(1)))
        .isSubsetOf(titles)
        .allSatisfy(command -> assertThat(help).containsPattern("(?m)^  .*\\b" + command + "\\b"));
    assertThat(run(List.of("--help")).printed().lines())
        .filteredOn(line -> line.matches("  [a-z]+ .*"))
        .hasSizeGreaterThan(OF_FILES.size())
        .allSatisfy(line -> assertThat(titles).contains(line.strip().split(" ")[0]));
  }

  @Test
  void aCommandHasTheOptionsThatItsTableHas() throws IOException {
    List<MatchResult> sections =
        SECTION.matcher(Files.readString(ROOT.resolve("docs/cli.md"))).results().toList();

    assertThat(sections).hasSizeGreaterThan(OF_FILES.size());
    assertThat(sections)
        .allSatisfy(
            section -> {
              Set<String> told = new TreeSet<>(Set.of("--help", "--version"));
              OPTION.matcher(section.group(2)).results().forEach(row -> told.add(row.group(1)));
              Set<String> taken = new TreeSet<>();
              FLAG.matcher(run(List.of(section.group(1), "--help")).printed())
                  .results()
                  .forEach(flag -> taken.add("--" + flag.group(1)));
              assertThat(told).as(section.group(1)).isEqualTo(taken);
            });
  }

  private static String readme() throws IOException {
    return Files.readString(ROOT.resolve("README.md"));
  }
}
