package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.ir.Program;
import dev.orchlens.pass.Programs;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Where runtime scopes are placed, which are MANUAL, and why. */
class MaterializeRuntimeScopesTest {
  @Test
  void aCoveredBodyIsOneManualScope() {
    check(
        """
        for i in pl.range(4):
            b = self.at(a, i, b)
        if flag:
            c = self.copy(b, c)
        return c
        """,
        """
        with pl.manual_scope():
            for i, (b,) in pl.range(4, init_values=(b,)):
                b = self.at(a, i, b)
            if flag:
                c = self.copy(b, c)
            else:
        FUNCTION_BODY MANUAL FULLY_COVERED
        """);
  }

  @Test
  void aBodyThatFellBackHasScopesAroundLoopsAndBranches() {
    check(
        """
        self.look(b)
        for i in pl.range(4):
            b = self.at(a, i, b)
        if flag:
            c = self.copy(b, c)
        else:
            c = self.copy(a, c)
        return c
        """,
        """
        with pl.scope():
            self.look(b)
            for i, (b,) in pl.range(4, init_values=(b,)):
                with pl.scope():
                    b = self.at(a, i, b)
            if flag:
                with pl.scope():
                    c = self.copy(b, c)
            else:
                with pl.scope():
                    c = self.copy(a, c)
        FUNCTION_BODY AUTO FELL_BACK
        LOOP_BODY AUTO FELL_BACK
        THEN_BRANCH AUTO FELL_BACK
        ELSE_BRANCH AUTO FELL_BACK
        """);
  }

  @Test
  void aManualScopeLeavesPartitionsToBeJudgedByThemselves() {
    check(
        """
        c = self.copy(a, c)
        with pl.manual_scope():
            d = self.copy(c, d)
            for i in pl.range(2):
                d = self.copy(c, d)
        if flag:
            b = self.copy(c, b)
        if n > 1:
            e = pl.create_tensor([8, 16], dtype=pl.FP32)
            e = self.copy(a, e)
            b = self.add(c, b)
        return b
        """,
        """
        with pl.scope():
            c = self.copy(a, c)
            with pl.manual_scope():
                d = self.copy(c, d)
                for i, (d,) in pl.range(2, init_values=(d,)):
                    d = self.copy(c, d)
            if flag:
                with pl.manual_scope():
                    b = self.copy(c, b)
            else:
                with pl.scope():
            if 1 < n:
                with pl.scope():
                    e = self.copy(a, e)
                    b = self.add(c, b)
            else:
                with pl.scope():
        FUNCTION_BODY AUTO HOLDS_SCOPE
        PLACED MANUAL WRITTEN_MANUAL
        THEN_BRANCH MANUAL FULLY_COVERED
        ELSE_BRANCH AUTO NO_TASKS
        THEN_BRANCH AUTO TASK_WITHOUT_DERIVED_EDGE
        ELSE_BRANCH AUTO NO_TASKS
        """);
  }

  @Test
  void whileLoopsHaveNoScopeOfTheirOwn() {
    check(
        """
        i = 0
        while i < n:
            b = self.add(a, b)
            i = i + 1
        self.look(b)
        b = self.add(a, b)
        return b
        """,
        """
        with pl.scope():
            for (b, i) in pl.while_(init_values=(b, i)):
                b = self.add(a, b)
            self.look(b)
            b = self.add(a, b)
        FUNCTION_BODY AUTO FELL_BACK
        """);
  }

  private static void check(String program, String expected) {
    assertEquals(expected, text(Programs.lowered(program), true));
  }

  /** Returns the scopes, control flow and launches, then the mode of each scope. */
  static String text(Program program, boolean analysed) {
    Derivation derivation =
        AutoDeriveTaskDependencies.run(Programs.beforeDerivation(program), analysed);
    MaterializeRuntimeScopes.Result result =
        MaterializeRuntimeScopes.run(derivation.program(), derivation, analysed);
    String statements =
        Programs.body(result.program())
            .lines()
            .filter(
                line ->
                    line.matches(
                        " *(for |while |if |else|with ).*|.* self\\..*\\(.*|.*pl.submit\\(.*"))
            .map(
                line ->
                    line.replaceAll(", attrs=.*\\)", ")")
                        .replaceAll("__(idx|ssa|rv|iter|phi)_v\\d+(_\\d+)?", ""))
            .collect(Collectors.joining("\n", "", "\n"));
    return statements
        + result.scopes().stream()
            .map(s -> s.place() + (s.manual() ? " MANUAL " : " AUTO ") + s.why() + "\n")
            .collect(Collectors.joining());
  }
}
