package dev.orchlens.syntax;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the patterns of a match statement must keep to (The Python Language Reference, "The match
 * statement").
 */
final class PatternRules {
  private final ItemSource source;

  private PatternRules(ItemSource source) {
    this.source = source;
  }

  /** Reports what the cases of one match statement break. */
  static void check(List<Part.MatchCase> cases, ItemSource source) {
    PatternRules rules = new PatternRules(source);
    for (Part.MatchCase each : cases) {
      if (each.guard().isEmpty() && each != cases.getLast()) {
        rules
            .catchAll(each.pattern())
            .ifPresent(
                all ->
                    source.report(
                        all.range(),
                        "this pattern matches everything, so that the cases behind it are never"
                            + " reached"));
      }
      rules.bound(each.pattern());
    }
  }

  /** The part of a pattern that makes it match everything. */
  private Optional<Pattern> catchAll(Pattern pattern) {
    return switch (pattern) {
      case Pattern.CapturePattern(_, var inner, _) ->
          inner.isEmpty() ? Optional.of(pattern) : catchAll(inner.get());
      case Pattern.OrPattern(_, var alternatives) -> catchAll(alternatives.getLast());
      case Pattern.ValuePattern _,
          Pattern.SequencePattern _,
          Pattern.StarPattern _,
          Pattern.MappingPattern _,
          Pattern.ClassPattern _,
          Pattern.ErrorPattern _ ->
          Optional.empty();
    };
  }

  /** The names that a pattern binds. */
  private Set<String> bound(Pattern pattern) {
    Set<String> names = new TreeSet<>();
    switch (pattern) {
      case Pattern.ValuePattern _, Pattern.ErrorPattern _ -> {}
      case Pattern.CapturePattern(_, var inner, var name) -> {
        inner.ifPresent(each -> names.addAll(bound(each)));
        name.ifPresent(each -> bind(each, names));
      }
      case Pattern.StarPattern(_, var name) -> name.ifPresent(each -> bind(each, names));
      case Pattern.SequencePattern(_, var patterns) -> {
        stars(patterns);
        patterns.forEach(each -> merge(each, names));
      }
      case Pattern.MappingPattern(_, _, var patterns, var rest) -> {
        patterns.forEach(each -> merge(each, names));
        rest.ifPresent(each -> bind(each, names));
      }
      case Pattern.ClassPattern(_, _, var patterns, var attributes, var named) -> {
        attributes(attributes);
        patterns.forEach(each -> merge(each, names));
        named.forEach(each -> merge(each, names));
      }
      case Pattern.OrPattern(_, var alternatives) -> names.addAll(alternatives(alternatives));
    }
    return names;
  }

  private void merge(Pattern pattern, Set<String> names) {
    for (String name : bound(pattern)) {
      if (!names.add(name)) {
        source.report(pattern.range(), twice(name));
      }
    }
  }

  private void bind(Part.Identifier name, Set<String> names) {
    if (!names.add(name.text())) {
      source.report(name.range(), twice(name.text()));
    }
  }

  private static String twice(String name) {
    return "'" + name + "' is bound twice in one pattern";
  }

  private Set<String> alternatives(List<Pattern> alternatives) {
    Set<String> first = bound(alternatives.getFirst());
    for (Pattern each : alternatives.subList(1, alternatives.size())) {
      if (!bound(each).equals(first)) {
        source.report(each.range(), "this alternative binds other names than the first one");
      }
    }
    for (Pattern each : alternatives.subList(0, alternatives.size() - 1)) {
      catchAll(each)
          .ifPresent(
              all ->
                  source.report(
                      all.range(),
                      "this pattern matches everything, so that the alternatives behind it are"
                          + " never tried"));
    }
    return first;
  }

  private void stars(List<Pattern> patterns) {
    boolean seen = false;
    for (Pattern each : patterns) {
      if (each instanceof Pattern.StarPattern) {
        if (seen) {
          source.report(each.range(), "only one pattern of a sequence can have a '*'");
        }
        seen = true;
      }
    }
  }

  private void attributes(List<Part.Identifier> attributes) {
    Set<String> seen = new HashSet<>();
    for (Part.Identifier attribute : attributes) {
      if (!seen.add(attribute.text())) {
        source.report(
            attribute.range(), "the attribute '" + attribute.text() + "' is matched twice");
      }
    }
  }
}
