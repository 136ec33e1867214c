/**
 * Integer arithmetic on expressions: folding, bounds, algebraic rewriting and proofs (reference:
 * docs/en/dev/passes/simplify, "Analyzer"). What it proves and how it writes an expression decides
 * which loops and branches remain and how bounds and offsets read in the generated code, so rules
 * and their order follow the reference.
 */
package dev.orchlens.ir.arith;
