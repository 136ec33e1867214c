package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The links of the pages lead to files and headings that are there. */
class LinksTest {
  private static final Path ROOT = DiagnosticCodesTest.root();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> links = new ArrayList<>();
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      String text = BLOCK.matcher(Files.readString(page)).replaceAll("");
      for (MatchResult link : LINK.matcher(text).results().toList()) {
        String target = link.group(1);
        if (!target.contains("://")) {
          links.add(target);
          if (!leads(page, target)) {
            broken.add(ROOT.relativize(page) + " -> " + target);
          }
        }
      }
    }

    assertThat(links).hasSizeGreaterThan(40);
    assertThat(broken).isEmpty();
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path folder : List.of(ROOT, ROOT.resolve("docs"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }

  private static boolean leads(Path page, String target) throws IOException {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path path = file.isEmpty() ? page : page.resolveSibling(file);
    if (hash < 0 || !Files.isRegularFile(path)) {
      return Files.exists(path);
    }
    String anchor = target.substring(hash + 1);
    return HEADING
        .matcher(BLOCK.matcher(Files.readString(path)).replaceAll(""))
        .results()
        .anyMatch(heading -> anchor(heading.group(1)).equals(anchor));
  }

  /** The name that a heading has in an address, as GitHub makes it. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }
}
