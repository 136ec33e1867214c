package dev.orchlens.codegen;

/**
 * A kernel that the generated code submits.
 *
 * @param name the kernel's function
 * @param id its number in the generated code, from 0 in order of first use
 * @param coreType the core it runs on
 */
public record Kernel(String name, int id, CoreType coreType) {}
