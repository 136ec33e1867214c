/**
 * The pipeline of the compiler's passes. The passes live in the rooms below, one class per pass under the reference's name
 * (reference: docs/en/dev/passes). Every pass is a pure function: it never changes what it is given.
 */
package dev.orchlens.pass;
