package dev.orchlens.pass.deps;

import dev.orchlens.ir.Var;
import dev.orchlens.pass.storage.Region;

/**
 * One access of a task to memory. An argument that may stand for several roots makes one access for
 * each.
 *
 * @param argument the argument it is made through
 * @param kind what is done
 * @param root the variable that owns the storage
 * @param region the part of it
 */
public record Access(Argument argument, AccessKind kind, Var root, Region region) {}
