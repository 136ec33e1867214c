package dev.orchlens.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.lsp.Extensions;
import dev.orchlens.lsp.OrchlensClient;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.jsonrpc.services.JsonNotification;
import org.eclipse.lsp4j.jsonrpc.services.JsonRequest;
import org.junit.jupiter.api.Test;

/** docs/protocol.md has the messages of our own, and each has the fields that it really has. */
class ProtocolPageTest {
  private static final Pattern MESSAGE =
      Pattern.compile(
          "(?ms)^### `orchlens/(\\w+)` \\((notification|request)\\)\\n+```ts\\n(.*?)^```$");
  private static final Pattern WORD = Pattern.compile("[\\w']+\\??:?|[{}]");
  private static final String POSITION = "{character line}";
  private static final String RANGE = "{end" + POSITION + " start" + POSITION + "}";

  @Test
  void theMessagesAreThoseOfThePage() throws IOException {
    String page = Files.readString(DiagnosticCodesTest.root().resolve("docs/protocol.md"));
    Map<String, String> told = new TreeMap<>();
    MESSAGE
        .matcher(page)
        .results()
        .forEach(
            message ->
                told.put(
                    message.group(1),
                    message.group(2)
                        + " "
                        + Stream.of(message.group(3).split("→"))
                            .map(ProtocolPageTest::shape)
                            .collect(Collectors.joining(" -> "))));
    Map<String, String> real = new TreeMap<>();
    Stream.of(OrchlensClient.class, Extensions.class)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> method.getAnnotations().length > 0)
        .forEach(method -> real.put(method.getName(), kind(method) + " " + shape(method)));

    assertThat(told).isEqualTo(real);
  }

  private static String kind(Method method) {
    if (method.isAnnotationPresent(JsonRequest.class)) {
      return "request";
    }
    assertThat(method.isAnnotationPresent(JsonNotification.class)).isTrue();
    return "notification";
  }

  private static String shape(Method method) {
    String asked = shape(method.getGenericParameterTypes()[0]);
    return method.isAnnotationPresent(JsonRequest.class)
        ? asked + " -> " + shape(element(method.getGenericReturnType()))
        : asked;
  }

  /** The names of the fields of a type, sorted, each with those of its own type. */
  private static String shape(Type type) {
    if (type == Position.class) {
      return POSITION;
    }
    if (type == Range.class) {
      return RANGE;
    }
    if (type instanceof ParameterizedType) {
      return shape(element(type));
    }
    if (type instanceof Class<?> named && named.isRecord()) {
      return Arrays.stream(named.getRecordComponents())
          .map(ProtocolPageTest::field)
          .sorted()
          .collect(Collectors.joining(" ", "{", "}"));
    }
    return "";
  }

  private static String field(RecordComponent component) {
    return component.getName() + shape(component.getGenericType());
  }

  private static Type element(Type type) {
    return ((ParameterizedType) type).getActualTypeArguments()[0];
  }

  /** The same of a type of TypeScript. */
  private static String shape(String typeScript) {
    return fields(WORD.matcher(typeScript));
  }

  /** Reads the braces that come next, and what is between them. */
  private static String fields(Matcher words) {
    Map<String, String> fields = new TreeMap<>();
    String last = "";
    while (words.find() && !words.group().equals("}")) {
      String word = words.group();
      if (word.equals("{") && last.isEmpty()) {
        continue;
      }
      if (word.equals("{")) {
        fields.put(last, fields(words));
      } else if (word.endsWith(":")) {
        last = word.replaceAll("\\??:", "");
        fields.put(last, "");
      } else if (word.equals("Position")) {
        fields.put(last, POSITION);
      }
    }
    return fields.entrySet().stream()
        .map(field -> field.getKey() + field.getValue())
        .collect(Collectors.joining(" ", "{", "}"));
  }
}
