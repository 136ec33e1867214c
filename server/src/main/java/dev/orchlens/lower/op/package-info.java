/**
 * The operators as the language offers them: a table of calls, and how a call as written becomes
 * one of the IR (reference: docs/en/user/ops).
 */
package dev.orchlens.lower.op;
