package dev.orchlens.lower.decl;

/**
 * The text that is being lowered: its places, and what it sees outside itself. It changes while a
 * function is expanded.
 *
 * @param origins the places
 * @param closure the names around the function
 */
public record Surroundings(Origins origins, Closure closure) {}
