/**
 * What the module-level code of a program means: imports resolved as Python would resolve them, and
 * a bounded evaluation of constants, classes and pure functions. User code is never run by Python;
 * what cannot be known is an {@link dev.orchlens.module.value.UnknownValue} with its reason.
 *
 * <p>The way in is {@link dev.orchlens.module.ProgramEvaluator}: it evaluates a file as Python
 * would run it as the main program, together with every module that the file imports, and publishes
 * a {@link dev.orchlens.module.ProgramWorld}. Everything a world holds is fixed once it is
 * published and may be read by many threads.
 */
package dev.orchlens.module;
