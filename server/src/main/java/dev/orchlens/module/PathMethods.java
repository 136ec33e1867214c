package dev.orchlens.module;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What {@code pathlib.Path} and {@code os.path} compute from the text of a path alone. */
final class PathMethods {
  private PathMethods() {}

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

  private static String suffix(String path) {
    String name = name(path);
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? "" : name.substring(dot);
  }

  /** An attribute or method of a path. */
  static Optional<Value> find(PathValue self, String attribute) {
    String path = self.path();
    return switch (attribute) {
      case "parent" -> Optional.of(new PathValue(parent(path)));
      case "name" -> Optional.of(new StrValue(name(path)));
      case "suffix" -> Optional.of(new StrValue(suffix(path)));
      case "stem" -> {
        String name = name(path);
        yield Optional.of(new StrValue(name.substring(0, name.length() - suffix(path).length())));
      }
      case "parents" -> Optional.of(new TupleValue(parents(path)));
      case "resolve", "absolute", "expanduser" -> Optional.of(new BuiltinValue("Path." + attribute, (_, _, _) -> self));
      case "as_posix", "__str__", "__fspath__" ->
          Optional.of(new BuiltinValue("Path." + attribute, (_, _, _) -> new StrValue(path)));
      case "joinpath" -> Optional.of(Builtins.strict("Path.joinpath", (_, args, _) -> of(prefixed(self, args))));
      case "with_suffix" -> Optional.of(Builtins.strict("Path.with_suffix", (_, args, _) ->
          new PathValue(path.substring(0, path.length() - suffix(path).length()) + ValueText.str(args.getFirst()))));
      case "with_name" -> Optional.of(Builtins.strict("Path.with_name", (_, args, _) ->
          new PathValue(normal(join(parent(path), ValueText.str(args.getFirst()))))));
      default -> Optional.of(new OpaqueValue("pathlib.Path." + attribute));
    };
  }

  private static List<Value> prefixed(PathValue self, List<Value> rest) {
    return Calls.prepend(self, rest);
  }

  private static List<Value> parents(String path) {
    List<Value> parents = new ArrayList<>();
    for (String each = path; !each.equals("/") && !each.equals("."); ) {
      each = parent(each);
      parents.add(new PathValue(each));
    }
    return parents;
  }
}
