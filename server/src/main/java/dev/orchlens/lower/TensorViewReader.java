package dev.orchlens.lower;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.TensorView.Layout;
import dev.orchlens.ir.TensorView.Pad;
import dev.orchlens.lower.decl.Syntax;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Attribute;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.Name;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads how a tensor lies in memory: a layout, or a {@code pl.TensorView} written in place or held
 * in a variable (reference: docs/en/dev/language/00-python_syntax.md, "Tensor Layout and View").
 */
final class TensorViewReader {
  private final FunctionLowering in;
  private final ShapeReader shapes;

  TensorViewReader(FunctionLowering in, ShapeReader shapes) {
    this.in = in;
    this.shapes = shapes;
  }

  /** Returns the view that the third part of a tensor type gives; nothing after a mistake. */
  Optional<TensorView> viewOrLayout(dev.orchlens.syntax.Expr node) {
    if (AnnotationReader.isCall(node, "TensorView")) {
      return Optional.of(written((Call) node));
    }
    if (node instanceof Name name && layoutNamed(name.id()).isEmpty()) {
      Optional<Value> value = in.closure().lookup(name.id());
      if (value.isPresent()
          && value.get() instanceof LanguageObject.Call call
          && call.callee() instanceof LanguageObject.Name callee
          && callee.simpleName().equals("TensorView")) {
        return Optional.of(held(call, name));
      }
    }
    Optional<Layout> layout = layout(node);
    if (layout.isEmpty()) {
      in.error(
          Code.ANNOTATION_INVALID,
          node,
          "'"
              + in.origins().quote(node)
              + "' is no layout or view. Write pl.ND, pl.NZ or "
              + "pl.TensorView(stride=[...], ...).");
      return Optional.empty();
    }
    if (layout.get() == Layout.DN) {
      in.error(
          Code.ANNOTATION_INVALID,
          node,
          "The layout DN alone does not say how the tensor lies in memory. Drop it and transpose"
              + " where the tensor is used, or write pl.TensorView(stride=[...],"
              + " layout=pl.TensorLayout.DN).");
      return Optional.empty();
    }
    return Optional.of(new TensorView(List.of(), layout.get(), List.of(), Pad.NULL));
  }

  private TensorView written(Call node) {
    if (!node.arguments().isEmpty()) {
      in.error(
          Code.ANNOTATION_INVALID,
          node,
          "pl.TensorView takes its parts by name: stride=, layout=, " + "valid_shape=, pad=.");
    }
    List<Expr> stride = List.of();
    List<Expr> valid = List.of();
    Layout layout = Layout.ND;
    Pad pad = Pad.NULL;
    for (Part.Keyword keyword : node.keywords()) {
      switch (keyword.name().map(Part.Identifier::text).orElse("**")) {
        case "stride" -> stride = shapes.indices(keyword.value());
        case "valid_shape" -> valid = shapes.indices(keyword.value());
        case "layout" ->
            layout = layout(keyword.value()).orElseGet(() -> unknownPart(keyword, Layout.ND));
        case "pad" ->
            pad = pad(Syntax.path(keyword.value())).orElseGet(() -> unknownPart(keyword, Pad.NULL));
        default ->
            in.error(
                Code.ANNOTATION_INVALID,
                keyword,
                "A TensorView has stride, layout, valid_shape and pad.");
      }
    }
    requireLayout(!node.keywords().isEmpty() && node.keyword("layout").isEmpty(), node);
    return new TensorView(stride, layout, valid, pad);
  }

  private void requireLayout(boolean missing, Node node) {
    if (missing) {
      in.error(
          Code.ANNOTATION_INVALID,
          node,
          "A pl.TensorView with other parts needs its layout as well: "
              + "layout=pl.TensorLayout.ND.");
    }
  }

  private <T> T unknownPart(Part.Keyword keyword, T fallback) {
    in.error(
        Code.ANNOTATION_INVALID,
        keyword.value(),
        "'" + in.origins().quote(keyword.value()) + "' is not known here.");
    return fallback;
  }

  private TensorView held(LanguageObject.Call call, Node node) {
    List<Expr> stride = List.of();
    List<Expr> valid = List.of();
    Layout layout = Layout.ND;
    Pad pad = Pad.NULL;
    for (Map.Entry<String, Value> part : call.keywords().entrySet()) {
      switch (part.getKey()) {
        case "stride" -> stride = shapes.indices(part.getValue(), node);
        case "valid_shape" -> valid = shapes.indices(part.getValue(), node);
        case "layout" ->
            layout = name(part.getValue()).flatMap(TensorViewReader::layoutNamed).orElse(Layout.ND);
        case "pad" ->
            pad = name(part.getValue()).flatMap(n -> pad(List.of("PadValue", n))).orElse(Pad.NULL);
        default ->
            in.error(
                Code.ANNOTATION_INVALID,
                node,
                "A TensorView has stride, layout, valid_shape and pad.");
      }
    }
    requireLayout(!call.keywords().isEmpty() && !call.keywords().containsKey("layout"), node);
    return new TensorView(stride, layout, valid, pad);
  }

  private static Optional<String> name(Value value) {
    return value instanceof LanguageObject.Name language
        ? Optional.of(language.simpleName())
        : Optional.empty();
  }

  private Optional<Layout> layout(dev.orchlens.syntax.Expr node) {
    return switch (node) {
      case Attribute attribute -> layoutNamed(attribute.name().text());
      case Name name ->
          layoutNamed(name.id())
              .or(
                  () ->
                      in.closure()
                          .lookup(name.id())
                          .flatMap(TensorViewReader::name)
                          .flatMap(TensorViewReader::layoutNamed));
      default -> Optional.empty();
    };
  }

  private static Optional<Layout> layoutNamed(String name) {
    for (Layout layout : Layout.values()) {
      if (layout.name().equals(name)) {
        return Optional.of(layout);
      }
    }
    return Optional.empty();
  }

  private static Optional<Pad> pad(List<String> path) {
    if (path.isEmpty()) {
      return Optional.empty();
    }
    for (Pad pad : Pad.values()) {
      if (pad.name().equals(path.getLast().toUpperCase(Locale.ROOT))) {
        return Optional.of(pad);
      }
    }
    return Optional.empty();
  }

  /** Returns the valid region that a {@code pl.TileView(...)} gives; empty where it gives none. */
  List<Expr> tileValidShape(Call node) {
    return node.keyword("valid_shape").map(k -> shapes.indices(k.value())).orElse(List.of());
  }
}
