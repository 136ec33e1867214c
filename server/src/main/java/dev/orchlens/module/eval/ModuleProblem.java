package dev.orchlens.module.eval;

import dev.orchlens.module.value.Site;

/**
 * Something that would fail, or that cannot be followed, when the module-level code of a program
 * runs.
 *
 * @param kind what happened
 * @param message plain English: what happened and what to do
 * @param site the place, in the file of the module that has the problem
 * @param statement the module-level statement that was running; another place than {@code site}
 *     when that is inside a function
 */
public record ModuleProblem(Kind kind, String message, Site site, Site statement) {
  /** What happened. */
  public enum Kind {
    /** No module of this name is in the file's folder, the roots, or Python's library. */
    MODULE_NOT_FOUND("module/not-found"),
    /** The module exists and does not define the imported name. */
    NAME_NOT_IN_MODULE("module/name-not-in-module"),
    /** An assertion is false. */
    ASSERTION_FAILED("module/assertion-failed"),
    /** A name that nothing defines. */
    NAME_NOT_DEFINED("module/name-not-defined"),
    /** The program ends itself, as scripts do where the machine lacks something. */
    EXIT("module/exit"),
    /** Any other exception. */
    EXCEPTION("module/exception"),
    /** The evaluation was stopped because it took too many steps or too much memory. */
    LIMIT("module/limit"),
    /** A fault of our own: the statement is not evaluated. */
    DEFECT("orchlens/defect");

    private final String code;

    Kind(String code) {
      this.code = code;
    }

    /** The stable code of the diagnostic. */
    public String code() {
      return code;
    }

    /**
     * Whether the program is wrong: Python refuses to load the module, and not because the module
     * asks for it.
     */
    public boolean isError() {
      return this != LIMIT && this != EXIT && this != DEFECT;
    }
  }
}
