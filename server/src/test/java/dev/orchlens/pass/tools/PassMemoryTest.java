package dev.orchlens.pass.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.pass.PassText;
import dev.orchlens.pass.Pipeline;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What one run of the passes hands to the next: a kernel that says the same is the same, and
 * nothing else is.
 */
class PassMemoryTest {
  private static final String BODY =
      """
      k = n * 2
      a = pl.create_tensor([64], dtype=pl.FP32)
      with pl.at(level=pl.Level.CORE_GROUP, name_hint="square"):
          a = pl.mul(x, x)
      with pl.at(level=pl.Level.CORE_GROUP, name_hint="sum"):
          o[0:32] = pl.add(a[k : k + 32], 1.0)
      return o
      """;

  private static Map<String, Function> prepared(String body, PassMemory memory) {
    Program program = PassText.lower(PassText.withBody(body));
    return Pipeline.prepare(program, memory).program().functions();
  }

  /**
   * Returns the names of the functions that a run over another body takes over from a run over
   * {@link #BODY}.
   */
  private static String takenOver(String body) {
    PassMemory first = new PassMemory();
    Map<String, Function> before = prepared(BODY, first);
    Map<String, Function> after = prepared(body, first.next(PassMemoryTest::nobodyWithdraws));
    TreeSet<String> names = new TreeSet<>(after.keySet());
    names.removeIf(name -> after.get(name) != before.get(name));
    return String.join(" ", names);
  }

  @Test
  void kernelsThatSayTheSameAreTheSame() {
    assertThat(takenOver(BODY)).isEqualTo("square sum");
  }

  @Test
  void aKernelThatSaysSomethingElseIsAnother() {
    assertThat(takenOver(BODY.replace("a[k : k + 32], 1.0", "a[k : k + 32], 2.0")))
        .isEqualTo("square");
  }

  @Test
  void aKernelWhoseStatementsMovedInTheSourceIsAnother() {
    assertThat(takenOver(BODY.replace("pl.mul(x, x)", "pl.mul(x,  x)"))).isEqualTo("");
  }

  @Test
  void aRunThatWasWithdrawnLosesNothing() {
    PassMemory first = new PassMemory();
    Map<String, Function> before = prepared(BODY, first);
    AtomicInteger polls = new AtomicInteger();
    PassMemory withdrawn =
        first.next(
            () -> {
              if (polls.incrementAndGet() > 20) {
                throw new CancellationException();
              }
            });
    assertThatThrownBy(() -> prepared(BODY, withdrawn)).isInstanceOf(CancellationException.class);
    assertThat(polls).hasValue(21);
    Map<String, Function> after = prepared(BODY, withdrawn.next(PassMemoryTest::nobodyWithdraws));
    assertThat(after.get("square")).isSameAs(before.get("square"));
    assertThat(after.get("sum")).isSameAs(before.get("sum"));
  }

  @Test
  void whatTwoWholeRunsDidNotNeedIsForgotten() {
    PassMemory first = new PassMemory();
    Map<String, Function> before = prepared(BODY, first);
    PassMemory second = first.next(PassMemoryTest::nobodyWithdraws);
    prepared("return o\n", second);
    Map<String, Function> after = prepared(BODY, second.next(PassMemoryTest::nobodyWithdraws));
    assertThat(after.get("square")).isNotSameAs(before.get("square"));
  }

  private static void nobodyWithdraws() {}
}
