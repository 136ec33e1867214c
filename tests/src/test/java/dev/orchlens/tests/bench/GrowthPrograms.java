package dev.orchlens.tests.bench;

import java.util.Collections;
import java.util.function.IntFunction;

/**
 * Programs of one shape and any number of tasks, to measure how what they cost grows with that
 * number. Each is valid and of the class form; one line launches one task where the shape does not
 * say otherwise.
 */
public enum GrowthPrograms {
  /** Every task overwrites the same tensor. */
  OVERWRITE(tasks -> repeated(tasks, i -> copy("a", "x"))),
  /** Every task updates the same tensor in place. */
  UPDATE(tasks -> repeated(tasks, i -> "z = self.update(z)")),
  /** One task writes a tensor, all others read it, each into a tensor of its own. */
  READERS(tasks -> copy("a", "x") + repeated(tasks - 1, i -> made(i) + copy("x", "y" + i))),
  /** All tasks but the last read a tensor, which the last one writes. */
  READERS_THEN_WRITER(
      tasks ->
          copy("a", "x") + repeated(tasks - 2, i -> made(i) + copy("x", "y" + i)) + copy("a", "x")),
  /** Tasks in pairs: one writes a tensor, the other reads it into a tensor of its own. */
  WRITE_AND_READ(tasks -> repeated(tasks / 2, i -> copy("a", "x") + made(i) + copy("x", "y" + i))),
  /** Every task writes a tensor of its own from the one before. */
  DISTINCT(
      tasks ->
          made(0)
              + copy("a", "y0")
              + repeated(1, tasks, i -> made(i) + copy("y" + (i - 1), "y" + i))),
  /** Every task writes a window of its own of one tensor. */
  WINDOWS(tasks -> repeated(tasks, i -> window(i, 64 * i) + copy("a", "w" + i))),
  /** Tasks write windows of one tensor that overlap their neighbours. */
  OVERLAPPING_WINDOWS(tasks -> repeated(tasks, i -> window(i, 32 * i) + copy("a", "w" + i))),
  /** A MANUAL scope in which each task waits for the one before, and all update one tensor. */
  MANUAL_CHAIN(
      tasks ->
          line("with pl.manual_scope():")
              + line("    z, t0 = pl.submit(self.update, z)")
              + repeated(
                  1,
                  tasks,
                  i ->
                      line(
                          "    z, t"
                              + i
                              + " = pl.submit(self.update, z, deps=[t"
                              + (i - 1)
                              + "])"))),
  /** A MANUAL scope in which all tasks update one tensor and none waits. */
  MANUAL_RACES(
      tasks ->
          line("with pl.manual_scope():")
              + repeated(tasks, i -> line("    z, t" + i + " = pl.submit(self.update, z)"))),
  /**
   * A MANUAL scope in which all tasks write windows of their own and the last one waits for all.
   */
  MANUAL_JOIN(
      tasks ->
          line("ids = pl.array.create(" + (tasks - 1) + ", pl.TASK_ID)")
              + line("with pl.manual_scope():")
              + repeated(
                  tasks - 1,
                  i ->
                      line("    w" + i + " = pl.slice(g, [64, 64], [" + 64 * i + ", 0])")
                          + line(
                              "    _w" + i + ", t" + i + " = pl.submit(self.copy, a, w" + i + ")")
                          + line("    ids[" + i + "] = t" + i))
              + line("    z, last = pl.submit(self.update, z, deps=[ids])")),
  /** Tasks that update one tensor, 200 of them in each line. */
  ONE_LINE(tasks -> lines(tasks, 200)),
  /** Loops of runtime length, each with two tasks that share a buffer of the iteration. */
  LOOPS(
      tasks ->
          repeated(
              tasks / 2,
              i ->
                  line("for i" + i + " in pl.range(n):")
                      + line("    x" + i + " = pl.create_tensor([64, 64], dtype=pl.FP32)")
                      + line("    x" + i + " = self.copy(a, x" + i + ")")
                      + line("    z = self.add(x" + i + ", z)"))),
  /** One loop of runtime length around all tasks, which update one tensor. */
  IN_LOOP(
      tasks ->
          line("for i in pl.range(n):") + repeated(tasks, i -> line("    z = self.update(z)"))),
  /** AUTO scopes within AUTO scopes: each outermost one holds ten tasks on one tensor. */
  SCOPES(
      tasks ->
          repeated(
              tasks / 10,
              i ->
                  line("with pl.scope():")
                      + line("    z = self.update(z)").repeat(4)
                      + line("    with pl.scope():")
                      + line("        z = self.update(z)").repeat(3)
                      + line("        with pl.scope():")
                      + line("            z = self.update(z)").repeat(3))),
  /** Branches, each with a task on one tensor in both arms. */
  BRANCHES(
      tasks ->
          repeated(
              tasks / 2,
              i ->
                  line("if n > " + i + ":")
                      + line("    z = self.update(z)")
                      + line("else:")
                      + line("    z = self.add(a, z)")));

