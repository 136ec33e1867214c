package dev.orchlens.pass.deps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.ir.Program;
import dev.orchlens.pass.Programs;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The direction of each tensor argument at its call, and the rule that chose it. */
class DeriveCallDirectionsTest {
  @Test
  void readAndUpdatedParametersKeepTheirDirection() {
    check(
        """
        b = self.add(a, b)
        return b
        """,
        """
        0 add a: In -> Input DECLARED
        0 add b: InOut -> InOut DECLARED
        """);
  }

  @Test
  void theFirstWriterOverwritesAndTheNextUpdates() {
    check(
        """
        c = self.copy(a, c)
        c = self.copy(b, c)
        return c
        """,
        """
        0 copy a: In -> Input DECLARED
        0 copy c: Out -> OutputExisting FIRST_WRITER
        1 copy b: In -> Input DECLARED
        1 copy c: Out -> InOut PRIOR_WRITER
        """);
  }

  @Test
  void aSequentialLoopMakesAnOutputAnUpdate() {
    check(
        """
        for i in pl.range(4):
            c = self.copy(a, c)
        return c
        """,
        """
        0 copy a: In -> Input DECLARED
        0 copy c: Out -> InOut SEQUENTIAL_LOOP
        """);
  }

  @Test
  void aParallelLoopDoesNot() {
    check(
        """
        for i in pl.parallel(4):
            c = self.copy(a, c)
        return c
        """,
        """
        0 copy a: In -> Input DECLARED
        0 copy c: Out -> OutputExisting FIRST_WRITER
        """);
  }

  @Test
  void aLoopIsOneWriterForWhatFollows() {
    check(
        """
        for i in pl.parallel(4):
            c = self.copy(a, c)
        c = self.copy(b, c)
        return c
        """,
        """
        0 copy a: In -> Input DECLARED
        0 copy c: Out -> OutputExisting FIRST_WRITER
        1 copy b: In -> Input DECLARED
        1 copy c: Out -> InOut PRIOR_WRITER
        """);
  }

  @Test
  void bothBranchesMayBeFirst() {
    check(
        """
        if flag:
            c = self.copy(a, c)
        else:
            c = self.copy(b, c)
        d = self.copy(c, d)
        return d
        """,
        """
        0 copy a: In -> Input DECLARED
        0 copy c: Out -> OutputExisting FIRST_WRITER
        1 copy b: In -> Input DECLARED
        1 copy c: Out -> OutputExisting FIRST_WRITER
        2 copy c: In -> Input DECLARED
        2 copy d: Out -> OutputExisting FIRST_WRITER
        """);
  }

  @Test
  void aBufferChosenByABranchIsAmbiguous() {
    check(
        """
        if flag:
            pick = pl.yield_(c)
        else:
            pick = pl.yield_(d)
        pick = self.copy(a, pick)
        return pick
        """,
        """
        0 copy a: In -> Input DECLARED
        0 copy pick: Out -> InOut AMBIGUOUS_BUFFER
        """);
  }

  @Test
  void aParameterDeclaredInOutIsUpdated() {
    check(
        """
        b = self.copy(a, b)
        return b
        """,
        """
        0 copy a: In -> Input DECLARED
        0 copy b: Out -> InOut ENCLOSING_IN_OUT
        """);
  }

  @Test
  void aWindowIsABufferOfItsOwn() {
    check(
        """
        top = self.row(pl.slice(a, [4, 16], [0, 0]), pl.slice(b, [4, 16], [0, 0]))
        low = self.row(pl.slice(a, [4, 16], [4, 0]), pl.slice(b, [4, 16], [4, 0]))
        return b
        """,
        """
        0 row t: In -> Input DECLARED
        0 row t: Out -> OutputExisting FIRST_WRITER
        1 row t: In -> Input DECLARED
        1 row t: Out -> OutputExisting FIRST_WRITER
        """);
  }

  @Test
  void anExcusedArgumentTakesNoPart() {
    check(
        """
        c = self.copy(pl.no_dep(b), c)
        return c
        """,
        """
        0 copy b: In -> NoDep EXCUSED_BY_USER
        0 copy c: Out -> OutputExisting FIRST_WRITER
        """);
  }

  private static void check(String program, String expected) {
    assertEquals(expected, text(Programs.lowered(program)));
  }

  static String text(Program program) {
    return DeriveCallDirections.run(Programs.beforeFusion(program)).choices().stream()
        .map(
            c ->
                c.argument().launch().number()
                    + " "
                    + c.argument().launch().callee()
                    + " "
                    + c.argument().name()
                    + ": "
                    + c.declared().label()
                    + " -> "
                    + c.chosen().label()
                    + " "
                    + c.rule()
                    + "\n")
        .collect(Collectors.joining());
  }
}
