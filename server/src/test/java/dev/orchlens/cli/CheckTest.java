package dev.orchlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check} prints in each format, and which findings it shows. */
class CheckTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void programs() throws IOException {
    Files.writeString(folder.resolve("inner.py"), "assert False, '100%'\n");
    Files.writeString(folder.resolve("main.py"), "import inner\n");
    Files.writeString(
        folder.resolve("twice.py"), "def f(a, a):\n    pass\ndef f(a, a):\n    pass\n");
  }

  private int check(String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "check";
    for (int i = 0; i < words.length; i++) {
      all[i + 1] = words[i].endsWith(".py") ? folder.resolve(words[i]).toString() : words[i];
    }
    return Main.run(all, new PrintWriter(out), new PrintWriter(err));
  }

  private String shown(StringWriter text) {
    return text.toString().replace(folder.toUri().toString(), "URI/").replace(folder + "/", "");
  }

  @Test
  void theSameAtSeveralPlacesIsToldOnce() {
    assertThat(check("twice.py")).isEqualTo(1);
    assertThat(shown(out))
        .isEqualTo(
            """
            twice.py:1:10: error: the parameter 'a' is named twice [syntax]
                1 | def f(a, a):
                  |          ^
                  = the same at line 3
            2 errors, 0 warnings
            """);
  }

  @Test
  void coloursAreUsedWhereTheyAreAskedFor() {
    check("--color", "always", "main.py");
    assertThat(shown(out).replace("\u001b", "ESC"))
        .isEqualTo(
            """
            ESC[1mmain.py:1:1:ESC[0m ESC[1;31merror:ESC[0m This assertion is false: 100%. Loading the module stops here. \
            [module/assertion-failed]
            ESC[34m    1 | ESC[0mimport inner
            ESC[34m      | ESC[0mESC[1;31m^ESC[0m
            1 error, 0 warnings
            """);
  }

  @Test
  void jsonHoldsTheOtherPlaces() {
    check("--format", "json", "main.py");
    assertThat(shown(out))
        .isEqualTo(
            """
            [
              {
                "file": "main.py",
                "line": 1,
                "column": 1,
                "endLine": 1,
                "endColumn": 1,
                "severity": "error",
                "code": "module/assertion-failed",
                "message": "This assertion is false: 100%. Loading the module stops here.",
                "related": [
                  {
                    "file": "inner.py",
                    "line": 1,
                    "column": 8,
                    "endLine": 1,
                    "endColumn": 13,
                    "message": "The place itself, in a function inlined here."
                  }
                ]
              }
            ]
            """);
  }

  @Test
  void githubIsToldByItsCommands() {
    check("--format", "github", "main.py");
    assertThat(shown(out))
        .isEqualTo(
            """
            ::error file=main.py,line=1,col=1,endColumn=1,title=orchlens module/assertion-failed::This assertion is \
            false: 100%25. Loading the module stops here.
            """);
  }

  @Test
  void gitlabIsToldByAReportWhoseFingerprintsDiffer() {
    check("--format", "gitlab", "twice.py");
    assertThat(shown(out).replaceAll("\"[0-9a-f]{64}\"", "DIGEST"))
        .isEqualTo(
            """
            [
              {
                "description": "the parameter 'a' is named twice",
                "check_name": "syntax",
                "fingerprint": DIGEST,
                "severity": "major",
                "location": {
                  "path": "twice.py",
                  "lines": {
                    "begin": 1,
                    "end": 1
                  }
                }
              },
              {
                "description": "the parameter 'a' is named twice",
                "check_name": "syntax",
                "fingerprint": DIGEST,
                "severity": "major",
                "location": {
                  "path": "twice.py",
                  "lines": {
                    "begin": 3,
                    "end": 3
                  }
                }
              }
            ]
            """);
    assertThat(out.toString().lines().filter(line -> line.contains("fingerprint")))
        .doesNotHaveDuplicates();
  }

  @Test
  void sarifHoldsRulesAndOtherPlaces() {
    check("--format", "sarif", "main.py");
    assertThat(shown(out).replaceAll("\"An `assert` at module level.*\"", "HELP"))
        .isEqualTo(
            """
            {
              "version": "2.1.0",
              "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
              "runs": [
                {
                  "tool": {
                    "driver": {
                      "name": "orchlens",
                      "version": "(unpacked)",
                      "rules": [
                        {
                          "id": "module/assertion-failed",
                          "fullDescription": {
                            "text": HELP
                          },
                          "help": {
                            "text": HELP,
                            "markdown": HELP
                          }
                        }
                      ]
                    }
                  },
                  "columnKind": "utf16CodeUnits",
                  "results": [
                    {
                      "ruleId": "module/assertion-failed",
                      "ruleIndex": 0,
                      "level": "error",
                      "message": {
                        "text": "This assertion is false: 100%. Loading the module stops here."
                      },
                      "locations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "URI/main.py"
                            },
                            "region": {
                              "startLine": 1,
                              "startColumn": 1,
                              "endLine": 1,
                              "endColumn": 1
                            }
                          }
                        }
                      ],
                      "relatedLocations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "URI/inner.py"
                            },
                            "region": {
                              "startLine": 1,
                              "startColumn": 8,
                              "endLine": 1,
                              "endColumn": 13
                            }
                          },
                          "message": {
                            "text": "The place itself, in a function inlined here."
                          }
                        }
                      ]
                    }
                  ]
                }
              ]
            }
            """);
  }

  @Test
  void noMoreThanMaxIsPrintedAndAllIsCounted() {
    check("--max", "1", "main.py", "twice.py");
    assertThat(shown(out))
        .isEqualTo(
            """
            main.py:1:1: error: This assertion is false: 100%. Loading the module stops here. \
            [module/assertion-failed]
                1 | import inner
                  | ^
            1 more behind the first 1: see --max
            3 errors, 0 warnings
            """);
  }

  @Test
  void aProjectChoosesAndTheCommandLineGoesBeforeIt() throws IOException {
    Files.writeString(folder.resolve("pyproject.toml"), "[tool.orchlens]\nignore = [\"syntax\"]\n");

    assertThat(check("twice.py")).isZero();
    assertThat(check("--ignore", "race", "--max", "0", "twice.py")).isEqualTo(1);
    assertThat(shown(out))
        .isEqualTo(
            """
            0 errors, 0 warnings; 2 more not shown: --strict shows notes, --statistics counts all
            1 more behind the first 0: see --max
            2 errors, 0 warnings
            """);
    assertThat(shown(err))
        .isEqualTo(
            ("orchlens: imports are also looked for in "
                    + folder
                    + ", the folder of the project; --root DIR chooses another one.\n")
                .repeat(2));
  }

  @Test
  void aCodeThatThereIsNotIsWrongUse() {
    assertThat(check("--select", "race,rcae", "main.py")).isEqualTo(2);
    assertThat(shown(err))
        .isEqualTo(
            "orchlens: no diagnostic has a code that starts with 'rcae'; docs/diagnostics.md lists"
                + " all.\n");
  }
}
