package dev.orchlens.pass.deps;

import dev.orchlens.ir.Program;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What AutoDeriveTaskDependencies did to a program.
 *
 * @param program the program with the edges, directions and marks
 * @param edges all derived edges with their reasons
 * @param rewrites the directions that changed
 * @param fallbacks the accesses that could not be ordered, in the order they were found
 * @param buckets how often each other outcome of a candidate for a rewrite occurred, by the
 *     reference's name
 * @param scopes the decision for each region that was analysed
 */
public record Derivation(
    Program program,
    DerivedEdges edges,
    List<DirectionRewrite> rewrites,
    List<Fallback> fallbacks,
    Map<String, Integer> buckets,
    List<ScopeMode> scopes) {
  public Derivation {
    rewrites = List.copyOf(rewrites);
    fallbacks = List.copyOf(fallbacks);
    buckets = Collections.unmodifiableMap(new TreeMap<>(buckets));
    scopes = List.copyOf(scopes);
  }
}
