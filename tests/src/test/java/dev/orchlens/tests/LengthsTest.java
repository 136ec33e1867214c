package dev.orchlens.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and methods are so short that they are read at one go. */
class LengthsTest {
  @Test
  void noFileHasMoreThan600Lines() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path file :
        JavaSources.below(
            Path.of("../grammar/src"), Path.of("../server/src"), Path.of("../tests/src"))) {
      if (Files.readAllLines(file).size() > 600) {
        tooLong.add(file.toString());
      }
    }
    assertThat(tooLong).isEmpty();
  }

  /** Of what is shipped: a test may state a long input. */
  @Test
  void noMethodHasMoreThan60Lines() throws IOException {
    assertThat(
            longMethods(
                JavaSources.below(
                    Path.of("../grammar/src/main/java"), Path.of("../server/src/main/java"))))
        .isEmpty();
  }

  @Test
  void aMethodOf61LinesIsFound(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("Sizes.java"),
        "class Sizes {\n  void fits() {%s\n  }\n  void is61() {%s\n  }\n}\n"
            .formatted("\n    run();".repeat(58), "\n    run();".repeat(59)));

    assertThat(longMethods(JavaSources.below(folder)))
        .containsExactly("Sizes.java: is61, 61 lines");
  }

  private static List<String> longMethods(List<Path> files) throws IOException {
    List<String> found = new ArrayList<>();
    JavaSources.parse(
        files, (unit, trees) -> addLongMethods(unit, trees.getSourcePositions(), found));
    return found;
  }

  private static void addLongMethods(
      CompilationUnitTree unit, SourcePositions positions, List<String> found) {
    String name = Path.of(unit.getSourceFile().getName()).getFileName().toString();
    LineMap lines = unit.getLineMap();
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitMethod(MethodTree method, Void nothing) {
        long first = lines.getLineNumber(positions.getStartPosition(unit, method));
        long count = lines.getLineNumber(positions.getEndPosition(unit, method)) - first + 1;
        if (count > 60) {
          found.add(name + ": " + method.getName() + ", " + count + " lines");
        }
        return super.visitMethod(method, null);
      }
    }.scan(unit, null);
  }
}
