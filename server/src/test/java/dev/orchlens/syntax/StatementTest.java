package dev.orchlens.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Statements of every kind, each program beside the nodes it stands for. */
class StatementTest {
  @Test
  void simpleStatements() {
    assertThat(
            Shape.of(
                """
                a = b = 1
                a, *b = c
                a @= b
                a: int
                a.b: list[int] = []
                (a): int = 1
                del a, b[0]
                del (a, b)
                raise
                raise A from b
                assert a, 'm'
                global a, b
                pass; f();
                f()
                """))
        .isEqualTo(
            """
            Assign([a, b], 1)
            Assign([TupleExpr([a, Starred(b)])], c)
            AugAssign(a, @, b)
            AnnAssign(a, int, -, true)
            AnnAssign(Attribute(a, b), Subscript(list, int), ListExpr([]), false)
            AnnAssign(a, int, 1, false)
            Delete([a, Subscript(b, 0)])
            Delete([TupleExpr([a, b])])
            Raise(-, -)
            Raise(A, b)
            Assert(a, 'm')
            Global([a, b])
            Pass
            ExprStmt(Call(f, [], []))
            ExprStmt(Call(f, [], []))
            """);
  }

  @Test
  void statementsOfFunctionsAndLoops() {
    assertThat(
            Shape.of(
                """
                def f(c):
                    def g():
                        nonlocal c
                        a += yield
                        for i in b:
                            pass; break; continue;
                        return a, *b
                """))
        .isEqualTo(
            """
            FunctionDef([], false, f, [], [Parameter(POSITIONAL_OR_KEYWORD, c, -, -)], -)
              FunctionDef([], false, g, [], [], -)
                Nonlocal([c])
                AugAssign(a, +, Yield(-))
                For(false, i, b)
                  Pass
                  Break
                  Continue
                Return(TupleExpr([a, Starred(b)]))
            """);
  }

  @Test
  void imports() {
    assertThat(
            Shape.of(
                """
                import a.b.c as d, e
                from . import x
                from ...a.b import (c as d, e,)
                from .... import *
                """))
        .isEqualTo(
            """
            Import([Alias(a.b.c, d), Alias(e, -)])
            ImportFrom(1, -, [Alias(x, -)])
            ImportFrom(3, a.b, [Alias(c, d), Alias(e, -)])
            ImportFrom(4, -, [Alias(*, -)])
            """);
  }

  @Test
  void definitions() {
    assertThat(
            Shape.of(
                """
                @a.b(1)
                @c
                async def f[T: int = str, *Ts, **P](self, x: int = 1, /, *args: *Ts, k, **kw) -> a, b:
                    return x
                class A(B, metaclass=M):
                    x: int
                class C: pass
                type X[T] = list[T]
                """))
        .isEqualTo(
            """
            FunctionDef([Decorator(Call(Attribute(a, b), [1], [])), Decorator(c)], true, f, \
            [TypeParameter(TYPE_VAR, T, int, str), TypeParameter(TYPE_VAR_TUPLE, Ts, -, -), \
            TypeParameter(PARAM_SPEC, P, -, -)], \
            [Parameter(POSITIONAL_ONLY, self, -, -), Parameter(POSITIONAL_ONLY, x, int, 1), \
            Parameter(VAR_POSITIONAL, args, Starred(Ts), -), Parameter(KEYWORD_ONLY, k, -, -), \
            Parameter(VAR_KEYWORD, kw, -, -)], TupleExpr([a, b]))
              Return(x)
            ClassDef([], A, [], [B], [Keyword(metaclass, M)])
              AnnAssign(x, int, -, true)
            ClassDef([], C, [], [], [])
              Pass
            TypeAlias(X, [TypeParameter(TYPE_VAR, T, -, -)], Subscript(list, T))
            """);
  }

  @Test
  void branchesAndLoops() {
    assertThat(
            Shape.of(
                """
                if a:
                    x
                elif (n := b):
                    y
                else:
                    z
                while a: x
                else: y
                for i, in a, b:
                    for j in c: pass
                else:
                    pass
                async def f():
                    async for k in d:
                        pass
                """))
        .isEqualTo(
            """
            If(a)
              ExprStmt(x)
            orElse:
              If(NamedExpr(n, b))
                ExprStmt(y)
              orElse:
                ExprStmt(z)
            While(a)
              ExprStmt(x)
            orElse:
              ExprStmt(y)
            For(false, TupleExpr([i]), TupleExpr([a, b]))
              For(false, j, c)
                Pass
            orElse:
              Pass
            FunctionDef([], true, f, [], [], -)
              For(true, k, d)
                Pass
            """);
  }

