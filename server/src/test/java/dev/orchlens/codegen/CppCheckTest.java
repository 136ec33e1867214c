package dev.orchlens.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CppCheckTest {

  @Test
  void aCarryThatStartsAsAParameterIsNotDeclared() {
    assertThat(
            Generated.of(
                    """
                    s = n
                    for i in pl.range(3):
                        b = self.at(a, s, b)
                        s = s + i
                    b = self.at(a, s, b)
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/undeclared-carry-name at line 2: A loop carries a scalar that starts as the parameter 'n', and \
            the generated code then names it 'ext_n', which nothing declares. It does not compile. Compute the value \
            inside the loop from the parameter and the loop variable.
            """);
  }

  @Test
  void aMergedTensorEndsWithThePlacedScopeThatDeclaresIt() {
    assertThat(
            Generated.withPlacedScopes(
                    """
                    with pl.scope():
                        if n > 2:
                            b = self.add(a, b)
                    c = self.copy(b, c)
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/name-outside-its-block at line 4: The generated code uses 'b__phi_v2' here, but declares it in a \
            block that has closed before, so it does not compile. Use the value in the scope that makes it, or put a \
            scope around both.
            """);
  }

  @Test
  void aTaskIdForDerivedDependenciesEndsWithItsScope() {
    assertThat(
            Generated.withPlacedScopesAnalyzed(
                    """
                    for i in pl.range(n):
                        with pl.scope():
                            b = self.add(a, b)
                        with pl.scope():
                            c = self.copy(b, c)
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/name-outside-its-block at line 5: The generated code uses 'b_tid' here, but declares it in a \
            block that has closed before, so it does not compile. A derived dependency needs it: this task waits for \
            one in another scope. Launch both in one scope, or compile with analyze_auto_scopes_for_deps off.
            """);
  }

  @Test
  void aWordOfCppCannotBeDeclared() {
    assertThat(
            Generated.of(
                    """
                    new = n * 2
                    b = self.at(a, new, b)
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/reserved-name at line 1: 'new' is a word of C++ or of the runtime, so the generated code cannot \
            declare it. Choose another name.
            """);
  }

  @Test
  void aNameThatLooksMadeIsDeclaredTwice() {
    assertThat(
            Generated.of(
                    """
                    w_shapes = n * 2
                    w = pl.slice(a, [4, 16], [w_shapes, 0])
                    v = pl.slice(c, [4, 16], [4, 0])
                    v = self.row(w, v)
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/name-declared-twice at line 2: The generated code declares 'w_shapes' twice in one block, \
            because a name of the program looks like one that the compiler makes. Choose another name.
            """);
  }

  @Test
  void aNumberAbove32BitsDoesNotFit() {
    assertThat(
            Generated.of(
                    """
                    d = pl.create_tensor([5000000000], dtype=pl.FP32)
                    c = self.copy(a, c)
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/number-too-large at line 1: The generated code needs 5000000000 as a 32-bit number, which it is \
            too large for. It does not compile. Extents, offsets and indices must be below 2^32.
            """);
  }

  @Test
  void aScalarOfASmallFloatHasNoType() {
    assertThat(
            Generated.withParameters(
                    "x: pl.Tensor[[8, 16], pl.FP32], h: pl.Scalar[pl.FP16], y: pl.Out[pl.Tensor[[8,"
                        + " 16], pl.FP32]]",
                    """
                    y = self.copy(x, y)
                    """)
                .problems())
        .isEqualTo(
            """
            codegen/no-cpp-type at line -: The generated code has no type 'half': an orchestration function cannot \
            take a scalar of this dtype. Pass it as pl.FP32.
            """);
  }
}
