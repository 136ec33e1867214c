package dev.orchlens.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Broken programs: an error costs the statement that it stands in, and nothing around it. */
class RecoveryTest {
  @Test
  void anUnclosedBracketEndsBeforeTheNextStatement() {
    assertThat(
            Shape.of(
                """
                x = foo(1,
                y = [
                    a, b
                ]
                def f():
                    a = foo(1,
                    b = {1: bar(2)}
                    c = [1, (2,
                        3
                    return c
                """))
        .isEqualTo(
            """
            ErrorStmt
            Assign([y], ListExpr([a, b]))
            FunctionDef([], false, f, [], [], -)
              ErrorStmt
              Assign([b], DictExpr([DictEntry(1, Call(bar, [2], []))]))
              ErrorStmt
              Return(c)
            ! 1:8 '(' this '(' is never closed
            ! 6:12 '(' this '(' is never closed
            ! 8:9 '[' this '[' is never closed
            """);
  }

  @Test
  void aBracketClosedLateIsNoError() {
    assertThat(
            Shape.of(
                """
                x = [
                a,
                b
                ]
                """))
        .isEqualTo("Assign([x], ListExpr([a, b]))\n");
  }

  @Test
  void aBadHeadKeepsTheBlockBelowIt() {
    assertThat(
            Shape.of(
                """
                class A:
                    def f(self, a b):
                        x = 1
                        if x:
                            y = 2
                    for i in range(10:
                        z = 3
                    def g(self): pass
                """))
        .isEqualTo(
            """
            ClassDef([], A, [], [], [])
              ErrorStmt
                Assign([x], 1)
                If(x)
                  Assign([y], 2)
              ErrorStmt
                Assign([z], 3)
              FunctionDef([], false, g, [], [Parameter(POSITIONAL_OR_KEYWORD, self, -, -)], -)
                Pass
            ! 2:19 'b' 'b' does not fit here; ')' is expected
            ! 6:19 '(' this '(' is never closed
            """);
  }

  @Test
  void aBadClauseLeavesTheOthers() {
    assertThat(
            Shape.of(
                """
                if a:
                    x = 1
                elif b c:
                    y = 2
                else:
                    z = 3
                try:
                    a
                except A B:
                    b
                finally:
                    c
                """))
        .isEqualTo(
            """
            If(a)
              Assign([x], 1)
            orElse:
              If(ErrorExpr)
                Assign([y], 2)
              orElse:
                Assign([z], 3)
            Try
              ExprStmt(a)
            handlers:
              ExceptHandler(false, ErrorExpr, -)
                ExprStmt(b)
            finalBody:
              ExprStmt(c)
            ! 3:8 'c' 'c' does not fit here; ':' is expected
            ! 9:10 'B' 'B' does not fit here; ':' is expected
            """);
  }

  @Test
  void clausesOfABadHeadAreNotBlamedForIt() {
    assertThat(
            Shape.of(
                """
                if a b:
                    x
                elif c:
                    y
                else:
                    z
                w
                """))
        .isEqualTo(
            """
            ErrorStmt
              ExprStmt(x)
            ErrorStmt
              ExprStmt(y)
            ErrorStmt
              ExprStmt(z)
            ExprStmt(w)
            ! 1:6 'b' 'b' does not fit here; ':' is expected
            """);
  }

  @Test
  void aClauseWithoutItsStatementIsReported() {
    assertThat(
            Shape.of(
                """
                x = 1
                else:
                    y = 2
                """))
        .isEqualTo(
            """
            Assign([x], 1)
            ErrorStmt
              Assign([y], 2)
            ! 2:1 'else' 'else' belongs to no statement before it
            """);
  }

  @Test
  void halfTypedCodeKeepsWhatIsThere() {
    assertThat(
            Shape.of(
                """
                def f(self):
                    x = self.
                    for i in pl.range(10):
                    y = 1
                def g():
                @pl.function
                z = 3
                """))
        .isEqualTo(
            """
            FunctionDef([], false, f, [], [Parameter(POSITIONAL_OR_KEYWORD, self, -, -)], -)
              Assign([x], Attribute(self, ))
              For(false, i, Call(Attribute(pl, range), [10], []))
              Assign([y], 1)
            FunctionDef([], false, g, [], [], -)
            ErrorStmt
            Assign([z], 3)
            ! 2:13 '.' a name is expected after the dot
            ! 3:26 ':' an indented block is expected after this colon
            ! 5:8 ':' an indented block is expected after this colon
            ! 6:13 '' the statement breaks off here
            """);
  }