  @Test
  void exceptionsAndContexts() {
    assertThat(
            Shape.of(
                """
                try:
                    a
                except (A, B) as e:
                    b
                except:
                    c
                else:
                    d
                finally:
                    e
                try: a
                except* A: b
                with a as b, c: pass
                with (a as b, c,): pass
                with (a, b): pass
                with (a): pass
                with (a) as b, (c): pass
                with (a, b) as (c, d): pass
                async def f():
                    with (yield): pass
                    async with a() as b.c: pass
                """))
        .isEqualTo(
            """
            Try
              ExprStmt(a)
            handlers:
              ExceptHandler(false, TupleExpr([A, B]), e)
                ExprStmt(b)
              ExceptHandler(false, -, -)
                ExprStmt(c)
            orElse:
              ExprStmt(d)
            finalBody:
              ExprStmt(e)
            Try
              ExprStmt(a)
            handlers:
              ExceptHandler(true, A, -)
                ExprStmt(b)
            With(false, [WithItem(a, b), WithItem(c, -)])
              Pass
            With(false, [WithItem(a, b), WithItem(c, -)])
              Pass
            With(false, [WithItem(a, -), WithItem(b, -)])
              Pass
            With(false, [WithItem(a, -)])
              Pass
            With(false, [WithItem(a, b), WithItem(c, -)])
              Pass
            With(false, [WithItem(TupleExpr([a, b]), TupleExpr([c, d]))])
              Pass
            FunctionDef([], true, f, [], [], -)
              With(false, [WithItem(Yield(-), -)])
                Pass
              With(true, [WithItem(Call(a, [], []), Attribute(b, c))])
                Pass
            """);
  }

  @Test
  void matchStatements() {
    assertThat(
            Shape.of(
                """
                match a, *b:
                    case -1 | 'x' 'y' | None as c if c > 0: pass
                    case 1 + 2j:
                        pass
                    case [a, (b, *_), *rest]: pass
                    case {1: x, a.b: _, **rest}: pass
                    case m.Point(0, y=Y()): pass
                    case a, b: pass
                    case _: pass
                """))
        .isEqualTo(
            """
            Match(TupleExpr([a, Starred(b)]))
            cases:
              MatchCase(CapturePattern(OrPattern([ValuePattern((- 1)), ValuePattern('xy'), ValuePattern(None)]), c), \
            Compare(c, [>], [0]))
                Pass
              MatchCase(ValuePattern((1 + ImaginaryLiteral(2j, 2.0))), -)
                Pass
              MatchCase(SequencePattern([CapturePattern(-, a), \
            SequencePattern([CapturePattern(-, b), StarPattern(-)]), StarPattern(rest)]), -)
                Pass
              MatchCase(MappingPattern([1, Attribute(a, b)], [CapturePattern(-, x), CapturePattern(-, -)], rest), -)
                Pass
              MatchCase(ClassPattern(Attribute(m, Point), [ValuePattern(0)], [y], [ClassPattern(Y, [], [], [])]), -)
                Pass
              MatchCase(SequencePattern([CapturePattern(-, a), CapturePattern(-, b)]), -)
                Pass
              MatchCase(CapturePattern(-, -), -)
                Pass
            """);
  }

  @Test
  void softKeywordsAreNamesEverywhereElse() {
    assertThat(
            Shape.of(
                """
                match = case = type = _ = 1
                match(x)
                match[x] = 1
                match: int = 2
                type(x)
                type = type[x]
                case(x)
                print(match, case, type)
                match match:
                    case case:
                        type type = type
                        match: int
                """))
        .isEqualTo(
            """
            Assign([match, case, type, _], 1)
            ExprStmt(Call(match, [x], []))
            Assign([Subscript(match, x)], 1)
            AnnAssign(match, int, 2, true)
            ExprStmt(Call(type, [x], []))
            Assign([type], Subscript(type, x))
            ExprStmt(Call(case, [x], []))
            ExprStmt(Call(print, [match, case, type], []))
            Match(match)
            cases:
              MatchCase(CapturePattern(-, case), -)
                TypeAlias(type, [], type)
                AnnAssign(match, int, -, true)
            """);
  }
}
