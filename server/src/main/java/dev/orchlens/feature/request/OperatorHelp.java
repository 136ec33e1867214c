package dev.orchlens.feature.request;

import dev.orchlens.analysis.FileAnalysis;
import dev.orchlens.feature.LspTypes;
import dev.orchlens.ir.op.Effect;
import dev.orchlens.ir.op.Lane;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.lower.op.OperatorCatalog;
import dev.orchlens.lower.op.Signature;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.text.TextPosition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.ParameterInformation;
import org.eclipse.lsp4j.SignatureHelp;
import org.eclipse.lsp4j.SignatureInformation;

/**
 * What the table of operators knows and no signature in Python says: which operands are read and
 * written, what core runs it, whose memory the result is.
 */
public final class OperatorHelp {
  private OperatorHelp() {}

  /** Returns the hover over the name of an operator in a call. */
  public static Optional<Hover> hover(
      FileAnalysis analysis, OperatorCatalog operators, TextPosition position) {
    int offset = analysis.tree().document().lines().offset(position);
    List<Node> path = analysis.tree().path(offset);
    boolean named =
        path.size() > 1
            && path.getLast() instanceof Part.Identifier
            && path.get(path.size() - 2) instanceof Expr.Attribute;
    if (!named) {
      return Optional.empty();
    }
    Expr.Attribute name = (Expr.Attribute) path.get(path.size() - 2);
    List<Signature> signatures =
        dotted(name).map(OperatorHelp::path).map(operators::signatures).orElse(List.of());
    if (signatures.isEmpty()) {
      return Optional.empty();
    }
    Set<String> lines = new LinkedHashSet<>();
    signatures.forEach(signature -> lines.add("- " + label(signature) + ": " + about(signature)));
    String text = "**" + signatures.getFirst().name() + "**\n\n" + String.join("\n", lines);
    Hover hover = new Hover(new MarkupContent(MarkupKind.MARKDOWN, text));
    analysis
        .tree()
        .itemAt(offset)
        .ifPresent(
            item -> hover.setRange(LspTypes.range(analysis.tree().absolute(item, name.range()))));
    return Optional.of(hover);
  }

  private static Optional<String> dotted(Expr expr) {
    return switch (expr) {
      case Expr.Name name -> Optional.of(name.id());
      case Expr.Attribute attribute ->
          dotted(attribute.value()).map(value -> value + "." + attribute.name().text());
      default -> Optional.empty();
    };
  }

  /** Returns the name of an operator as the table has it. */
  static String path(String dotted) {
    return dotted.startsWith("pl.") ? dotted.substring("pl.".length()) : dotted;
  }

  /** Returns what is known of a call that is being typed. */
  public static Optional<SignatureHelp> signatures(
      FileAnalysis analysis, OperatorCatalog operators, TextPosition position) {
    int offset = analysis.tree().document().lines().offset(position);
    Optional<Typing> typing = Typing.at(analysis.tree().document().text(), offset);
    List<Signature> signatures =
        typing
            .flatMap(Typing::call)
            .map(OperatorHelp::path)
            .map(operators::signatures)
            .orElse(List.of());
    if (signatures.isEmpty()) {
      return Optional.empty();
    }
    int argument = typing.get().commas();
    SignatureHelp help = new SignatureHelp();
    help.setSignatures(signatures.stream().map(OperatorHelp::information).toList());
    help.setActiveSignature(
        Math.max(
            0,
            signatures.indexOf(
                signatures.stream()
                    .filter(signature -> signature.parameters().size() > argument)
                    .findFirst()
                    .orElse(signatures.getFirst()))));
    help.setActiveParameter(argument);
    return Optional.of(help);
  }

  private static SignatureInformation information(Signature signature) {
    String parameters =
        signature.parameters().stream().map(OperatorHelp::label).collect(Collectors.joining(", "));
    SignatureInformation information =
        new SignatureInformation(signature.name() + "(" + parameters + ")");
    information.setDocumentation(new MarkupContent(MarkupKind.PLAINTEXT, about(signature)));
    information.setParameters(
        signature.parameters().stream()
            .map(parameter -> new ParameterInformation(label(parameter)))
            .toList());
    return information;
  }

  private static String label(Signature.Named parameter) {
    return parameter.name()
        + ": "
        + parameter.accepts()
        + (parameter.required() ? "" : ", optional");
  }

  private static String label(Signature signature) {
    return signature.parameters().stream()
        .filter(Signature.Named::required)
        .map(parameter -> "`" + parameter.name() + "` " + parameter.accepts())
        .collect(Collectors.joining(", "));
  }

  private static String about(Signature signature) {
    if (signature.operator().isEmpty()) {
      return "arithmetic on scalars";
    }
    Operator operator = signature.operator().get();
    String written = names(signature, Effect::writes);
    String read = names(signature, effect -> effect.reads() && !effect.writes());
    return (read.isEmpty() ? "" : "reads " + read + "; ")
        + (written.isEmpty() ? "" : "writes " + written + "; ")
        + core(operator.lane());
  }

  private static String names(Signature signature, Predicate<Effect> wanted) {
    return signature.parameters().stream()
        .filter(parameter -> wanted.test(parameter.effect()))
        .map(Signature.Named::name)
        .collect(Collectors.joining(", "));
  }

  private static String core(Lane lane) {
    return switch (lane) {
      case CUBE -> "runs on the cube core";
      case VECTOR -> "runs on the vector core";
      case SHARED -> "runs on either core";
      case MIXED -> "moves data from one core to the other";
      case TARGET_MEMORY -> "runs on the core whose memory target_memory names";
      case OPERAND -> "runs on the core in whose memory the first tile lies";
      case MOVE -> "runs on the core of its source, or moves data from one core to the other";
      case CORE_TYPE -> "runs on the core that core_type names";
      case CONSUMER -> "costs no instruction: it is where its result is used";
    };
  }
}
