package dev.orchlens.module;

import org.junit.jupiter.api.Test;

/** Statements, functions and exceptions. */
class ControlFlowTest {
  @Test
  void loopsAndBranches() {
    ProgramText.check(
        """
        total = 0
        for i in range(10):
            if i == 2:
                continue
            if i == 6:
                break
            total += i
        else:
            total = -1
        n = 1
        while n < 100:
            n *= 3
        else:
            done = True
        if total > 100:
            size = "large"
        elif total > 10:
            size = "medium"
        else:
            size = "small"
        match (1, [2, 3]):
            case (0, _):
                kind = "zero"
            case (1, [first, *rest]) if first == 2:
                kind = "one"
            case _:
                kind = "other"
        with open("x") as handle:
            inside = 1
        del i
        """,
        """
        total = 13
        n = 243
        done = True
        size = 'medium'
        first = 2
        rest = [3]
        kind = 'one'
        handle = <unknown: the result of builtins.open() is not evaluated>
        inside = 1
        """);
  }

  @Test
  void functionsBindTheirArguments() {
    ProgramText.check(
        """
        def ceil_div(a, b=2, /, *rest, scale=1, **options):
            return -(-a // b) * scale, rest, options

        def fact(n):
            return 1 if n <= 1 else n * fact(n - 1)

        def counter():
            count = 0
            def step(by=1):
                nonlocal count
                count += by
                return count
            return step

        def pick(*, width: int = 3) -> int:
            "Documented."
            for i in range(10):
                if i == width:
                    return i

        a = ceil_div(7), ceil_div(7, 3, 5, scale=2, tag="t"), ceil_div(*[9, 4], **{"scale": 3})
        b = fact(20), pick(), pick(width=20)
        step = counter()
        c = step(), step(5), (lambda x, y=2: x + y)(1)
        calls = 0

        def count_call():
            global calls
            calls += 1

        count_call(); count_call()
        squares = [f(3) for f in [lambda x, k=k: x * k for k in range(3)]]

        def numbers(n):
            for i in range(n):
                yield i
            yield from "ab"

        d = list(numbers(2))
        """,
        """
        a = ((4, (), {}), (6, (5,), {'tag': 't'}), (9, (), {}))
        b = (2432902008176640000, 3, None)
        c = (1, 6, 3)
        calls = 2
        squares = [0, 3, 6]
        d = [0, 1, 'a', 'b']
        """);
  }

  @Test
  void wrongArgumentsAreTypeErrors() {
    ProgramText.check(
        """
        def f(a, *, b):
            return a

        x = f()
        y = f(1, 2, b=3)
        z = f(1, b=1, c=2)
        """,
        """
        x = <unknown: TypeError: f() misses the argument 'a'>
        y = <unknown: TypeError: f() takes 1 positional arguments, got 2>
        z = <unknown: TypeError: f() has no argument 'c'>
        program.py:4:5 module/exception
          Loading the module stops here: TypeError: f() misses the argument 'a'.
        program.py:5:5 module/exception
          Loading the module stops here: TypeError: f() takes 1 positional arguments, got 2.
        program.py:6:5 module/exception
          Loading the module stops here: TypeError: f() has no argument 'c'.
        """);
  }

  @Test
  void exceptionsAreCaughtByTheirClass() {
    ProgramText.check(
        """
        class ConfigError(ValueError):
            pass

        def attempt(action):
            try:
                result = action()
            except ZeroDivisionError:
                return "zero"
            except (KeyError, IndexError) as error:
                return type(error).__name__
            except ConfigError as error:
                return str(error)
            except Exception:
                return "other"
            else:
                return result
            finally:
                log.append(1)

        def fail():
            raise ConfigError("bad tile")

        log = []
        a = attempt(lambda: 1 / 0), attempt(lambda: {}["x"]), attempt(fail), attempt(lambda: None.x), attempt(lambda: 5)
        try:
            import missing_module
        except ImportError:
            missing_module = None
        try:
            try:
                raise RuntimeError("inner")
            except RuntimeError:
                raise
        except RuntimeError as outer:
            text = str(outer)
        """,
        """
        log = [1, 1, 1, 1, 1]
        a = ('zero', 'KeyError', 'bad tile', 'other', 5)
        missing_module = None
        text = 'inner'
        """);
  }

  @Test
  void failedAssertionsAndRaisedErrorsAreProblems() {
    ProgramText.check(
        """
        HEADS, DIM = 6, 100
        assert DIM % 10 == 0
        assert DIM % HEADS == 0, f"{DIM} is not a multiple of {HEADS}"
        if DIM > 64:
            raise ValueError(f"dim {DIM} is too large")

        def check(n):
            if n % 2:
                raise SystemExit("odd")
            return n

        EVEN = check(4)
        ODD = check(3)
        """,
        """
        HEADS = 6
        DIM = 100
        EVEN = 4
        ODD = <unknown: SystemExit: odd>
        program.py:3:8 module/assertion-failed
          This assertion is false: 100 is not a multiple of 6. Loading the module stops here.
        program.py:5:5 module/exception
          Loading the module stops here: ValueError: dim 100 is too large.
        program.py:9:9 module/exit
          The program ends itself here: odd.
        """);
  }

  @Test
  void codeBelowTheMainTestIsNotRun() {
    ProgramText.check(
        """
        N = 1
        if __name__ == "__main__":
            N = 2
            undefined()
        """,
        """
        N = 1
        """);
  }

  @Test
  void whatTakesTooLongIsGivenUp() {
    ProgramText.check(
        """
        a = 1
        while True:
            a += 1
        b = [0] * 10 ** 9
        c = 10 ** 10 ** 8

        def endless(n):
            return endless(n + 1)

        d = endless(0)
        e = 5
        """,
        """
        a = <unknown: its evaluation is stopped: it takes more than 1000000 steps>
        b = <unknown: its evaluation is stopped: it makes a value of more than 1000000 elements>
        c = <unknown: its evaluation is stopped: it makes an integer of more than 65536 bits>
        d = <unknown: its evaluation is stopped: calls are nested deeper than 100>
        e = 5
        program.py:2:7 module/limit
          This statement is not evaluated further: it takes more than 1000000 steps.
        program.py:4:5 module/limit
          This statement is not evaluated further: it makes a value of more than 1000000 elements.
        program.py:5:5 module/limit
          This statement is not evaluated further: it makes an integer of more than 65536 bits.
        program.py:8:12 module/limit
          This statement is not evaluated further: calls are nested deeper than 100.
        """);
  }
}
