package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The server, the extension and the list of changes have one version. */
class VersionsTest {
  private static final Path ROOT = DiagnosticCodesTest.root();

  @Test
  void allSayTheSame() throws IOException {
    String version =
        first("(?s)<artifactId>orchlens</artifactId>\\s*<version>(.*?)</version>", "pom.xml");

    assertThat(extension("package.json").get("version").getAsString()).isEqualTo(version);
    assertThat(extension("package-lock.json").get("version").getAsString()).isEqualTo(version);
    assertThat(first("(?m)^## (\\S+)$", "CHANGELOG.md")).isEqualTo(version);
  }

  private static JsonObject extension(String file) throws IOException {
    return JsonParser.parseString(Files.readString(ROOT.resolve("vscode-extension").resolve(file)))
        .getAsJsonObject();
  }

  private static String first(String pattern, String file) throws IOException {
    Matcher found = Pattern.compile(pattern).matcher(Files.readString(ROOT.resolve(file)));
    assertThat(found.find()).as("a version in " + file).isTrue();
    return found.group(1);
  }
}
