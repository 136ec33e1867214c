package dev.orchlens.ir;

/**
 * How one loop carry is lowered (reference: docs/en/dev/passes/classify_iter_arg_carry, "Stamped
 * attributes").
 *
 * @param rebind whether the carry needs a variable of its own; otherwise it is an alias of its
 *     initial value
 * @param arraySize slots of the TaskId array a fence carry becomes, 0 when it is not an array
 */
public record CarryPlan(boolean rebind, int arraySize) {}
