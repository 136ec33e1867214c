/**
 * From the program as written to straight calls in SSA form: inlining, unrolling, control flow,
 * simplification.
 */
package dev.orchlens.pass.front;
