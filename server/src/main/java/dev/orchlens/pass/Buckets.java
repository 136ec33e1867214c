package dev.orchlens.pass;

import java.util.Map;
import java.util.TreeMap;

/** Counts the outcomes of the candidates for a rewrite, by the names the reference logs. */
final class Buckets {
  static final String APPLIED = "applied";
  static final String NO_COVERED_HAZARD = "no_covered_hazard";
  static final String DYNAMIC_REGION = "dynamic_region";
  static final String UNKNOWN_REGION = "unknown_region";
  static final String INOUT_OR_OUTPUT = "inout_or_output";

  private final Map<String, Integer> counts = new TreeMap<>();

  void count(String bucket) {
    counts.merge(bucket, 1, Integer::sum);
  }

  Map<String, Integer> counts() {
    return counts;
  }
}
