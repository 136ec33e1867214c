package dev.orchlens.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes programs of loops, branches, carried tensors, arrays of TaskIds, windows, AUTO and MANUAL
 * scopes and excused arguments, the same program for the same seed. Most are accepted by the
 * compiler, some are not.
 */
final class ProgramGenerator {
  private static final String HEAD =
      """
      import pypto.language as pl


      @pl.program
      class Case:
          @pl.function(type=pl.FunctionType.InCore)
          def copy(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
              y = pl.store(pl.load(x, [0, 0], [64, 64]), [0, 0], y)
              return y

          @pl.function(type=pl.FunctionType.InCore)
          def rows(self, x: pl.Tensor[[64, 64], pl.FP32], s: pl.Scalar[pl.INDEX], d: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
              y = pl.store(pl.load(x, [s, 0], [8, 64]), [d, 0], y)
              return y

          @pl.function(type=pl.FunctionType.InCore)
          def fold(self, x: pl.Tensor[[64, 64], pl.FP32], acc: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
              acc = pl.store(pl.add(pl.load(x, [0, 0], [64, 64]), pl.load(acc, [0, 0], [64, 64])), [0, 0], acc)
              return acc

          @pl.function(type=pl.FunctionType.InCore)
          def half(self, x: pl.Tensor[[32, 64], pl.FP32], y: pl.Out[pl.Tensor[[32, 64], pl.FP32]]) -> pl.Tensor[[32, 64], pl.FP32]:
              y = pl.store(pl.load(x, [0, 0], [32, 64]), [0, 0], y)
              return y

          @pl.function(type=pl.FunctionType.InCore)
          def blocks(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
              b = pl.tile.get_block_idx()
              y = pl.store(pl.load(x, [(b % 2) * 8, 0], [8, 64]), [b * 8, 0], y)
              return y

          @pl.function(type=pl.FunctionType.Orchestration)
          def run(self, x: pl.Tensor[[64, 64], pl.FP32], z: pl.Tensor[[64, 64], pl.FP32], t: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], u: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]], k: pl.Scalar[pl.INDEX], n: pl.Scalar[pl.INDEX]):
      """;

  private final Random random;
  private final StringBuilder text = new StringBuilder(HEAD);
  private final List<List<String>> ids = new ArrayList<>();
  private final List<String> counters = new ArrayList<>();
  private int names;
  private int launches;
  private boolean manual;

  private ProgramGenerator(long seed) {
    random = new Random(seed);
  }

  /** Returns the program of a seed. */
  static String program(long seed) {
    ProgramGenerator generator = new ProgramGenerator(seed);
    generator.line(
        2,
        "s = pl.create_tensor([64, 64], dtype=pl.FP32"
            + generator.either(", manual_dep=True", "", 4)
            + ")");
    generator.line(2, "tids = pl.array.create(4, pl.TASK_ID)");
    generator.block(2, 0);
    generator.ids.add(new ArrayList<>());
    generator.launch(2);
    generator.launch(2);
    generator.line(2, "return t, u, y");
    return generator.text.toString();
  }

  private void line(int indent, String line) {
    text.append("    ".repeat(indent)).append(line).append('\n');
  }

  private String either(String one, String other, int times) {
    return random.nextInt(times) == 0 ? one : other;
  }

  private String oneOf(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private void block(int indent, int depth) {
    ids.add(new ArrayList<>());
    int count = 1 + random.nextInt(depth == 0 ? 4 : 3);
    for (int i = 0; i < count; i++) {
      statement(indent, depth);
    }
    ids.removeLast();
  }

  private void statement(int indent, int depth) {
    int choice = depth >= 3 || launches >= 7 ? 0 : random.nextInt(10);
    switch (choice) {
      case 6, 7 -> {
        String counter = "i" + names++;
        line(
            indent,
            "for "
                + counter
                + " in pl."
                + oneOf("range", "range", "parallel")
                + "("
                + oneOf("2", "3", "4", "n")
                + "):");
        counters.add(counter);
        block(indent + 1, depth + 1);
        counters.removeLast();
      }
      case 8 -> {
        line(indent, "if k > " + random.nextInt(3) + ":");
        block(indent + 1, depth + 1);
      }
      case 9 -> {
        if (manual) {
          launch(indent);
          return;
        }
        line(indent, "with pl.manual_scope():");
        manual = true;
        block(indent + 1, depth + 1);
        manual = false;
      }
      default -> launch(indent);
    }
  }

  private void launch(int indent) {
    launches++;
    String target = oneOf("t", "u", "y", "s");
    String source = oneOf("x", "z", "t", "u", "y", "s");
    source = source.equals(target) ? "x" : source;
    String given = either("pl.no_dep(" + source + ")", source, 8);
    String call =
        switch (random.nextInt(6)) {
          case 0 -> "self.fold, " + given + ", " + target;
          case 1, 2, 3 -> {
            String from = "a" + names++;
            String to = "b" + names++;
            line(indent, from + " = " + row());
            line(indent, to + " = " + row());
            yield "self.rows, " + given + ", " + from + ", " + to + ", " + target;
          }
          default -> "self.copy, " + given + ", " + target;
        };
    if (random.nextInt(12) == 0) {
      String window = "w" + names++;
      int start = 16 * random.nextInt(3);
      line(indent, window + " = " + target + "[" + start + ":" + (start + 32) + ", :]");
      line(indent, window + " = self.half(x[0:32, :], " + window + ")");
      return;
    }
    String id = "id" + names++;
    line(indent, target + ", " + id + " = pl.submit(" + call + deps() + ")");
    ids.getLast().add(id);
    if (random.nextInt(4) == 0) {
      String slot =
          counters.isEmpty() || random.nextInt(2) == 0
              ? Integer.toString(random.nextInt(4))
              : counters.getLast();
      line(indent, "tids[" + slot + "] = " + id);
    }
  }

  private String row() {
    String counter = counters.isEmpty() ? "0" : counters.get(random.nextInt(counters.size()));
    return switch (random.nextInt(7)) {
      case 0 -> "0";
      case 1 -> "8";
      case 2 -> "k";
      case 3 -> counter + " * 8 + 8";
      case 4 -> "(" + counter + " % 2) * 8";
      default -> counter + " * 8";
    };
  }

  private String deps() {
    List<String> all = new ArrayList<>();
    List<String> open = ids.stream().flatMap(List::stream).toList();
    for (String id : open) {
      if (random.nextInt(3) == 0) {
        all.add(id);
      }
    }
    if (random.nextInt(6) == 0) {
      all.add(oneOf("tids", "tids[0]", "tids[1]"));
    }
    return all.isEmpty() ? "" : ", deps=[" + String.join(", ", all) + "]";
  }
}
