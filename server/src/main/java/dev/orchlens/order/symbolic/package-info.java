/**
 * Numbers that a trace does not know: sums of symbols, what bounds them, boxes of elements that
 * they describe, and how two such boxes lie to each other.
 */
package dev.orchlens.order.symbolic;
