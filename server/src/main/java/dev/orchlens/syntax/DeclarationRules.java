package dev.orchlens.syntax;

import dev.orchlens.syntax.CompileScope.Kind;

/**
 * Where {@code global} and {@code nonlocal} may stand (The Python Language Reference, "Simple
 * statements").
 */
final class DeclarationRules {
  private DeclarationRules() {}

  static void global(Stmt.Global statement, CompileScope scope, ItemSource source) {
    for (Part.Identifier name : statement.names()) {
      declared(name, statement, "global", scope, source);
    }
  }

  static void nonlocal(Stmt.Nonlocal statement, CompileScope scope, ItemSource source) {
    if (scope.kind() == Kind.MODULE) {
      source.report(statement.range(), "'nonlocal' works inside of functions only");
      return;
    }
    for (Part.Identifier name : statement.names()) {
      if (scope.kind() != Kind.UNKNOWN && !scope.isBoundOutside(name.text())) {
        source.report(
            name.range(), "no function around this one has a variable '" + name.text() + "'");
      } else {
        declared(name, statement, "nonlocal", scope, source);
      }
    }
  }

  private static void declared(
      Part.Identifier name, Stmt statement, String word, CompileScope scope, ItemSource source) {
    if (scope.hasParameter(name.text())) {
      source.report(
          name.range(), "'" + name.text() + "' is a parameter, so it cannot be '" + word + "' too");
    } else if (scope.usesBefore(
        name.text(), statement instanceof Stmt.Global, statement.range().start())) {
      source.report(
          name.range(),
          "'"
              + name.text()
              + "' is used or declared before this '"
              + word
              + "', which must come first");
    }
  }
}
