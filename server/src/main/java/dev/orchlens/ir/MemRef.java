package dev.orchlens.ir;

/**
 * A byte range of a named allocation (reference: docs/en/dev/ir/01-hierarchy.md, "MemRef").
 *
 * @param base the allocation's name
 * @param byteOffset bytes from the start of the allocation
 * @param size bytes, 0 or more
 */
public record MemRef(String base, Expr byteOffset, long size) {}
