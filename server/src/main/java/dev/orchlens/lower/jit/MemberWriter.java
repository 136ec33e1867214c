package dev.orchlens.lower.jit;

import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.text.SourceRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a specialised function as one or, for a kernel in C++ for both kinds of cores, three
 * methods.
 */
final class MemberWriter {
  private final JitFunction function;
  private final FunctionMetas metas;
  private final Map<String, List<String>> callees;
  private final SourceRange at;
  private final List<Part.Parameter> parameters;
  private final Optional<Expr> returns;

  /**
   * Makes a writer.
   *
   * @param callees the specialised functions that the function calls, with their parameters
   */
  MemberWriter(JitFunction function, FunctionMetas metas, Map<String, List<String>> callees) {
    this.function = function;
    this.metas = metas;
    this.callees = callees;
    this.at = function.syntax().header();
    this.parameters = Signatures.parameters(function, metas);
    this.returns = ReturnTypes.of(function, metas);
  }

  List<JitMember> write() {
    if (function.kind() == JitKind.EXTERN) {
      return external();
    }
    BodyRewriter rewriter =
        new BodyRewriter(
            function.text().bound(),
            function.parameterNames(),
            metas.tensors(),
            metas.scalars(),
            callees,
            function::global);
    List<Stmt> body = rewriter.block(function.syntax().body());
    return List.of(member(function.name(), decoratorKeywords(), body, rewriter.aliases()));
  }

  private List<Part.Keyword> decoratorKeywords() {
    List<Part.Keyword> keywords = new ArrayList<>();
    switch (function.kind()) {
      case ENTRY -> keywords.add(type("Orchestration"));
      case HOST -> {
        keywords.add(Trees.keyword(at, "level", Trees.path(at, "pl.Level.HOST")));
        keywords.add(Trees.keyword(at, "role", Trees.path(at, "pl.Role.Orchestrator")));
      }
      case IN_CORE -> {
        keywords.add(type("InCore"));
        function
            .decorator()
            .level()
            .map(LanguageObject.Name::path)
            .flatMap(p -> Trees.languageName(at, p))
            .ifPresent(level -> keywords.add(Trees.keyword(at, "level", level)));
      }
      case INLINE -> keywords.add(type("Inline"));
      case OPAQUE, EXTERN -> keywords.add(type("Opaque"));
    }
    if (!function.decorator().autoScope()) {
      keywords.add(Trees.keyword(at, "auto_scope", Trees.bool(at, false)));
    }
    return keywords;
  }

  private Part.Keyword type(String name) {
    return Trees.keyword(at, "type", Trees.path(at, "pl.FunctionType." + name));
  }

  private JitMember member(
      String name, List<Part.Keyword> keywords, List<Stmt> body, Map<String, String> aliases) {
    Stmt.FunctionDef written = function.syntax();
    Expr decorator = new Expr.Call(at, Trees.path(at, "pl.function"), List.of(), keywords);
    Stmt.FunctionDef definition =
        new Stmt.FunctionDef(
            written.range(),
            written.header(),
            List.of(new Part.Decorator(at, decorator)),
            written.isAsync(),
            new Part.Identifier(written.name().range(), name),
            written.typeParameters(),
            parameters,
            returns,
            body);
    return new JitMember(function.definition(), definition, aliases);
  }

  private List<JitMember> external() {
    JitDecorator decorator = function.decorator();
    String name = function.name();
    return switch (decorator.coreType()) {
      case "aic" -> List.of(external(name, "AIC", decorator.source("aic"), false));
      case "mixed" ->
          List.of(
              external(name + "_aic", "AIC", decorator.source("aic"), false),
              external(name + "_aiv", "AIV", decorator.source("aiv"), decorator.dualAivDispatch()),
              group());
      default -> List.of(external(name, "AIV", decorator.source("aiv"), false));
    };
  }

  private JitMember external(String name, String core, Optional<String> source, boolean dual) {
    List<Part.Keyword> keywords = new ArrayList<>(List.of(type(core)));
    keywords.add(Trees.keyword(at, "external_source", Trees.string(at, source.orElse(""))));
    if (dual) {
      Part.DictEntry entry =
          new Part.DictEntry(
              at, Optional.of(Trees.string(at, "dual_aiv_dispatch")), Trees.bool(at, true));
      keywords.add(Trees.keyword(at, "attrs", new Expr.DictExpr(at, List.of(entry))));
    }
    List<Stmt> body = List.of(new Stmt.ExprStmt(at, new Literal.EllipsisLiteral(at)));
    return member(name, keywords, body, Map.of());
  }

  /**
   * The function that calls both members of a kernel for both kinds of cores; its results are those
   * of the first.
   */
  private JitMember group() {
    Expr cube = memberCall("_aic");
    Stmt vector = new Stmt.ExprStmt(at, memberCall("_aiv"));
    List<Stmt> body =
        returns.isPresent()
            ? List.of(
                new Stmt.Assign(at, List.of(Trees.name(at, "_r")), cube),
                vector,
                new Stmt.Return(at, Optional.of(Trees.name(at, "_r"))))
            : List.of(new Stmt.ExprStmt(at, cube), vector);
    return member(function.name(), List.of(type("Group")), body, Map.of());
  }

  private Expr memberCall(String suffix) {
    List<Expr> arguments = new ArrayList<>();
    function.parameterNames().forEach(p -> arguments.add(Trees.name(at, p)));
    return Trees.call(
        at, Trees.attribute(Trees.name(at, "self"), function.name() + suffix), arguments);
  }
}
