package dev.orchlens.module.eval;

import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.Key;
import dev.orchlens.module.value.SequenceValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Literal;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Pattern;
import dev.orchlens.syntax.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Executes {@code match} statements (Python language reference, "The match statement"). */
final class Patterns {
  private final Interpreter interpreter;

  Patterns(Interpreter interpreter) {
    this.interpreter = interpreter;
  }

  Completion match(Frame frame, Stmt.Match match) {
    Value subject = interpreter.expressions.value(frame, match.subject());
    for (Part.MatchCase each : match.cases()) {
      interpreter.at(frame, each);
      Optional<Boolean> matched = matches(frame, each.pattern(), subject);
      if (matched.equals(Optional.of(true)) && each.guard().isPresent()) {
        matched =
            interpreter.operators.truth(interpreter.expressions.value(frame, each.guard().get()));
      }
      if (matched.isEmpty()) {
        return interpreter.statements.skip(frame, List.of(match), unclear(subject));
      }
      if (matched.get()) {
        return interpreter.statements.block(frame, each.body());
      }
    }
    return Completion.NORMAL;
  }

  private UnknownValue unclear(Value subject) {
    return subject instanceof UnknownValue unknown
        ? unknown
        : interpreter.unknown("which case matches is not evaluated");
  }

  /** Whether a pattern matches; empty where that is not known. Names are bound on the way. */
  private Optional<Boolean> matches(Frame frame, Pattern pattern, Value subject) {
    return switch (pattern) {
      case Pattern.CapturePattern(_, Optional<Pattern> inner, Optional<Part.Identifier> name) -> {
        Optional<Boolean> matched =
            inner.isPresent() ? matches(frame, inner.get(), subject) : Optional.of(true);
        name.ifPresent(bound -> interpreter.assignments.bind(frame, bound.text(), subject, bound));
        yield matched;
      }
      case Pattern.ValuePattern(_, Expr value) -> equals(frame, value, subject);
      case Pattern.OrPattern(_, List<Pattern> alternatives) -> {
        for (Pattern alternative : alternatives) {
          Optional<Boolean> matched = matches(frame, alternative, subject);
          if (!matched.equals(Optional.of(false))) {
            yield matched;
          }
        }
        yield Optional.of(false);
      }
      case Pattern.SequencePattern(_, List<Pattern> patterns) -> sequence(frame, patterns, subject);
      case Pattern.MappingPattern mapping -> mapping(frame, mapping, subject);
      case Pattern.ClassPattern type -> type(frame, type, subject);
      case Pattern.StarPattern _ -> Optional.of(true);
      case Pattern.ErrorPattern _ -> Optional.empty();
    };
  }

  private Optional<Boolean> equals(Frame frame, Expr value, Value subject) {
    Value wanted = interpreter.expressions.value(frame, value);
    boolean byIdentity =
        value instanceof Literal.BooleanLiteral || value instanceof Literal.NoneLiteral;
    if (byIdentity && subject.isKnown()) {
      return Optional.of(wanted.equals(subject));
    }
    return interpreter.comparisons.same(subject, wanted);
  }

  private Optional<Boolean> sequence(Frame frame, List<Pattern> patterns, Value subject) {
    if (!(subject instanceof SequenceValue sequence)) {
      return subject instanceof UnknownValue || Operators.isForeign(subject)
          ? Optional.empty()
          : Optional.of(false);
    }
    int star = -1;
    for (int i = 0; i < patterns.size(); i++) {
      star = patterns.get(i) instanceof Pattern.StarPattern ? i : star;
    }
    int surplus = sequence.size() - patterns.size() + (star < 0 ? 0 : 1);
    if (star < 0 ? surplus != 0 : surplus < 0) {
      return Optional.of(false);
    }
    for (int i = 0; i < patterns.size(); i++) {
      if (i == star) {
        bindRest(frame, (Pattern.StarPattern) patterns.get(i), sequence, i, surplus);
        continue;
      }
      Value element = sequence.get(star >= 0 && i > star ? i + surplus - 1 : i);
      Optional<Boolean> matched = matches(frame, patterns.get(i), element);
      if (!matched.equals(Optional.of(true))) {
        return matched;
      }
    }
    return Optional.of(true);
  }

  private void bindRest(
      Frame frame, Pattern.StarPattern star, SequenceValue sequence, int from, int count) {
    List<Value> rest = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      rest.add(sequence.get(i));
    }
    star.name()
        .ifPresent(
            name -> interpreter.assignments.bind(frame, name.text(), interpreter.list(rest), name));
  }

  private Optional<Boolean> mapping(Frame frame, Pattern.MappingPattern pattern, Value subject) {
    if (!(subject instanceof DictValue dict)) {
      return subject instanceof UnknownValue ? Optional.empty() : Optional.of(false);
    }
    DictValue rest = interpreter.dict();
    Containers.putAll(interpreter, rest, dict);
    for (int i = 0; i < pattern.keys().size(); i++) {
      Key key =
          Containers.key(interpreter, interpreter.expressions.value(frame, pattern.keys().get(i)));
      Optional<Value> value = dict.get(key);
      if (value.isEmpty()) {
        return Optional.of(false);
      }
      rest.remove(key);
      Optional<Boolean> matched = matches(frame, pattern.patterns().get(i), value.get());
      if (!matched.equals(Optional.of(true))) {
        return matched;
      }
    }
    pattern.rest().ifPresent(name -> interpreter.assignments.bind(frame, name.text(), rest, name));
    return Optional.of(true);
  }

  private Optional<Boolean> type(Frame frame, Pattern.ClassPattern pattern, Value subject) {
    Value type = interpreter.expressions.value(frame, pattern.type());
    Optional<Boolean> isInstance = Types.isInstance(subject, type);
    if (!isInstance.equals(Optional.of(true))) {
      return isInstance;
    }
    for (int i = 0; i < pattern.patterns().size(); i++) {
      Optional<Value> value =
          type instanceof ClassValue found && i < found.fields().size()
              ? Optional.of(interpreter.attributes.get(subject, found.fields().get(i).name()))
              : Optional.of(subject);
      Optional<Boolean> matched = matches(frame, pattern.patterns().get(i), value.get());
      if (!matched.equals(Optional.of(true))) {
        return matched;
      }
    }
    for (int i = 0; i < pattern.names().size(); i++) {
      Value value = interpreter.attributes.get(subject, pattern.names().get(i).text());
      Optional<Boolean> matched = matches(frame, pattern.named().get(i), value);
      if (!matched.equals(Optional.of(true))) {
        return matched;
      }
    }
    return Optional.of(true);
  }
}
