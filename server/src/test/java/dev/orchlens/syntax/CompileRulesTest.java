package dev.orchlens.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What parses and Python's compiler refuses all the same. */
class CompileRulesTest {
  /** The problems of a text: line, column and the text they cover, then the message. */
  private static String problems(String text) {
    StringBuilder out = new StringBuilder();
    Shape.of(text)
        .lines()
        .filter(line -> line.startsWith("! "))
        .forEach(line -> out.append(line.substring(2)).append('\n'));
    return out.toString();
  }

  @Test
  void returnNeedsAFunction() {
    assertThat(
            problems(
                """
                return 1
                class A:
                    return
                def f():
                    if a:
                        return 1
                    class B:
                        return 2
                """))
        .isEqualTo(
            """
            1:1 'return 1' 'return' stands outside of a function
            3:5 'return' 'return' stands outside of a function
            8:9 'return 2' 'return' stands outside of a function
            """);
  }

  @Test
  void breakAndContinueNeedALoopOfTheSameFunction() {
    assertThat(
            problems(
                """
                break
                for i in a:
                    if b:
                        break
                    with c:
                        continue
                    def f():
                        continue
                else:
                    break
                while a:
                    try:
                        pass
                    finally:
                        break
                """))
        .isEqualTo(
            """
            1:1 'break' 'break' stands outside of a loop
            8:9 'continue' 'continue' stands outside of a loop
            10:5 'break' 'break' stands outside of a loop
            """);
  }

  @Test
  void nothingLeavesAnExceptStar() {
    assertThat(
            problems(
                """
                def f():
                    for i in a:
                        try:
                            continue
                        except* A:
                            for j in b:
                                break
                            return 1
                """))
        .isEqualTo("8:13 'return 1' 'return' cannot leave the block of an 'except*'\n");
  }

  @Test
  void namesOfParametersAndArgumentsAreDifferent() {
    assertThat(
            problems(
                """
                def f(a, b, *, a=1, **b): pass
                g = lambda x, y, x: x
                f(a=1, b=2, a=3)
                class A(B, m=1, m=2): pass
                def h[T, T](x): pass
                """))
        .isEqualTo(
            """
            1:16 'a' the parameter 'a' is named twice
            1:23 'b' the parameter 'b' is named twice
            2:18 'x' the parameter 'x' is named twice
            3:13 'a' the argument 'a' is passed twice
            4:17 'm' the argument 'm' is passed twice
            5:10 'T' the type parameter 'T' is named twice
            """);
  }

  @Test
  void aStarStandsOnceAmongSeveralTargets() {
    assertThat(
            problems(
                """
                *a = b
                *a, b = c
                *a, *b = c
                [a, (*b, *c)] = d
                for *a in b: pass
                for *a, b in c: pass
                """))
        .isEqualTo(
            """
            1:1 '*a' a value cannot be unpacked with '*' here
            3:5 '*b' only one target of a list or tuple can have a '*'
            4:10 '*c' only one target of a list or tuple can have a '*'
            5:5 '*a' a target with '*' must stand in a list or tuple of targets
            """);
  }

  @Test
  void globalAndNonlocalComeFirst() {
    assertThat(
            problems(
                """
                nonlocal a
                def f(p):
                    a = b
                    global p, a, b, c
                    c = [d for d in e]
                    global d
                    def g():
                        nonlocal a, c, x
                        nonlocal a
                        def h():
                            nonlocal a
                            nonlocal p
                    for x in a: pass
                class A:
                    def c(self):
                        nonlocal __class__
                def k():
                    global m
                    def n():
                        nonlocal m
                """))
        .isEqualTo(
            """
            1:1 'nonlocal a' 'nonlocal' works inside of functions only
            4:12 'p' 'p' is a parameter, so it cannot be 'global' too
            4:15 'a' 'a' is used or declared before this 'global', which must come first
            4:18 'b' 'b' is used or declared before this 'global', which must come first
            8:18 'a' no function around this one has a variable 'a'
            8:21 'c' no function around this one has a variable 'c'
            9:18 'a' no function around this one has a variable 'a'
            20:18 'm' no function around this one has a variable 'm'
            """);
  }

