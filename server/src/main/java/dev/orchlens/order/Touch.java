package dev.orchlens.order;

/**
 * What a task does with a part of a buffer.
 *
 * @param certain whether it does, for all values of the counters inside of the kernel; otherwise it
 *     may
 */
record Touch(Part part, Kind kind, boolean certain) {
  /** What is done. */
  enum Kind {
    READ,
    WRITE,
    /** An atomic addition, which commutes with others. */
    ADD;

    boolean writes() {
      return this != READ;
    }
  }
}
