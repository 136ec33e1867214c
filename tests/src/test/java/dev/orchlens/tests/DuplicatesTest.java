package dev.orchlens.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.sourceforge.pmd.cpd.CPDConfiguration;
import net.sourceforge.pmd.cpd.CpdAnalysis;
import net.sourceforge.pmd.cpd.Match;
import net.sourceforge.pmd.lang.Language;
import net.sourceforge.pmd.lang.LanguageRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing is written twice: no {@value #TOKENS} tokens stand in two places of what is shipped. */
@Tag("slow")
class DuplicatesTest {
  private static final int TOKENS = 100;

  @ParameterizedTest
  @CsvSource({
    "java,       ../grammar/src/main/java",
    "java,       ../server/src/main/java",
    "typescript, ../vscode-extension/src",
  })
  void nothingIsWrittenTwice(String language, Path folder) throws IOException {
    assertThat(duplicates(language, folder)).isEmpty();
  }

  private static List<String> duplicates(String language, Path folder) throws IOException {
    CPDConfiguration configuration = new CPDConfiguration();
    Language known = LanguageRegistry.CPD.getLanguageById(language);
    configuration.setOnlyRecognizeLanguage(known);
    configuration.setMinimumTileSize(TOKENS);
    configuration.addInputPath(folder);
    List<String> found = new ArrayList<>();
    try (CpdAnalysis analysis = CpdAnalysis.create(configuration)) {
      analysis.performAnalysis(
          report -> {
            assertThat(report.getProcessingErrors()).isEmpty();
            assertThat(report.getNumberOfTokensPerFile()).isNotEmpty();
            report.getMatches().forEach(match -> found.add(text(match)));
          });
    }
    return found;
  }

  private static String text(Match match) {
    return match.getTokenCount()
        + " tokens: "
        + match.getMarkSet().stream()
            .map(
                mark ->
                    Path.of(mark.getLocation().getFileId().getOriginalPath()).getFileName()
                        + ":"
                        + mark.getLocation().getStartLine()
                        + "-"
                        + mark.getLocation().getEndLine())
            .collect(Collectors.joining(", "));
  }
}
