package dev.orchlens.lower.decl;

import dev.orchlens.ir.FunctionAttrs;
import dev.orchlens.ir.SplitMode;
import dev.orchlens.module.value.BoolValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.NoneValue;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr.Call;
import dev.orchlens.syntax.Expr.DictExpr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.Stmt.ExprStmt;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the attributes of one function: {@code attrs=} of its decorator and the {@code
 * pl.func_attr({...})} statements in front of its body (reference:
 * docs/en/dev/language/03-functions.md).
 */
public final class AttributeReader {
  private static final String SPLIT = "split";
  private static final String SPLIT_AIV = "split_aiv";
  private static final String DUAL_AIV = "dual_aiv_dispatch";
  private static final String WAITER = "deferred_completion_waiter";
  private static final String WINDOWS = "windowize";
  private static final String BLOCKS = "core_num";
  private static final String STARTS_TOGETHER = "sync_start";

  /**
   * Attributes that decide how the body is read, so that the body itself comes too late to give
   * them.
   */
  private static final Set<String> OF_THE_DECORATOR = Set.of("auto_scope", "external_source");

  private final Problems problems;
  private final Origins origins;
  private final Function<dev.orchlens.syntax.Expr, Optional<Value>> outside;
  private final Set<String> given = new HashSet<>();

  /**
   * Makes a reader for one function.
   *
   * @param outside what an expression is worth among the names around the function; nothing where
   *     that is unknown
   */
  public AttributeReader(
      Problems problems,
      Origins origins,
      Function<dev.orchlens.syntax.Expr, Optional<Value>> outside) {
    this.problems = problems;
    this.origins = origins;
    this.outside = outside;
  }

  /** Returns whether a statement is {@code pl.func_attr(...)}. */
  public static boolean isFunctionAttribute(Stmt statement) {
    return statement instanceof ExprStmt(_, Call call) && Syntax.isLanguageCall(call, "func_attr");
  }

  /**
   * Reads {@code attrs=} of the decorator, a dictionary that is written in place or that a name
   * stands for.
   */
  FunctionAttrs decorator(dev.orchlens.syntax.Expr node, FunctionAttrs before) {
    if (node instanceof Literal.NoneLiteral) {
      return before;
    }
    if (node instanceof DictExpr dict) {
      return written(dict, before, false);
    }
    return switch (outside.apply(node).orElse(null)) {
      case null -> before;
      case NoneValue _ -> before;
      case DictValue dict -> named(node, dict, before);
      case Value other -> {
        error(
            node,
            "The attributes of a function are a dictionary with strings as keys, but '"
                + origins.quote(node)
                + "' is "
                + ClosureValues.describe(other)
                + ".");
        yield before;
      }
    };
  }

  /** Reads the {@code pl.func_attr({...})} statements in front of all others. */
  public FunctionAttrs prologue(List<Stmt> body, FunctionAttrs before) {
    FunctionAttrs attrs = before;
    for (Stmt statement : body) {
      if (Syntax.isDocString(statement)) {
        continue;
      }
      if (!isFunctionAttribute(statement)) {
        break;
      }
      Call call = (Call) ((ExprStmt) statement).value();
      if (call.arguments().size() == 1
          && call.keywords().isEmpty()
          && call.arguments().getFirst() instanceof DictExpr dict) {
        attrs = written(dict, attrs, true);
      } else {
        error(
            call,
            "pl.func_attr takes one dictionary, written in place: pl.func_attr({\"split\":"
                + " pl.SplitMode.UP_DOWN}).");
      }
    }
    return attrs;
  }

  private FunctionAttrs written(DictExpr dict, FunctionAttrs before, boolean inBody) {
    FunctionAttrs attrs = before;
    for (Part.DictEntry entry : dict.entries()) {
      Optional<String> key = entry.key().flatMap(Syntax::stringLiteral);
      if (key.isEmpty()) {
        error(entry, "The attributes of a function have strings as keys.");
      } else if (!inBody || mayStandInBody(dict, key.get())) {
        attrs = written(key.get(), entry.value(), attrs, inBody);
      }
    }
    return attrs;
  }

  private boolean mayStandInBody(Node place, String key) {
    if (OF_THE_DECORATOR.contains(key)) {
      error(
          place,
          "'"
              + key
              + "' decides how the body is read, so pl.func_attr comes too late for it. Write it as"
              + " '"
              + key
              + "=' of @pl.function.");
      return false;
    }
    if (given.contains(key)) {
      error(place, "The function attribute '" + key + "' is given twice. Keep one of the two.");
      return false;
    }
    return true;
  }

  private FunctionAttrs written(
      String key, dev.orchlens.syntax.Expr value, FunctionAttrs before, boolean inBody) {
    Optional<SplitMode> mode = key.equals(SPLIT) ? EnumReader.splitMode(value) : Optional.empty();
    if (!inBody && key.equals(SPLIT) && mode.isEmpty()) {
      mode = outside.apply(value).flatMap(EnumReader::splitMode);
    }
    if (key.equals(SPLIT) && mode.isEmpty() && inBody) {
      problems.error(
          Code.DECORATOR_ARGUMENT,
          origins.of(value),
          "'split=' cannot be read: '" + origins.quote(value) + "'. Write the value in place.");
    }
    if (key.equals(BLOCKS)) {
      return before.withBlocks(
          outside.apply(value).map(AttributeReader::count).orElse(OptionalLong.empty()));
    }
    return with(value, key, mode, Syntax.booleanLiteral(value).orElse(true), before);
  }

  private static OptionalLong count(Value value) {
    return value instanceof IntValue(BigInteger number)
            && number.signum() > 0
            && number.bitLength() < Integer.SIZE
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  private FunctionAttrs named(Node place, DictValue dict, FunctionAttrs before) {
    FunctionAttrs attrs = before;
    for (DictValue.Entry entry : dict.entries()) {
      if (!(entry.key() instanceof StrValue(String key))) {
        error(place, "The attributes of a function have strings as keys.");
        continue;
      }
      if (key.equals(BLOCKS)) {
        attrs = attrs.withBlocks(count(entry.value()));
        continue;
      }
      Optional<SplitMode> mode =
          key.equals(SPLIT) ? EnumReader.splitMode(entry.value()) : Optional.empty();
      attrs =
          with(
              place, key, mode, !(entry.value() instanceof BoolValue(boolean flag)) || flag, attrs);
    }
    return attrs;
  }

  /** Notes an attribute; no split at all is as good as none given. */
  private FunctionAttrs with(
      Node place, String key, Optional<SplitMode> mode, boolean flag, FunctionAttrs before) {
    if (key.equals(WINDOWS) && flag) {
      problems.windows(origins.of(place));
    }
    if (mode.filter(m -> m == SplitMode.NONE).isEmpty()) {
      given.add(key);
    }
    return switch (key) {
      case SPLIT -> mode.map(before::withSplit).orElse(before);
      case SPLIT_AIV -> before.withSplitAiv(flag);
      case DUAL_AIV -> before.withDualAiv(flag);
      case WAITER -> before.withDeferredWaiter(flag);
      case STARTS_TOGETHER -> before.withStartsTogether(flag);
      default -> before;
    };
  }

  private void error(Node node, String message) {
    problems.error(Code.FUNCTION_ATTRIBUTE, origins.of(node), message);
  }
}
