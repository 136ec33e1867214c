package dev.orchlens.tests.measure;

import java.util.Arrays;
import java.util.Collection;

/** A series of measurements of one kind and what is told of it. */
record Figures(double min, double p50, double p95, double p99, double max, int count) {
  /** Figures of no measurements are all NaN. */
  static Figures of(Collection<Double> measured) {
    double[] sorted = measured.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      return new Figures(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);
    }
    return new Figures(
        sorted[0],
        quantile(sorted, 0.5),
        quantile(sorted, 0.95),
        quantile(sorted, 0.99),
        sorted[sorted.length - 1],
        sorted.length);
  }

  /** The value below which this part of all values lies; of few values, the next higher one. */
  private static double quantile(double[] sorted, double part) {
    return sorted[Math.min(sorted.length - 1, (int) (part * sorted.length))];
  }

  /** The exponent of the power of {@code n} by which a quantity grows between two sizes. */
  static double exponent(double smallSize, double small, double largeSize, double large) {
    return Math.log(large / small) / Math.log(largeSize / smallSize);
  }

  /** The median of some values. */
  static double median(double... values) {
    return of(Arrays.stream(values).boxed().toList()).p50();
  }
}
