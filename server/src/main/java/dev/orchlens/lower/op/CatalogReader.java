package dev.orchlens.lower.op;

import dev.orchlens.ir.Attr;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.op.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the table {@code calls.tsv}, which explains its columns. */
final class CatalogReader {
  private CatalogReader() {}

  /** Returns the forms of each operator of the language, by the path a program writes. */
  static Map<String, List<Form>> forms() {
    Map<String, List<Form>> result = new LinkedHashMap<>();
    for (String[] row : Tables.rows("/dev/orchlens/lower/calls.tsv", 3)) {
      Form form = form(row[1], row[2]);
      for (String path : row[0].split(",\\s*")) {
        result.computeIfAbsent(path.strip(), _ -> new ArrayList<>()).add(form);
      }
    }
    return result;
  }

  private static Form form(String signature, String built) {
    List<Parameter> parameters = new ArrayList<>();
    boolean keywordOnly = false;
    for (String text : Tables.list(signature)) {
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
    for (String slot : Tables.list(text)) {
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
}
