package dev.orchlens.module;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Expressions come to what Python itself makes of them, as python-answers.txt has it. */
class PythonAnswersTest {
  private static final String ARROW = " --> ";

  @TestFactory
  Stream<DynamicTest> theAnswerIsPythons() throws IOException {
    try (InputStream file = PythonAnswersTest.class.getResourceAsStream("python-answers.txt")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.contains(ARROW))
          .map(
              line -> {
                int arrow = line.lastIndexOf(ARROW);
                String expression = line.substring(0, arrow);
                String answer = line.substring(arrow + ARROW.length());
                return DynamicTest.dynamicTest(
                    expression, () -> assertThat(answer(expression)).isEqualTo(answer));
              });
    }
  }

  private static String answer(String expression) {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            try:
                text = repr((%s))
            except Exception as raised:
                text = "raises " + type(raised).__name__
            """
                .formatted(expression));
    return ProgramText.data(world, "text");
  }
}
