package dev.orchlens.module.eval;

import dev.orchlens.module.budget.Budget;
import dev.orchlens.module.value.PathValue;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.List;

/** What follows from the text of a path alone. */
public final class Paths {
  private Paths() {}

  /** {@code Path(part, ...)}. */
  public static PathValue of(Interpreter interpreter, List<Value> parts) {
    String path = join(interpreter, parts);
    return new PathValue(normal(path.isEmpty() ? "." : path));
  }

  /** The parts of a path joined: an absolute one drops those before it. */
  public static String join(Interpreter interpreter, List<Value> parts) {
    StringBuilder path = new StringBuilder();
    for (Value part : parts) {
      String text = text(interpreter, part);
      interpreter.budget.step();
      interpreter.budget.text(text.length());
      if (text.startsWith("/")) {
        path.setLength(0);
      } else if (!path.isEmpty() && path.charAt(path.length() - 1) != '/') {
        path.append('/');
      }
      path.append(text);
      Budget.size(path.length());
    }
    return path.toString();
  }

  /** The text of a path or of a string that names one. */
  public static String text(Interpreter interpreter, Value part) {
    return part instanceof PathValue(String path) ? path : Arguments.text(interpreter, part);
  }

  /** Two paths joined: an absolute second one stands alone. */
  public static String join(String first, String second) {
    if (first.isEmpty() || second.startsWith("/")) {
      return second;
    }
    return first.endsWith("/") ? first + second : first + "/" + second;
  }

  /** A path without empty, {@code .} and {@code ..} parts as far as its text tells. */
  public static String normal(String path) {
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/")) {
      if (part.equals("..") && !parts.isEmpty() && !parts.getLast().equals("..")) {
        parts.removeLast();
      } else if (!part.isEmpty()
          && !part.equals(".")
          && !(part.equals("..") && path.startsWith("/"))) {
        parts.add(part);
      }
    }
    String joined = String.join("/", parts);
    return path.startsWith("/") ? "/" + joined : joined.isEmpty() ? "." : joined;
  }

  /** The folder of a path; {@code .} for a bare name. */
  public static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
  }

  /** The last part of a path. */
  public static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
