package dev.orchlens.ir;

/**
 * A value carried from one iteration of a loop to the next.
 *
 * @param var the variable the body reads
 * @param init its value in the first iteration
 */
public record Carry(Var var, Expr init) {}
