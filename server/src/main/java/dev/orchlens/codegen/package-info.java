/**
 * The orchestration code generator: the final IR of an Orchestration function, translated one to
 * one to the C++ that submits its tasks (reference:
 * docs/en/dev/codegen/01-orchestration_codegen.md). Nothing is optimised here but the fan-in of
 * derived dependencies (docs/en/dev/passes/loop-carried-dep-compression.md).
 */
package dev.orchlens.codegen;