  private static final String PLACED = "type=pl.FunctionType.Orchestration, auto_scope=False";

  private static final String HEAD =
      """
      import pypto.language as pl


      @pl.program
      class Growing:
          @pl.function(type=pl.FunctionType.InCore)
          def copy(
              self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]
          ) -> pl.Tensor[[64, 64], pl.FP32]:
              return pl.store(pl.load(x, [0, 0], [64, 64]), [0, 0], y)

          @pl.function(type=pl.FunctionType.InCore)
          def update(self, x: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]) -> pl.Tensor[[64, 64], pl.FP32]:
              return pl.store(pl.mul(pl.load(x, [0, 0], [64, 64]), 2.0), [0, 0], x)

          @pl.function(type=pl.FunctionType.InCore)
          def add(
              self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]
          ) -> pl.Tensor[[64, 64], pl.FP32]:
              total = pl.add(pl.load(x, [0, 0], [64, 64]), pl.load(y, [0, 0], [64, 64]))
              return pl.store(total, [0, 0], y)

          @pl.function(type=pl.FunctionType.Orchestration)
          def run(
              self,
              a: pl.Tensor[[64, 64], pl.FP32],
              g: pl.InOut[pl.Tensor[[1048576, 64], pl.FP32]],
              n: pl.Scalar[pl.INDEX],
              z: pl.InOut[pl.Tensor[[64, 64], pl.FP32]],
          ) -> pl.Tensor[[64, 64], pl.FP32]:
              x = pl.create_tensor([64, 64], dtype=pl.FP32)
      """;

  private final IntFunction<String> body;

  GrowthPrograms(IntFunction<String> body) {
    this.body = body;
  }

  /**
   * Returns the text of the program.
   *
   * @param tasks how many tasks it launches, up to what the shape divides it by; at least 10
   */
  public String text(int tasks) {
    String head =
        this == SCOPES ? HEAD.replace("type=pl.FunctionType.Orchestration", PLACED) : HEAD;
    return head + body.apply(tasks) + line("return z");
  }

  private static String line(String statement) {
    return "        " + statement + "\n";
  }

  private static String copy(String from, String to) {
    return line(to + " = self.copy(" + from + ", " + to + ")");
  }

  private static String made(int number) {
    return line("y" + number + " = pl.create_tensor([64, 64], dtype=pl.FP32)");
  }

  private static String window(int number, int row) {
    return line("w" + number + " = pl.slice(g, [64, 64], [" + row + ", 0])");
  }

  private static String repeated(int count, IntFunction<String> part) {
    return repeated(0, count, part);
  }

  /** Returns the parts from {@code start} to {@code end}, a statement as a line of its own. */
  private static String repeated(int start, int end, IntFunction<String> part) {
    StringBuilder out = new StringBuilder();
    for (int i = start; i < end; i++) {
      String text = part.apply(i);
      out.append(text.endsWith("\n") ? text : line(text));
    }
    return out.toString();
  }

  private static String lines(int tasks, int perLine) {
    StringBuilder out = new StringBuilder();
    for (int done = 0; done < tasks; done += perLine) {
      int count = Math.min(perLine, tasks - done);
      out.append(line(String.join("; ", Collections.nCopies(count, "z = self.update(z)"))));
    }
    return out.toString();
  }
}
