package dev.orchlens.lower.op;

import java.util.List;
import java.util.Optional;

/**
 * One parameter of an operator as the language offers it.
 *
 * @param name the name a keyword argument uses
 * @param kind what it accepts
 * @param reference for a number, what gives it its dtype: another parameter or a dtype's name; else
 *     empty
 * @param choices for a choice, the names of its values, numbered from 0; else empty
 * @param keywordOnly whether it cannot be passed by position
 * @param required whether a call must pass it
 * @param fallback the value of a missing argument; nothing means {@code None}
 */
record Parameter(
    String name,
    Kind kind,
    String reference,
    List<String> choices,
    boolean keywordOnly,
    boolean required,
    Optional<Operand> fallback) {
  Parameter {
    choices = List.copyOf(choices);
  }

  /** What a parameter accepts. */
  enum Kind {
    TENSOR("a tensor"),
    /** A tensor that is a window of a distributed allocation. */
    WINDOW("a distributed tensor"),
    TILE("a tile"),
    /** A tensor or a tile. */
    SHAPED("a tensor or a tile"),
    ARRAY("an array"),
    /** An opaque handle: a pointer, a context, an event. */
    HANDLE("a handle"),
    /** A scalar value, taken as it is. */
    SCALAR("a scalar"),
    /** A scalar value; a literal takes the dtype of the operand it is combined with. */
    NUMBER("a scalar"),
    /** As {@link #NUMBER}, and a literal that already has a dtype is converted too. */
    CONVERTED("a scalar"),
    /** An integer scalar or literal. */
    INDEX("an integer"),
    /** An integer known while compiling; a literal only as a keyword argument. */
    INT("an integer constant"),
    /** An integer known while compiling, however it is passed. */
    AXIS("an integer constant"),
    /** A truth value known while compiling. */
    FLAG("True or False"),
    /**
     * A number known while compiling, kept as a floating-point number; a literal only as a keyword
     * argument.
     */
    REAL("a number"),
    /**
     * A number known while compiling, which takes the dtype that is named; a literal only as a
     * keyword argument.
     */
    LITERAL("a number"),
    DTYPE("a dtype"),
    /** A string or an enumeration constant. */
    NAME("a name"),
    /** One of the named choices, or its number. */
    CHOICE("one of the listed names"),
    /** A list of extents or offsets. */
    DIMS("a list of integers"),
    /** As {@link #DIMS}, or a single integer that stands for a list of one. */
    INDICES("a list of integers"),
    /** A padding mode, or one of the numbers that stand for one. */
    PAD("a padding mode"),
    /** A truth value, known or not. */
    CONDITION("a condition"),
    /** The TaskIds and TaskId arrays of {@code deps=}. */
    DEPS("a list of TaskIds");

    private final String noun;

    Kind(String noun) {
      this.noun = noun;
    }

    /** Returns what to call it in a message. */
    String noun() {
      return noun;
    }
  }
}
