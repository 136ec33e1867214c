package dev.orchlens.module;

import org.junit.jupiter.api.Test;

/** Operators on numbers, text and collections. */
class ArithmeticTest {
  @Test
  void integersRoundDownAndGrow() {
    ProgramText.check(
        """
        a = 7 // 2, -7 // 2, 7 // -2, 7 % 3, -7 % 3, 7 % -3
        b = 2 ** 63 - 8, 2 ** 100, 2 ** -1, (-2) ** 3
        c = 1 << 10, 1000 >> 3, 6 & 3, 6 | 3, 6 ^ 3, ~5, -(-4), +3
        d = 7 / 2, 10 / 5, 0x1F, 0b101, 0o17, 1_000
        e = divmod(-7, 3), pow(3, 4), pow(3, 4, 5), abs(-3)
        f = True + True, True & False, True ^ True, not 0
        """,
        """
        a = (3, -4, -4, 1, 2, -2)
        b = (9223372036854775800, 1267650600228229401496703205376, 0.5, -8)
        c = (1024, 125, 2, 7, 5, -6, 4, 3)
        d = (3.5, 2.0, 31, 5, 15, 1000)
        e = ((-3, 2), 81, 1, 3)
        f = (2, False, False, True)
        """);
  }

  @Test
  void floatsAreWrittenAsPythonWritesThem() {
    ProgramText.check(
        """
        a = 128 ** -0.5, 1e-6, 1e16, 123456789012345680.0, 0.1 + 0.2, 1e22, 1.5e-5
        b = -3.4028234663852886e38, 1 / 3, float("inf"), -float("nan") != 0, 100.0
        c = 7.5 // 2, -7.5 // 2, -7.5 % 2, 7.5 % -2, 2.0 ** 0.5
        d = round(2.5), round(3.5), round(2.675, 2), round(1234, -2), int(-3.9), float("1e3"), int("0x10", 16)
        """,
        """
        a = (0.08838834764831845, 1e-06, 1e+16, 1.2345678901234568e+17, 0.30000000000000004, 1e+22, 1.5e-05)
        b = (-3.4028234663852886e+38, 0.3333333333333333, inf, True, 100.0)
        c = (3.0, -4.0, 0.5, -0.5, 1.4142135623730951)
        d = (2, 4, 2.67, 1200, -3, 1000.0, 16)
        """);
  }

  @Test
  void comparisonsChainAndConnectivesStop() {
    ProgramText.check(
        """
        a = 1 < 2 < 3, 1 < 3 < 2, 1 == 1.0 == True, "a" < "b", (1, 2) < (1, 3), [1] != [1]
        b = 0 or "x", 1 and "y", None or 0 or [], not [], 3 if [] else 4
        c = 2 in [1, 2], 5 not in (1, 2), "el" in "hello", "k" in {"k": 1}, 4 in range(0, 10, 2), 5 in range(0, 10, 2)
        d = None is None, [] is [], 1 is not None
        e = False and undefined_name, True or undefined_name
        """,
        """
        a = (True, False, True, True, True, False)
        b = ('x', 'y', [], True, 4)
        c = (True, True, True, True, True, False)
        d = (True, False, True)
        e = (False, True)
        """);
  }

  @Test
  void textIsFormattedJoinedAndSliced() {
    ProgramText.check(
        """
        n, x, name = 42, 3.14159, "qwen"
        a = f"{n:>5}|{n:<5}|{n:^5}|{n:05d}|{n:x}|{n:#b}|{1234567:,}"
        b = f"{x:.2f} {x:8.3f} {x:e} {0.25:.0%} {x:g} {name!r} {n=} {{}} {n:{n}}"
        c = "%s has %d layers, %.1f%%" % (name, n, x)
        d = "{} {1}".format("a") if False else "{0}-{1}-{key}".format("a", "b", key="c")
        e = name.upper(), " a ".strip(), "a,b".split(","), "-".join(["x", "y"]), "abc".replace("b", "_")
        f = "hello"[1], "hello"[-3:], "hello"[::-1], "ab" * 3, "a" "b", len("\\N{GRINNING FACE}")
        g = "x=1".partition("="), "a.b.c".rsplit(".", 1), "abc".startswith(("x", "ab")), "7".zfill(3), "Ab".lower()
        h = "abc".find("c"), "abc".index("b"), "aXbX".count("X"), "key".isidentifier(), " x y ".split()
        """,
        """
        n = 42
        x = 3.14159
        name = 'qwen'
        a = '   42|42   | 42  |00042|2a|0b101010|1,234,567'
        b = "3.14    3.142 3.141590e+00 25% 3.14159 'qwen' n=42 {}                                         42"
        c = 'qwen has 42 layers, 3.1%'
        d = 'a-b-c'
        e = ('QWEN', 'a', ['a', 'b'], 'x-y', 'a_c')
        f = ('e', 'llo', 'olleh', 'ababab', 'ab', 1)
        g = (('x', '=', '1'), ['a.b', 'c'], True, '007', 'ab')
        h = (2, 1, 2, True, ['x', 'y'])
        """);
  }

  @Test
  void failuresAreReportedWhereTheyHappen() {
    ProgramText.check(
        """
        a = 1 // 0
        b = [1, 2][5]
        c = {"x": 1}["y"]
        d = 1 + "a"
        e = (1).missing
        f = int("abc")
        g = 2
        """,
        """
        a = <unknown: ZeroDivisionError: integer division or modulo by zero>
        b = <unknown: IndexError: list index 5 is out of range: the length is 2>
        c = <unknown: KeyError: 'y'>
        d = <unknown: TypeError: unsupported operand types for +: int and str>
        e = <unknown: AttributeError: a value of type int has no attribute 'missing'>
        f = <unknown: ValueError: invalid literal for int() with base 10: 'abc'>
        g = 2
        program.py:1:5 module/exception
          Loading the module stops here: ZeroDivisionError: integer division or modulo by zero.
        program.py:2:5 module/exception
          Loading the module stops here: IndexError: list index 5 is out of range: the length is 2.
        program.py:3:5 module/exception
          Loading the module stops here: KeyError: 'y'.
        program.py:4:5 module/exception
          Loading the module stops here: TypeError: unsupported operand types for +: int and str.
        program.py:5:5 module/exception
          Loading the module stops here: AttributeError: a value of type int has no attribute 'missing'.
        program.py:6:5 module/exception
          Loading the module stops here: ValueError: invalid literal for int() with base 10: 'abc'.
        """);
  }
}
