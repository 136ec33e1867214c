/**
 * The compiler's passes over a program, one class per pass under the reference's name (reference: docs/en/dev/passes).
 * Every pass is a pure function: it never changes what it is given.
 */
package dev.orchlens.pass;