  @Test
  void wrongIndentationIsReportedAndRead() {
    assertThat(
            Shape.of(
                """
                  a = 0
                x = 1
                    y = 2
                def f():
                        a = 1
                    b = 2
                c = 3
                """))
        .isEqualTo(
            """
            Assign([a], 0)
            Assign([x], 1)
            ErrorStmt
              Assign([y], 2)
            FunctionDef([], false, f, [], [], -)
              Assign([a], 1)
              Assign([b], 2)
            Assign([c], 3)
            ! 1:3 'a' this line is indented although no block is open
            ! 3:5 '' this line is indented although no block is open
            ! 6:5 'b' this line is indented less than the block before it but more than the one around it
            """);
  }

  @Test
  void anUnclosedStringEndsWithItsLine() {
    assertThat(
            Shape.of(
                """
                x = "abc
                y = f"{a
                z = ""\"doc
                def f(): pass
                """))
        .isEqualTo(
            """
            Assign([x], 'abc')
            Assign([y], FString([FStringField(ErrorExpr, false, -, [])]))
            Assign([z], 'doc')
            FunctionDef([], false, f, [], [], -)
              Pass
            ! 1:5 '"abc' this string is never closed
            ! 2:5 'f"{a' this string is never closed
            ! 3:5 '""\"doc' this string is never closed
            """);
  }

  @Test
  void badCasesLeaveTheOthers() {
    assertThat(
            Shape.of(
                """
                match x:
                    case 1:
                        a
                    foo
                    case [b, c:
                        d
                    case _:
                        e
                match y:
                z
                """))
        .isEqualTo(
            """
            Match(x)
            cases:
              MatchCase(ValuePattern(1), -)
                ExprStmt(a)
              MatchCase(ErrorPattern, -)
              MatchCase(ErrorPattern, -)
                ExprStmt(d)
              MatchCase(CapturePattern(-, -), -)
                ExprStmt(e)
            Match(y)
            ExprStmt(z)
            ! 4:5 'foo' 'foo' does not fit here; the end of the line is expected
            ! 5:10 '[' this '[' is never closed
            ! 9:8 ':' an indented block is expected after this colon
            """);
  }

  @Test
  void whatTheGrammarLetsPassIsChecked() {
    assertThat(
            Shape.of(
                """
                f(a=1, 2)
                f(x for x in y, 1)
                f(a.b=1)
                1 = x
                [a, f()] = x
                f() += 1
                for a() in b: pass
                def f(a=1, b, *, **k, c): pass
                *a
                x = y := 1
                (a.b := 1)
                del f()
                (a as b)
                {1: 2, 3}
                {1, 2: 3}
                a + not b
                from import x
                async class A: pass
                try: pass
                case {a: 1}
                """))
        .contains(
            """
            ! 1:8 '2' a positional argument cannot stand behind a keyword argument
            ! 2:3 'x for x in y' a generator needs parentheses around it where it is not the only argument
            ! 3:3 'a.b' only a name can stand before '=' in a call
            ! 4:1 '1' this cannot be assigned to
            ! 5:5 'f()' this cannot be assigned to
            ! 6:1 'f()' this cannot be assigned to together with an operator
            ! 7:5 'a()' this cannot be assigned to
            ! 8:12 'b' a parameter without a default cannot stand behind one with a default
            ! 8:15 '*' a parameter is expected behind this '*'
            ! 8:23 'c' no parameter can stand behind a '**' parameter
            ! 9:1 '*a' a value cannot be unpacked with '*' here
            ! 10:5 'y := 1' ':=' needs parentheses around it here
            ! 11:2 'a.b' only a name can stand before ':='
            ! 12:5 'f()' this cannot be deleted
            ! 13:2 'a as b' 'as' has no meaning here
            ! 14:8 '3' ':' and a value are expected after this key of a dictionary
            ! 15:5 '2: 3' a set cannot hold keys with values
            ! 16:5 'not' 'not' needs parentheses around it and its operand here
            ! 17:1 'from import x' the name of a module is expected after 'from'
            ! 18:1 'async' a class cannot be 'async'
            ! 19:1 'try' 'except' or 'finally' is expected after the block of this 'try'
            ! 20:6 '{' '{' does not fit here
            """);
  }

  @Test
  void charactersThatMeanNothingCostTheirLine() {
    assertThat(Shape.of("a = $b\nc ?= 1\nd = 1\n"))
        .isEqualTo(
            """
            ErrorStmt
            ErrorStmt
            Assign([d], 1)
            ! 1:5 '$' '$' has no meaning in Python
            ! 2:3 '?' '?' has no meaning in Python
            """);
  }
}
