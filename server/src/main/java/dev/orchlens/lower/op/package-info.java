/**
 * The operators as the language offers them: a table of calls, and how a call as written becomes one of the IR (reference:
 * docs/en/dev/ir/05-operators.md and docs/en/user/ops).
 */
package dev.orchlens.lower.op;
