package dev.orchlens.module;

import java.util.ArrayList;
import java.util.List;

/** What follows from the text of a path alone. */
final class Paths {
  private Paths() {}

  /** {@code Path(part, ...)}. */
  static PathValue of(List<Value> parts) {
    String path = "";
    for (Value part : parts) {
      path = join(path, ValueText.str(part));
    }
    return new PathValue(normal(path.isEmpty() ? "." : path));
  }

  /** Two paths joined: an absolute second one stands alone. */
  static String join(String first, String second) {
    if (first.isEmpty() || second.startsWith("/")) {
      return second;
    }
    return first.endsWith("/") ? first + second : first + "/" + second;
  }

  /** A path without empty, {@code .} and {@code ..} parts as far as its text tells. */
  static String normal(String path) {
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/")) {
      if (part.equals("..") && !parts.isEmpty() && !parts.getLast().equals("..")) {
        parts.removeLast();
      } else if (!part.isEmpty() && !part.equals(".") && !(part.equals("..") && path.startsWith("/"))) {
        parts.add(part);
      }
    }
    String joined = String.join("/", parts);
    return path.startsWith("/") ? "/" + joined : joined.isEmpty() ? "." : joined;
  }

  /** The folder of a path; {@code .} for a bare name. */
  static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
  }

  /** The last part of a path. */
  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
