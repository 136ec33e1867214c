package dev.orchlens.codegen.cpp;

import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Rejection;
import dev.orchlens.rule.Code;

/** Makes the rejections of the code generator. */
public final class Failures {
  /**
   * The code of a program that is valid, but that this version of the compiler cannot generate code
   * for.
   */
  private Failures() {}

  /**
   * Returns the rejection of a valid program that makes the compiler fail.
   *
   * @param what a clause that says what it cannot do, and what to write instead where there is
   *     something
   */
  public static Rejection internal(String what, Origin origin) {
    return new Rejection(
        new Problem(
            Code.COMPILER_INTERNAL_ERROR,
            "This version of the compiler fails here: " + what,
            origin));
  }

  /** Returns the rejection of a program that breaks a rule of the code generator. */
  public static Rejection rule(Code code, String message, Origin origin) {
    return new Rejection(new Problem(code, message, origin));
  }
}
