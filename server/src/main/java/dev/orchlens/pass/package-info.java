/**
 * The pipeline of the compiler's passes. The passes live in the rooms below, one class per pass
 * under the reference's name. Every pass is a pure function: it never changes what it is given.
 *
 * <p>The reference for each is a page: {@code docs/en/dev/passes/simplify} in a comment here means
 * {@code docs/en/dev/passes/NN-simplify.md} of the compiler, whose number NN moves as passes come
 * and go.
 */
package dev.orchlens.pass;
