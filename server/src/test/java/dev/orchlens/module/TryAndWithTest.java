package dev.orchlens.module;

import org.junit.jupiter.api.Test;

/**
 * What {@code try} and {@code with} run, in which order, and what they hold back, as Python 3.11
 * does.
 */
class TryAndWithTest {
  @Test
  void finallyRunsHoweverItsBlockIsLeft() {
    ProgramText.check(
        """
        log = []
        def handler_raises():
            try:
                raise ValueError("first")
            except ValueError:
                raise KeyError("second")
            finally:
                log.append("finally")
        try:
            handler_raises()
        except KeyError as error:
            caught = repr(error)

        def returns():
            try:
                return "body"
            finally:
                log.append("after return")

        def overrides():
            try:
                raise ValueError
            finally:
                return "finally wins"

        def leaves_loop():
            for i in range(3):
                try:
                    continue
                finally:
                    log.append(i)
                    if i == 1:
                        break
            return i

        a = returns()
        b = overrides()
        c = leaves_loop()
        """,
        """
        log = ['finally', 'after return', 0, 1]
        caught = "KeyError('second')"
        a = 'body'
        b = 'finally wins'
        c = 1
        """);
  }

  @Test
  void whatElseRaisesIsNotHandledByItsOwnHandlers() {
    ProgramText.check(
        """
        log = []
        def f():
            try:
                log.append("body")
            except ValueError:
                log.append("own handler")
            else:
                raise ValueError("from else")
            finally:
                log.append("finally")
        try:
            f()
        except ValueError as error:
            log.append(str(error))
        """,
        """
        log = ['body', 'finally', 'from else']
        """);
  }

  @Test
  void exitRunsWithWhatWasRaised() {
    ProgramText.check(
        """
        log = []
        class Manager:
            def __init__(self, name, holds):
                self.name = name
                self.holds = holds
            def __enter__(self):
                log.append("enter " + self.name)
                return self
            def __exit__(self, kind, error, trace):
                log.append("exit " + self.name + " " + ("" if kind is None else kind.__name__))
                return self.holds

        with Manager("a", False) as a, Manager("b", True) as b:
            raise KeyError("held")

        def f():
            with Manager("c", False):
                return "result"
        c = f()

        try:
            with Manager("d", False):
                raise ValueError("through")
        except ValueError as error:
            d = str(error)

        class NoManager:
            pass
        try:
            with NoManager():
                e = "entered"
        except TypeError:
            e = "no manager"
        """,
        """
        log = ['enter a', 'enter b', 'exit b KeyError', 'exit a ', 'enter c', 'exit c ', 'enter d', 'exit d ValueError']
        a = <Manager object>
        b = <Manager object>
        c = 'result'
        d = 'through'
        e = 'no manager'
        """);
  }

  @Test
  void aManagerThatIsNotEvaluatedMayHoldBackWhatIsRaised() {
    ProgramText.check(
        """
        from contextlib import suppress
        x = 1
        y = 2
        with suppress(KeyError):
            x = {}["a"]
        z = 3
        """,
        """
        x = <unknown: the result of contextlib.suppress() is not evaluated>
        y = 2
        z = 3
        """);
  }

  /** Our words for what went wrong are not Python's, so that no program gets to read them. */
  @Test
  void theTextOfPythonsOwnExceptionsIsUnknown() {
    ProgramText.check(
        """
        try:
            1 // 0
        except ZeroDivisionError as error:
            own = str(error)
        try:
            raise ValueError("mine", 2)
        except ValueError as error:
            mine = str(error)
        try:
            {}["k"]
        except KeyError as error:
            key = error.args
        """,
        """
        own = <unknown: integer division or modulo by zero>
        mine = "('mine', 2)"
        key = ('k',)
        """);
  }

  @Test
  void indexesAreObjectsThatSaySo() {
    ProgramText.check(
        """
        class Two:
            def __index__(self):
                return 2
        two = Two()
        values = [[10, 20, 30][two], "abc"[two:], list(range(two)), hex(two), "ab" * two, round(1.234, two),
                  range(10**18)[two], bin(two), int(two), "%d" % two]
        class Wrong:
            def __index__(self):
                return "2"
        try:
            [1][Wrong()]
        except TypeError:
            wrong = "no integer"
        """,
        """
        two = <Two object>
        values = [30, 'c', [0, 1], '0x2', 'abab', 1.23, 2, '0b10', 2, '2']
        wrong = 'no integer'
        """);
  }

  @Test
  void theEnvironmentHoldsWhatTheProgramPutThere() {
    ProgramText.check(
        """
        import os
        home = os.environ["HOME"]
        os.environ["MODE"] = "fast"
        mode = os.environ["MODE"]
        size = int(os.environ.get("SIZE", "16"))
        """,
        """
        home = <unknown: the environment variable 'HOME' is not known here>
        mode = 'fast'
        size = 16
        """);
  }

  @Test
  void aNameBelongsToTheFunctionThatBindsIt() {
    ProgramText.check(
        """
        total = 1
        def counts():
            total += 1
            return total
        def reads():
            return total
        def deletes():
            value = 1
            del value
            return value
        def declared():
            global total
            total += 1
            return total
        def outer():
            def inner():
                return later
            try:
                early = inner()
            except NameError as error:
                early = type(error).__name__
            later = 2
            return early, inner()
        results = []
        for function in (counts, reads, deletes, declared, outer):
            try:
                results.append(function())
            except NameError as error:
                results.append(type(error).__name__)
        """,
        """
        total = 2
        results = ['UnboundLocalError', 1, 'UnboundLocalError', 2, ('NameError', 2)]
        """);
  }

  @Test
  void theOrderOfSetsIsNotDefined() {
    ProgramText.check(
        """
        names = {"b", "a"}
        first = list(names)[0]
        text = str(names)
        ordered = sorted(names)
        count = len(names)
        last = max(names)
        only = list({1})
        seen = []
        for name in names:
            seen.append(name)
        """,
        """
        names = {'b', 'a'}
        first = <unknown: the order of a set's members is not defined>
        text = <unknown: the order of a set's members is not defined>
        ordered = ['a', 'b']
        count = 2
        last = 'b'
        only = [1]
        seen = <unknown: the order of a set's members is not defined>
        name = <unknown: the order of a set's members is not defined>
        """);
  }

  @Test
  void featuresAreImportedAtTheStartAndMustExist() {
    ProgramText.check(
        """
        \"""Documentation.\"""
        from __future__ import annotations
        x = 1
        from __future__ import division
        y = 2
        """,
        """
        x = 1
        y = 2
        program.py:4:1 module/exception
          Loading the module stops here: SyntaxError: imports from '__future__' must stand at the start of the file.
        """);
  }
}
