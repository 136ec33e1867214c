package dev.orchlens.module.eval;

import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;

/** How a statement ends. */
sealed interface Completion {
  /** The next statement follows. */
  Completion NORMAL = new Normal();

  /** The next statement follows. */
  record Normal() implements Completion {}

  /** The innermost loop ends. */
  record Break() implements Completion {}

  /** The innermost loop goes on with its next round. */
  record Continue() implements Completion {}

  /** The function returns. */
  record Return(Value value) implements Completion {}

  /** Whether the function returns or the loop goes on depends on something unknown. */
  record Unclear(UnknownValue why) implements Completion {}
}
