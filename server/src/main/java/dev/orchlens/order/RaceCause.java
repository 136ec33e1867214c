package dev.orchlens.order;

/**
 * Why nothing orders two accesses, as the code and the sentence of a message (docs/order.md, "The
 * rules").
 */
public enum RaceCause {
  IN_MANUAL_SCOPE("race/in-manual-scope", "In a MANUAL scope only deps= orders tasks."),
  INTO_MANUAL_SCOPE(
      "race/into-manual-scope",
      "A task in a MANUAL scope waits for what deps= names alone, whoever wrote before the scope."),
  BEHIND_MANUAL_SCOPE(
      "race/behind-manual-scope",
      "The runtime does not record what tasks in a MANUAL scope access."),
  BETWEEN_ITERATIONS(
      "race/between-iterations",
      "Nothing orders the tasks of one iteration of a MANUAL scope behind those of another."),
  PARALLEL_ITERATIONS(
      "race/parallel-iterations",
      "The iterations of pl.parallel are taken for independent: an output that is not read waits"
          + " for no earlier writer."),
  OVERWRITES_INPUT(
      "race/overwrites-input",
      "The runtime does not record readers, so a task that overwrites waits for none."),
  OVERLAPPING_WINDOWS(
      "race/overlapping-windows",
      "An output that is not read waits for no earlier writer, and these are windows of the same"
          + " memory."),
  NO_DEP(
      "race/no-dep",
      "A NoDep argument is out of what the runtime looks up and records, be it NoDep by pl.no_dep"
          + " or by the compiler."),
  MANUAL_DEP("race/manual-dep", "The runtime follows no tensor made with manual_dep=True."),
  PREDICATE(
      "race/predicate",
      "The operand of a predicate is no argument, so nothing looks up who writes it."),
  HOST_ACCESS("race/host-access", "The orchestrator waits for the recorded writers alone.");

  private final String code;
  private final String rule;

  RaceCause(String code, String rule) {
    this.code = code;
    this.rule = rule;
  }

  /** Returns the code of the message. */
  public String code() {
    return code;
  }

  /** Returns the rule of the runtime behind it, a sentence. */
  public String rule() {
    return rule;
  }
}
