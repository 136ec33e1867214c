package dev.orchlens.lower.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the catalogue's two tables; {@code operators.tsv} and {@code calls.tsv} explain their columns. A malformed table
 * is a defect of the build, reported as {@link IllegalArgumentException} with its line.
 */
final class CatalogReader {
  private CatalogReader() {}

  /** Returns the IR operators by name. */
  static Map<String, Operator> operators() {
    Map<String, Operator> result = new LinkedHashMap<>();
    for (String[] row : rows("/dev/orchlens/lower/operators.tsv", 5)) {
      Operator operator = operator(row);
      if (result.put(operator.name(), operator) != null) {
        throw new IllegalArgumentException("operator listed twice: " + operator.name());
      }
    }
    return result;
  }

  /** Returns the forms of each operator of the language, by the path a program writes. */
  static Map<String, List<Form>> forms() {
    Map<String, List<Form>> result = new LinkedHashMap<>();
    for (String[] row : rows("/dev/orchlens/lower/calls.tsv", 3)) {
      Form form = form(row[1], row[2]);
      for (String path : row[0].split(",\\s*")) {
        result.computeIfAbsent(path.strip(), _ -> new ArrayList<>()).add(form);
      }
    }
    return result;
  }

  private static Operator operator(String[] row) {
    List<Operator.Argument> arguments = new ArrayList<>();
    for (String argument : list(row[1])) {
      String[] parts = argument.split(":", 3);
      arguments.add(
          new Operator.Argument(
              parts[0],
              parts.length == 1 ? Effect.NONE : effect(parts[1]),
              parts.length < 3 ? List.of() : Arrays.stream(parts[2].split("\\|")).map(DataType::valueOf).toList()));
    }
    return new Operator(
        row[0], arguments, ResultRule.valueOf(row[2]), Lane.valueOf(row[3]), alias(row[0], row[4], arguments));
  }

  private static Optional<Operator.Alias> alias(String name, String cell, List<Operator.Argument> arguments) {
    if (cell.equals("-")) {
      return Optional.empty();
    }
    boolean view = cell.startsWith("view:");
    String argument = view ? cell.substring(5) : cell;
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).name().equals(argument)) {
        return Optional.of(new Operator.Alias(i, view));
      }
    }
    throw new IllegalArgumentException(name + " aliases an unknown argument " + argument);
  }

  private static Effect effect(String letters) {
    return switch (letters) {
      case "" -> Effect.NONE;
      case "r" -> Effect.READ;
      case "w" -> Effect.WRITE;
      case "rw" -> Effect.READ_WRITE;
      case "aw" -> Effect.ATOMIC_WRITE;
      default -> throw new IllegalArgumentException("unknown effect " + letters);
    };
  }

  private static Form form(String signature, String built) {
    List<Parameter> parameters = new ArrayList<>();
    boolean keywordOnly = false;
    for (String text : list(signature)) {
      if (text.equals("*")) {
        keywordOnly = true;
      } else {
        parameters.add(parameter(text, keywordOnly));
      }
    }
    int open = built.indexOf('(');
    String inside = built.substring(open + 1, built.length() - 1);
    String[] halves = inside.split(";", 2);
    Form form =
        new Form(
            parameters,
            built.substring(0, open),
            slots(halves[0]),
            halves.length == 1 ? List.of() : slots(halves[1]));
    form.arguments().forEach(form::requireParameters);
    form.keywords().forEach(form::requireParameters);
    return form;
  }

  private static List<Form.Slot> slots(String text) {
    List<Form.Slot> result = new ArrayList<>();
    for (String slot : list(text)) {
      Form.WhenAbsent whenAbsent =
          slot.endsWith("??")
              ? Form.WhenAbsent.EMPTY_TUPLE
              : slot.endsWith("?")
                  ? Form.WhenAbsent.OMIT
                  : slot.endsWith("!") ? Form.WhenAbsent.TYPE_ONLY : Form.WhenAbsent.DEFAULT;
      String[] names = slot.replaceAll("[?!]", "").split("\\|", 2);
      result.add(new Form.Slot(names[0], names[names.length - 1], whenAbsent));
    }
    return result;
  }

  private static Parameter parameter(String text, boolean keywordOnly) {
    int colon = text.indexOf(':');
    String name = text.substring(0, colon);
    String[] typeAndDefault = text.substring(colon + 1).split("=", 2);
    String type = typeAndDefault[0];
    List<String> choices = List.of();
    if (type.startsWith("choice(")) {
      choices = Arrays.asList(type.substring(7, type.length() - 1).split("\\|"));
      type = "choice";
    }
    String[] kindAndReference = type.split("@", 2);
    Parameter.Kind kind = Parameter.Kind.valueOf(kindAndReference[0].toUpperCase(Locale.ROOT));
    return new Parameter(
        name,
        kind,
        kindAndReference.length == 1 ? "" : kindAndReference[1],
        choices,
        keywordOnly,
        typeAndDefault.length == 1,
        typeAndDefault.length == 1 || typeAndDefault[1].isEmpty()
            ? Optional.empty()
            : Optional.of(new Operand.Constant(constant(kind, typeAndDefault[1]))));
  }

  private static Attr constant(Parameter.Kind kind, String text) {
    return switch (kind) {
      case FLAG -> new Attr.Bool(Boolean.parseBoolean(text));
      case DTYPE -> new Attr.DType(DataType.valueOf(text));
      case INT, AXIS, INDEX, NUMBER, CONVERTED, SCALAR -> new Attr.Int(Long.parseLong(text));
      default -> new Attr.Text(text);
    };
  }

  private static List<String> list(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(s -> !s.isEmpty() && !s.equals("-")).toList();
  }

  private static List<String[]> rows(String resource, int columns) {
    List<String[]> result = new ArrayList<>();
    try (InputStream in = CatalogReader.class.getResourceAsStream(resource);
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      int line = 0;
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        line++;
        if (text.isBlank() || text.startsWith("#")) {
          continue;
        }
        String[] cells = text.strip().split("\\s*\\t\\s*");
        if (cells.length != columns) {
          throw new IllegalArgumentException(resource + ":" + line + ": " + cells.length + " columns: " + text);
        }
        result.add(cells);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return result;
  }
}
