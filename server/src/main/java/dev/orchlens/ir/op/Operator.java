package dev.orchlens.ir.op;

import dev.orchlens.ir.DataType;
import java.util.List;
import java.util.Optional;

/**
 * One operator of the IR.
 *
 * @param name the dotted name ({@code tile.load})
 * @param arguments the arguments in order; trailing ones may be missing from a call
 * @param rule how the result is typed
 * @param lane which core runs it
 * @param alias the argument whose memory the result is
 * @param host whether an orchestration function can run it outside a kernel region
 */
public record Operator(
    String name,
    List<Argument> arguments,
    ResultRule rule,
    Lane lane,
    Optional<Alias> alias,
    boolean host) {
  public Operator {
    arguments = List.copyOf(arguments);
  }

  /**
   * One argument of an operator.
   *
   * @param dtypes the element types it may have; empty allows every one
   */
  public record Argument(String name, Effect effect, List<DataType> dtypes) {
    public Argument {
      dtypes = List.copyOf(dtypes);
    }
  }

  /**
   * Says that the result is the memory of an argument.
   *
   * @param argument its index, from 0
   * @param view whether the result shows part of it or shows it another way; else it is the
   *     argument after a write
   */
  public record Alias(int argument, boolean view) {}

  /**
   * Returns what the operator does to argument {@code index}; beyond the declared ones, nothing.
   */
  public Effect effect(int index) {
    return index < arguments.size() ? arguments.get(index).effect() : Effect.NONE;
  }

  /** Returns whether it adds to what its first argument holds. */
  public boolean accumulates() {
    return !arguments.isEmpty() && arguments.getFirst().name().equals("acc");
  }

  /** Returns whether it multiplies matrices, or a matrix and a vector. */
  public boolean isProduct() {
    return rule.isProduct();
  }

  /**
   * Returns the level: the part of the name before its last dot ({@code tensor}, {@code pld.tile}).
   */
  public String level() {
    return name.substring(0, name.lastIndexOf('.'));
  }
}