  @Test
  void importStarNeedsAModule() {
    assertThat(
            problems(
                """
                from a import *
                def f():
                    from a import *
                """))
        .isEqualTo("3:5 'from a import *' 'import *' works at the level of a module only\n");
  }

  @Test
  void yieldNeedsAFunctionAndAwaitAnAsynchronousOne() {
    assertThat(
            problems(
                """
                x = yield 1
                await x
                (await x for x in y)
                class A:
                    y = [await z async for z in x]
                def f(a=(yield)):
                    b = lambda: (yield)
                    c = [(yield) for d in (yield)]
                    async with a: pass
                    async for b in c: pass
                    await a
                async def g():
                    async with a: pass
                    b = [await c async for c in d]
                    yield from a
                    yield a
                    return 1
                """))
        .isEqualTo(
            """
            1:5 'yield 1' 'yield' stands outside of a function
            2:1 'await x' 'await' needs an 'async def' around it
            5:10 'await z' 'await' needs an 'async def' around it
            5:18 'async for z in x' an asynchronous comprehension needs an 'async def' around it
            6:10 'yield' 'yield' stands outside of a function
            8:11 'yield' 'yield' cannot stand in a comprehension
            9:5 'async with' 'async with' needs an 'async def' around it
            10:5 'async for' 'async for' needs an 'async def' around it
            11:5 'await a' 'await' needs an 'async def' around it
            15:5 'yield from a' 'yield from' cannot stand in an 'async def'
            17:5 'return 1' an asynchronous generator cannot return a value
            """);
  }

  @Test
  void handlersAreOfOneKindAndTheOneForAllIsLast() {
    assertThat(
            problems(
                """
                try: pass
                except: pass
                except A: pass
                try: pass
                except* A: pass
                except B: pass
                """))
        .isEqualTo(
            """
            2:1 'except:' an 'except' without an exception must be the last one
            6:1 'except B:' 'except' and 'except*' cannot both stand behind one 'try'
            """);
  }

  @Test
  void patternsBindEachNameOnceAndOnlyTheLastMatchesAll() {
    assertThat(
            problems(
                """
                match a:
                    case b if c: pass
                    case (d, d): pass
                    case [*e, *f]: pass
                    case (1 as g) | 2: pass
                    case h | 3: pass
                    case A(i=1, i=2): pass
                    case _: pass
                    case k: pass
                """))
        .isEqualTo(
            """
            3:14 'd' 'd' is bound twice in one pattern
            4:15 '*f' only one pattern of a sequence can have a '*'
            5:21 '2' this alternative binds other names than the first one
            6:10 'h' this pattern matches everything, so that the alternatives behind it are never tried
            6:14 '3' this alternative binds other names than the first one
            7:17 'i' the attribute 'i' is matched twice
            8:10 '_' this pattern matches everything, so that the cases behind it are never reached
            """);
  }

  @Test
  void aBlockWhoseHeadDoesNotParseMayBeAnything() {
    assertThat(
            problems(
                """
                def f(a b):
                    break
                    return 1
                for i i:
                    x = await y
                    continue
                """))
        .isEqualTo(
            """
            1:9 'b' 'b' does not fit here; ')' is expected
            4:7 'i' 'i' does not fit here; 'in' is expected
            """);
  }

  @Test
  void integersHaveAsManyDigitsAsPythonReads() {
    String most = "1".repeat(4300);
    assertThat(
            problems("a = " + most + "\nb = " + most + "2\nc = 0x" + "f".repeat(30_000) + "\n")
                .replaceAll("'[0-9xf]{4000,}'", "'...'"))
        .isEqualTo(
            """
            2:5 '...' this number has too many digits
            3:5 '...' this number has too many digits
            """);
  }
}
