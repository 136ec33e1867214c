/**
 * The intermediate representation of an orchestration program: immutable records at the level the
 * dependency passes need (reference: docs/en/dev/ir/01-hierarchy.md and 02-types.md). Every node
 * knows the source it came from.
 */
package dev.orchlens.ir;
