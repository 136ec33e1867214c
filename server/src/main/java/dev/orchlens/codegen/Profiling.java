package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.Emitter;

/**
 * Writes the lines that measure the handling of dependency vectors where the runtime is built for
 * it.
 */
final class Profiling {
  private Profiling() {}

  /** Takes the time in the new variable {@code start}. */
  static void begin(Emitter emitter, String start) {
    guarded(emitter, "uint64_t " + start + " = rt_orch_profile_now();");
  }

  /** Reports the time since {@code start}, and how many entries were written. */
  static void end(Emitter emitter, String start, int entries) {
    guarded(
        emitter,
        "rt_orch_profile_add_dynamic_dep_vector(rt_orch_profile_now() - "
            + start
            + ", "
            + entries
            + ");");
  }

  private static void guarded(Emitter emitter, String line) {
    emitter.line("#if SIMPLER_ORCH_PROFILING");
    emitter.line(line);
    emitter.line("#endif");
  }
}
