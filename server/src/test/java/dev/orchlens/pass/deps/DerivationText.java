package dev.orchlens.pass.deps;

import dev.orchlens.ir.ArgDirection;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.pass.Programs;
import dev.orchlens.pass.storage.Region;
import dev.orchlens.pass.tools.Launch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes what a derivation did: a line for each launch with the directions of its arguments, below
 * it the edges with their reasons and the rewrites with what covers them, then fallbacks, other
 * outcomes and the decisions about scopes.
 */
final class DerivationText {
  private final StringBuilder out = new StringBuilder();
  private final Derivation derivation;

  private DerivationText(Derivation derivation) {
    this.derivation = derivation;
  }

  /** Returns the text of what the analysis of {@code program}, as it was lowered, finds. */
  static String of(Program program) {
    Derivation derivation =
        AutoDeriveTaskDependencies.run(Programs.beforeDerivation(program), true);
    return new DerivationText(derivation).text();
  }

  private String text() {
    Function run = derivation.program().function("run").orElseThrow();
    Walk.statements(
        run.body(),
        stmt -> {
          switch (stmt) {
            case Stmt.Assign(Var var, Expr.Invocation call, _) when Launch.isLaunch(call) ->
                launch(call);
            case Stmt.Eval(Expr.Invocation call, _) when Launch.isLaunch(call) -> launch(call);
            default -> {}
          }
        });
    derivation.fallbacks().forEach(this::fallback);
    if (!derivation.buckets().isEmpty()) {
      out.append(derivation.buckets()).append('\n');
    }
    derivation
        .scopes()
        .forEach(
            scope ->
                out.append(scope.place())
                    .append(scope.manual() ? " MANUAL " : " AUTO ")
                    .append(scope.why())
                    .append('\n'));
    return out.toString();
  }

  private void launch(Expr.Invocation call) {
    int number = call.attrs().launch();
    out.append(number).append(' ').append(call.callee().name()).append('(');
    List<ArgDirection> directions = call.attrs().argDirections();
    for (int i = 0; i < directions.size(); i++) {
      out.append(i == 0 ? "" : ", ")
          .append(name(call.args().get(i)))
          .append(' ')
          .append(directions.get(i).label());
    }
    out.append(")").append(waits(call)).append('\n');
    derivation.edges().of("run", number).forEach(this::edge);
    derivation.rewrites().stream()
        .filter(r -> r.argument().launch().number() == number)
        .forEach(this::rewrite);
  }

  private static String name(Expr arg) {
    return arg instanceof Var var ? var.sourceName() : "?";
  }

  private static String waits(Expr.Invocation call) {
    List<Expr> deps = call instanceof Expr.Submit submit ? submit.deps() : List.of();
    String written = deps.stream().map(Expr::toString).collect(Collectors.joining(", "));
    String derived =
        call.attrs().compilerDeps().stream().map(Expr::toString).collect(Collectors.joining(", "));
    return (written.isEmpty() ? "" : " deps " + written)
        + (derived.isEmpty() ? "" : " <- " + derived);
  }

  private void edge(DerivedEdge edge) {
    out.append("    ")
        .append(edge.waitsFor())
        .append(": ")
        .append(hazards(edge.hazards()))
        .append(' ')
        .append(access(edge.access()))
        .append(" after ")
        .append(edge.producer().number())
        .append(' ')
        .append(access(edge.prior()))
        .append('\n');
  }

  private void rewrite(DirectionRewrite rewrite) {
    out.append("    ")
        .append(rewrite.argument().name())
        .append(' ')
        .append(rewrite.from().label())
        .append(" -> ")
        .append(rewrite.to().label())
        .append(" covered by ");
    out.append(
        rewrite.coveredBy().stream()
            .map(c -> name(c.waitsFor()) + (c.written() ? " (user)" : ""))
            .distinct()
            .collect(Collectors.joining(", ")));
    out.append('\n');
  }

  private static String name(Optional<Var> var) {
    return var.map(Var::toString).orElse("nothing");
  }

  private static String hazards(Iterable<Hazard> hazards) {
    StringBuilder text = new StringBuilder();
    for (Hazard hazard : hazards) {
      text.append(text.isEmpty() ? "" : "+").append(hazard);
    }
    return text.toString();
  }

  private static String access(Access access) {
    return access.argument().name() + " " + region(access.region());
  }

  private static String region(Region region) {
    return switch (region) {
      case Region.Box box -> "Box" + box.offsets() + "+" + box.shape();
      case Region.Unknown _, Region.Full _, Region.Conservative _, Region.Dynamic _ ->
          region.getClass().getSimpleName();
    };
  }

  private void fallback(Fallback fallback) {
    Argument argument = fallback.argument();
    out.append("fallback ")
        .append(argument.launch().number())
        .append(' ')
        .append(argument.launch().callee())
        .append('(')
        .append(argument.name())
        .append("): ")
        .append(fallback.reason().code())
        .append(", ")
        .append(fallback.consequence())
        .append("\n    ");
    fallback.loss().ifPresent(loss -> out.append(loss.cause()).append(' ').append(loss.detail()));
    fallback
        .hazard()
        .ifPresent(
            h ->
                out.append(access(h.access()))
                    .append(" after ")
                    .append(h.prior().argument().launch().number())
                    .append(' ')
                    .append(access(h.prior()))
                    .append(", waits for ")
                    .append(name(h.waitsFor())));
    out.append('\n');
  }
}
