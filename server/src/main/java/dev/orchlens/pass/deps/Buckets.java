package dev.orchlens.pass.deps;

import java.util.Map;
import java.util.TreeMap;

/** Counts the outcomes of the candidates for a rewrite. */
final class Buckets {
  /** What became of a candidate. */
  enum Outcome {
    APPLIED("applied"),
    NO_COVERED_HAZARD("no_covered_hazard"),
    DYNAMIC_REGION("dynamic_region"),
    UNKNOWN_REGION("unknown_region"),
    INOUT_OR_OUTPUT("inout_or_output");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }
  }

  private final int[] counts = new int[Outcome.values().length];

  void count(Outcome outcome) {
    count(outcome, 1);
  }

  void count(Outcome outcome, int times) {
    counts[outcome.ordinal()] += times;
  }

  /** Returns how often each outcome occurred that did, by the name the reference logs. */
  Map<String, Integer> counts() {
    Map<String, Integer> byLabel = new TreeMap<>();
    for (Outcome outcome : Outcome.values()) {
      if (counts[outcome.ordinal()] > 0) {
        byLabel.put(outcome.label, counts[outcome.ordinal()]);
      }
    }
    return byLabel;
  }
}
