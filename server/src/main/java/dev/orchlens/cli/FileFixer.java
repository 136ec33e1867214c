package dev.orchlens.cli;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.orchlens.analysis.Cancellation;
import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.analysis.FileFacts;
import dev.orchlens.analysis.Snapshot;
import dev.orchlens.analysis.Workspace;
import dev.orchlens.feature.SafeFixes;
import dev.orchlens.rule.Code;
import dev.orchlens.text.CharacterUnit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Makes the safe edits of a file, one after the other, each in the text that the last one left. */
final class FileFixer {
  /** How many edits are made in one file at most; each is searched for anew. */
  private static final int MOST_EDITS = 100;

  private final Workspace workspace;
  private final boolean analyzeAutoScopes;

  FileFixer(Workspace workspace, boolean analyzeAutoScopes) {
    this.workspace = workspace;
    this.analyzeAutoScopes = analyzeAutoScopes;
  }

  /**
   * What became of a file.
   *
   * @param count how many edits were made
   */
  record Result(String before, String after, int count) {}

  /**
   * Returns the text behind the edits. The workspace has it from now on; the file is as it was.
   *
   * @param wanted whether findings with a code are to be mended
   */
  Result fix(Path file, String text, Predicate<Code> wanted) {
    String uri = file.toUri().toString();
    Snapshot snapshot = workspace.open(uri, 0, text);
    int made = 0;
    for (; made < MOST_EDITS; made++) {
      Optional<SafeFixes.Fix> fix = next(snapshot, uri, wanted);
      if (fix.isEmpty()) {
        break;
      }
      snapshot =
          workspace.change(uri, made + 1, fix.get().edits(), CharacterUnit.UTF16).orElseThrow();
    }
    return new Result(text, snapshot.tree(uri).orElseThrow().document().text(), made);
  }

  private Optional<SafeFixes.Fix> next(Snapshot snapshot, String uri, Predicate<Code> wanted) {
    Cancellation never = new Cancellation();
    FileFacts facts = snapshot.analysis(uri, never).orElseThrow().facts(analyzeAutoScopes);
    facts.order(never);
    return SafeFixes.first(
        facts,
        (before, edits) -> {
          Optional<FileAnalysis> after = snapshot.trial(before.tree(), edits, never);
          after.ifPresent(found -> facts.with(found).order(never));
          return after;
        },
        wanted);
  }

  /** Returns the edits as a unified diff, by lines. */
  static List<String> diff(String name, Result result) {
    List<String> before = lines(result.before());
    return UnifiedDiffUtils.generateUnifiedDiff(
        name, name, before, DiffUtils.diff(before, lines(result.after())), 3);
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }

  /**
   * Writes the text behind the edits.
   *
   * @throws UserError when the file is not plain UTF-8, has changed meanwhile or cannot be written
   */
  static void write(Path file, Result result) {
    try {
      if (!Arrays.equals(
          Files.readAllBytes(file), result.before().getBytes(StandardCharsets.UTF_8))) {
        throw new UserError(
            file + ": not fixed, as the file is not plain UTF-8 or has changed meanwhile.");
      }
      Files.writeString(file, result.after());
    } catch (IOException unwritable) {
      throw new UserError(file + ": cannot be written: " + unwritable.getMessage());
    }
  }
}
