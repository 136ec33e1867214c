/**
 * The bounded evaluation of module-level code: statements, expressions, calls, classes and imports.
 */
package dev.orchlens.module.eval;
