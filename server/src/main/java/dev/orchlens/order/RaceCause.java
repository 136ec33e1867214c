package dev.orchlens.order;

import dev.orchlens.rule.Code;

/**
 * Why nothing orders two accesses, as the code and the sentence of a message (docs/order.md, "The
 * rules").
 */
public enum RaceCause {
  IN_MANUAL_SCOPE(Code.RACE_IN_MANUAL_SCOPE, "In a MANUAL scope only deps= orders tasks."),
  INTO_MANUAL_SCOPE(
      Code.RACE_INTO_MANUAL_SCOPE,
      "A task in a MANUAL scope waits for what deps= names alone, whoever wrote before the scope."),
  BEHIND_MANUAL_SCOPE(
      Code.RACE_BEHIND_MANUAL_SCOPE,
      "The runtime does not record what tasks in a MANUAL scope access."),
  BETWEEN_ITERATIONS(
      Code.RACE_BETWEEN_ITERATIONS,
      "Nothing orders the tasks of one iteration of a MANUAL scope behind those of another."),
  PARALLEL_ITERATIONS(
      Code.RACE_PARALLEL_ITERATIONS,
      "The iterations of pl.parallel are taken for independent: an output that is not read waits"
          + " for no earlier writer."),
  OVERWRITES_INPUT(
      Code.RACE_OVERWRITES_INPUT,
      "The runtime does not record readers, so a task that overwrites waits for none."),
  OVERLAPPING_WINDOWS(
      Code.RACE_OVERLAPPING_WINDOWS,
      "An output that is not read waits for no earlier writer, and these are windows of the same"
          + " memory."),
  NO_DEP(
      Code.RACE_NO_DEP,
      "A NoDep argument is out of what the runtime looks up and records, be it NoDep by pl.no_dep"
          + " or by the compiler."),
  MANUAL_DEP(Code.RACE_MANUAL_DEP, "The runtime follows no tensor made with manual_dep=True."),
  PREDICATE(
      Code.RACE_PREDICATE,
      "The operand of a predicate is no argument, so nothing looks up who writes it."),
  HOST_ACCESS(Code.RACE_HOST_ACCESS, "The orchestrator waits for the recorded writers alone.");

  private final Code code;
  private final String rule;

  RaceCause(Code code, String rule) {
    this.code = code;
    this.rule = rule;
  }

  /** Returns the code of the message. */
  public Code code() {
    return code;
  }

  /** Returns the rule of the runtime behind it, a sentence. */
  public String rule() {
    return rule;
  }
}
