package dev.orchlens.lower.decl;

import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Level;
import dev.orchlens.ir.Role;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads constants of the language's enumerations where they must be written in place. */
public final class EnumReader {
  private static final Map<String, Level> LEVEL_ALIASES =
      Map.of(
          "L2CACHE", Level.CHIP_DIE,
          "PROCESSOR", Level.CHIP,
          "UMA", Level.CHIP,
          "NODE", Level.HOST,
          "POD", Level.CLUSTER_0,
          "CLOS1", Level.CLUSTER_1,
          "CLOS2", Level.CLUSTER_2);

  private EnumReader() {}

  /** Returns the constant's name in {@code pl.Enumeration.NAME} or {@code Enumeration.NAME}. */
  public static Optional<String> constant(Node node, String enumeration) {
    List<String> path = Syntax.path(node);
    boolean plain = path.size() == 2 && path.getFirst().equals(enumeration);
    boolean qualified = path.size() == 3 && path.subList(0, 2).equals(List.of("pl", enumeration));
    return plain || qualified ? Optional.of(path.getLast()) : Optional.empty();
  }

  /** Returns a level of the machine. */
  public static Optional<Level> level(Node node) {
    return constant(node, "Level")
        .flatMap(
            name -> {
              for (Level level : Level.values()) {
                if (level.name().equals(name)) {
                  return Optional.of(level);
                }
              }
              return Optional.ofNullable(LEVEL_ALIASES.get(name));
            });
  }

  /** Returns a role. */
  public static Optional<Role> role(Node node) {
    return constant(node, "Role").flatMap(name -> byLabel(name, Role.values(), Role::label));
  }

  /** Returns a split over the vector lanes. */
  public static Optional<SplitMode> splitMode(Node node) {
    return constant(node, "SplitMode")
        .flatMap(name -> byLabel(name, SplitMode.values(), SplitMode::label));
  }

  /** Returns the split over the vector lanes that a value is. */
  public static Optional<SplitMode> splitMode(Value value) {
    return value instanceof LanguageObject.Name language
            && ClosureValues.enumerationName(language).startsWith("SplitMode.")
        ? byLabel(language.simpleName(), SplitMode.values(), SplitMode::label)
        : Optional.empty();
  }

  /** Returns a type of function. */
  static Optional<FunctionType> functionType(Node node) {
    return constant(node, "FunctionType")
        .flatMap(name -> byLabel(name, FunctionType.values(), FunctionType::label));
  }

  private static <E> Optional<E> byLabel(
      String label, E[] values, java.util.function.Function<E, String> labelOf) {
    for (E value : values) {
      if (labelOf.apply(value).equals(label)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }
}
