/**
 * The operators of the IR: a table of what they do, and the rules that type their results
 * (reference: docs/en/dev/ir/05-operators.md).
 */
package dev.orchlens.ir.op;
