package dev.orchlens.module.library;

import dev.orchlens.module.eval.BuiltinFunction;
import dev.orchlens.module.eval.Calls;
import dev.orchlens.module.eval.Paths;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.PathValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What {@code pathlib.Path} and {@code os.path} compute from the text of a path alone. */
final class PathMethods {
  private PathMethods() {}

  private static String suffix(String path) {
    String name = Paths.name(path);
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? "" : name.substring(dot);
  }

  /** An attribute or method of a path. */
  static Optional<Value> find(PathValue self, String attribute) {
    String path = self.path();
    return switch (attribute) {
      case "parent" -> Optional.of(new PathValue(Paths.parent(path)));
      case "name" -> Optional.of(new StrValue(Paths.name(path)));
      case "suffix" -> Optional.of(new StrValue(suffix(path)));
      case "stem" -> {
        String name = Paths.name(path);
        yield Optional.of(new StrValue(name.substring(0, name.length() - suffix(path).length())));
      }
      case "parents" -> Optional.of(new TupleValue(parents(path)));
      case "resolve", "absolute", "expanduser" ->
          Optional.of(new BuiltinFunction("Path." + attribute, (_, _, _) -> self));
      case "as_posix", "__str__", "__fspath__" ->
          Optional.of(new BuiltinFunction("Path." + attribute, (_, _, _) -> new StrValue(path)));
      case "joinpath" ->
          Optional.of(
              Builtins.strict(
                  "Path.joinpath",
                  Signature.of("*parts"),
                  (in, args, _) -> Paths.of(in, prefixed(self, args))));
      case "with_suffix" ->
          Optional.of(
              Builtins.strict(
                  "Path.with_suffix",
                  Signature.of("suffix"),
                  (in, args, _) ->
                      new PathValue(
                          path.substring(0, path.length() - suffix(path).length())
                              + Paths.text(in, args.getFirst()))));
      case "with_name" ->
          Optional.of(
              Builtins.strict(
                  "Path.with_name",
                  Signature.of("name"),
                  (in, args, _) ->
                      new PathValue(
                          Paths.normal(
                              Paths.join(Paths.parent(path), Paths.text(in, args.getFirst()))))));
      default -> Optional.of(new OpaqueValue("pathlib.Path." + attribute));
    };
  }

  private static List<Value> prefixed(PathValue self, List<Value> rest) {
    return Calls.prepend(self, rest);
  }

  private static List<Value> parents(String path) {
    List<Value> parents = new ArrayList<>();
    for (String each = path; !each.equals("/") && !each.equals("."); ) {
      each = Paths.parent(each);
      parents.add(new PathValue(each));
    }
    return parents;
  }
}
