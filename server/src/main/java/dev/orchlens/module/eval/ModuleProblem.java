package dev.orchlens.module.eval;

import dev.orchlens.module.value.Site;
import dev.orchlens.rule.Code;

/**
 * Something that would fail, or that cannot be followed, when the module-level code of a program
 * runs.
 *
 * @param code what happened
 * @param message plain English: what happened and what to do
 * @param site the place, in the file of the module that has the problem
 * @param statement the module-level statement that was running; another place than {@code site}
 *     when that is inside a function
 */
public record ModuleProblem(Code code, String message, Site site, Site statement) {}
