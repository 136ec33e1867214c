package dev.orchlens.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Program;
import dev.orchlens.order.OrderHazard.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds what is said of generated programs against runs of them: what is ordered is ordered in
 * every run, and what is called a race is one in some run. {@code -Dorchlens.generated=N} tries N
 * programs.
 */
class GeneratedProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("orchlens.generated", 120);
  private static final long[] NUMBERS = {0, 1, 2, 3, 4, 5, 8, 16, 37};

  @TempDir private Path folder;

  @Test
  void proofsAgreeWithRuns() throws IOException {
    List<String> wrong = new ArrayList<>();
    int judged = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Path file = folder.resolve("program" + seed + ".py");
      Files.writeString(file, ProgramGenerator.program(seed));
      for (var compiled : Programs.in(file).compiled(false)) {
        judged++;
        for (Function function : compiled.result().program().functions().values()) {
          if (function.type() == FunctionType.ORCHESTRATION && Executor.isJudgeable(function)) {
            FunctionOrder order = Programs.order(compiled).get(function.name());
            judge("seed " + seed + ": ", compiled.result().program(), function, order, wrong);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(judged).isGreaterThan(PROGRAMS / 2);
  }

  private static void judge(
      String where, Program program, Function function, FunctionOrder order, List<String> wrong) {
    Set<String> seen = new TreeSet<>();
    boolean anyRun = false;
    for (long number : NUMBERS) {
      Set<String> unordered = Executor.unordered(program, function, number);
      if (unordered != null) {
        seen.addAll(unordered);
        anyRun = true;
      }
    }
    Set<String> doubted = new HashSet<>();
    for (OrderHazard hazard : order.hazards()) {
      if (!hazard.status().isOrdered()) {
        doubted.add(key(hazard));
      }
      if (hazard.status() == Status.RACE && anyRun && !seen.contains(key(hazard))) {
        wrong.add(
            where + "no run has the race " + key(hazard) + ", " + hazard.witness().orElseThrow());
      }
    }
    seen.stream()
        .filter(s -> !doubted.contains(s))
        .forEach(s -> wrong.add(where + "a run leaves unordered " + s));
  }

  private static String key(OrderHazard hazard) {
    return id(hazard.first())
        + " "
        + id(hazard.second())
        + " "
        + hazard.tensor()
        + " "
        + hazard.kind();
  }

  private static String id(OrderNode node) {
    return node instanceof OrderNode.Task task ? "t" + task.id() : node.name();
  }
}
