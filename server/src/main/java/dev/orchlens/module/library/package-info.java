/**
 * Python's built-in functions, types and methods, and those of its libraries, as far as programs
 * use them.
 */
package dev.orchlens.module.library;
