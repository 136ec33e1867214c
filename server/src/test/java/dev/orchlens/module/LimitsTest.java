package dev.orchlens.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Module-level code that would take too long or too much memory is left, however it spends them.
 */
@Tag("slow")
class LimitsTest {
  /**
   * Far more than any of these takes; without its limit each of them takes minutes or all memory.
   */
  private static final Duration ENOUGH = Duration.ofSeconds(60);

  private static String limits(String text) {
    ProgramWorld world = assertTimeoutPreemptively(ENOUGH, () -> ProgramText.evaluate(text));
    return world.problems().stream()
        .map(problem -> ProgramText.place(world, problem.site()) + " " + problem.code())
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s = 'ab'\nwhile True:\n    s = s + s[:3]\n",
        "s = 'ab' * 400_000\nwhile True:\n    s.replace('a', 'b')\n",
        "s = 'ab' * 400_000\nwhile True:\n    'c' in s\n",
        "s = ''\nwhile True:\n    s = f'{s}ab'\n",
        "b = b'a'\nwhile True:\n    b = b + b\n",
        "t = (1,)\nwhile True:\n    t = t + t\n",
        "a = list(range(500_000))\nwhile a:\n    a = a[1:]\n",
        "a = list(range(500_000))\nwhile a:\n    a.pop(0)\n",
        "d = {}\nfor i in range(1_000_000):\n    d[i] = [0] * 1_000_000\n",
        "a = 3 ** 40_000\nwhile True:\n    a = (a * 2) // 2\n",
        "a = 2 ** 65_000 - 1\nwhile True:\n    pow(3, a, a)\n",
        "t = ()\nfor i in range(60):\n    t = (t, t)\ns = str(t)\n",
        "t = ()\nfor i in range(60):\n    t = (t, t)\nd = {t: 1}\n",
        "from itertools import product\nx = product([], repeat=10**9)\n",
        "x = int('f' * 900_000, 16)\n",
        "s = 'a' * 900_000 + 'b'\nt = 'a' * 400_000 + 'c'\nwhile True:\n    t in s\n",
        "s = 'a' * 900_000 + 'b'\nt = 'a' * 400_000 + 'c'\nwhile True:\n    s.rfind(t)\n",
        "s = 'a' * 900_000\nwhile True:\n    s.count('b')\n",
        "s = 'a' * 900_000\nwhile True:\n    s == s[:-1] + 'a'\n",
        "s = ['a' * 900_000] * 1000\nwhile True:\n    sorted(s, key=lambda t: t + 'b')\n",
        "t = (1,) * 1_000_000\nd = {}\nwhile True:\n    d[t] = 1\n",
        "a = list(range(100_000))\nwhile True:\n    str(a)\n",
        "a = [[i] for i in range(1_000)]\n"
            + "b = [[i] for i in range(1_000)]\n"
            + "while True:\n"
            + "    a == b\n",
        "x = {i for i in range(100_000)}\nwhile True:\n    x <= x | x\n",
        "a = 3 ** 40_000\nwhile True:\n    hex(a)\n",
        "x = '%.999999999f' % 1.5\n",
        "x = '{:.999999999f}'.format(1.5)\n",
        "x = format(1, '999999999999')\n",
        "x = '%*d' % (10**9, 1)\n",
        "x = 'a'.center(10**9)\n",
        "x = 'a'.replace('', 'b' * 900_000)\n",
        "import math\nx = math.lcm(*[2**1000 - i for i in range(1000)])\n",
        "x = []\nfor i in range(5_000):\n    x = [x]\nstr(x)\n",
        "x = ()\nfor i in range(5_000):\n    x = (x,)\n{x: 1}\n",
        "import copy\nx = []\nfor i in range(5_000):\n    x = [x]\ncopy.deepcopy(x)\n",
        "x = []\ny = []\nfor i in range(5_000):\n    x = [x]\n    y = [y]\nx == y\n",
        "x = '%s' % ('ab' * 600_000) + '%s%s' % ('ab' * 300_000, 'ab' * 300_000)\n"
      })
  void whatGrowsOrCopiesWithoutEndIsLeft(String text) {
    assertThat(limits(text)).matches("program.py:\\d+:\\d+ module/limit");
  }

  @Test
  void anIntegerIsReadFromAsManyDigitsAsPythonReads() {
    assertThat(limits("x = int('9' * 4300)\n")).isEmpty();
    assertThat(limits("x = int('9' * 1_000_000)\n")).isEqualTo("program.py:1:5 module/exception");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a = list(range(100_000))\nn = 0\nwhile a:\n    n += a.pop()\nassert n == 4_999_950_000\n",
        "a = []\nfor i in range(50_000):\n    a += [i]\nassert len(a) == 50_000\n",
        "s = ''\nfor i in range(5_000):\n    s += str(i)\nassert len(s) == 18_890\n",
        "assert 'a' * 400_000 + 'c' not in 'a' * 900_000 + 'b'\n",
        "assert ('a' * 900_000 + 'b').split('a' * 400_000 + 'c') == ['a' * 900_000 + 'b']\n",
        "assert len(('ab,' * 100_000).split(',')) == 100_001\n",
        "assert len((' ab' * 100_000).split()) == 100_000\n",
        "assert ('a' * 900_000).replace('a' * 300_000, 'b') == 'bbb'\n",
        "assert round(1.5, 3 * 10**7) == 1.5\n",
        "import os.path as p\nassert len(p.join(*['a'] * 100_000)) == 199_999\n",
        "assert sorted(range(50_000), reverse=True)[0] == 49_999\n",
        "r = range(10**9)[1:]\nassert len(r) == 10**9 - 1\n",
        "t = ()\nfor i in range(60):\n    t = (t, t)\nassert t\n"
      })
  void whatRealCodeDoesIsEvaluated(String text) {
    assertThat(limits(text)).isEmpty();
  }

  @Test
  void behindTheLimitAllStatementsTogetherMayTakeAsMuchOnceMore() {
    String endless = "n = 0\nwhile True:\n    n += 1\n";

    assertThat(limits(endless + "list(range(9_000))\n".repeat(100)))
        .isEqualTo("program.py:2:7 module/limit");
    assertThat(limits(endless + "list(range(9_000))\n".repeat(200)).split(", "))
        .hasSizeBetween(80, 100);
  }

  @Test
  void aValueThatHoldsTheSameManyTimesIsFingerprintedOnce() {
    String text = "t = ()\nfor i in range(60):\n    t = (t, [t])\n";
    ProgramWorld world = ProgramText.evaluate(text);
    ProgramWorld same = ProgramText.evaluate(text + "u = 1\n");
    ProgramWorld other = ProgramText.evaluate(text.replace("()", "(1,)"));
    assertThat(assertTimeoutPreemptively(ENOUGH, () -> world.main().fingerprint("t")))
        .isEqualTo(same.main().fingerprint("t"))
        .isNotEqualTo(other.main().fingerprint("t"));
  }

  @Test
  void aValueThatIsNestedWithoutEndIsFingerprinted() {
    ProgramWorld world = ProgramText.evaluate("x = []\nfor i in range(100_000):\n    x = [x]\n");
    assertThat(world.main().fingerprint("x"))
        .isEqualTo(
            ProgramText.evaluate("x = []\nfor i in range(100_000):\n    x = [x]\n\n")
                .main()
                .fingerprint("x"));
  }
}
