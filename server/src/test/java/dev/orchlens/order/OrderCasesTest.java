package dev.orchlens.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.orchlens.order.OrderHazard.Status;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds what is said of small programs against the truth: which pairs of lines race, and whether a
 * buffer is released too early. Each folder of resources has a program and its truth, with the rule
 * behind it.
 */
class OrderCasesTest {
  static Stream<Path> cases() throws IOException, URISyntaxException {
    Path folder = Path.of(OrderCasesTest.class.getResource("cases").toURI());
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void racesAreThoseOfTheTruth(Path folder) throws IOException {
    JsonObject truth =
        JsonParser.parseString(Files.readString(folder.resolve("truth.json"))).getAsJsonObject();
    Programs programs = Programs.in(folder.resolve("program.py"));
    List<FunctionOrder> orders = programs.orders(truth.get("option").getAsString().equals("auto"));
    Set<String> races = pairs(programs, orders, Status.RACE);
    Set<String> unproven = pairs(programs, orders, Status.UNPROVEN);
    Set<String> wanted = new TreeSet<>();
    for (JsonElement pair : truth.getAsJsonArray("races")) {
      wanted.add(
          pair(pair.getAsJsonArray().get(0).getAsInt(), pair.getAsJsonArray().get(1).getAsInt()));
    }
    if (truth.get("undecidable").getAsBoolean()) {
      assertThat(races).isEmpty();
      assertThat(unproven).containsAll(wanted);
    } else {
      assertThat(races).isEqualTo(wanted);
      assertThat(wanted.isEmpty() ? unproven : Set.of()).isEmpty();
    }
    boolean isReleased = orders.stream().anyMatch(o -> !o.lifetimes().isEmpty());
    assertThat(isReleased).isEqualTo(truth.get("lifetime").getAsBoolean());
  }

  private static Set<String> pairs(Programs programs, List<FunctionOrder> orders, Status status) {
    return orders.stream()
        .flatMap(o -> o.hazards().stream())
        .filter(h -> h.status() == status)
        .map(h -> pair(programs.line(h.first().origin()), programs.line(h.second().origin())))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String pair(int a, int b) {
    return Math.min(a, b) + "-" + Math.max(a, b);
  }
}
