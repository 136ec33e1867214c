/**
 * The operators of the language: a catalogue as data, and the rules that type a call (reference:
 * docs/en/dev/ir/05-operators.md).
 */
package dev.orchlens.lower.op;
