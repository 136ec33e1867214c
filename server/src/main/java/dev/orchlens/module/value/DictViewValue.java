package dev.orchlens.module.value;

import java.util.Locale;

/**
 * What {@code keys()}, {@code values()} or {@code items()} of a dictionary gives: it shows the
 * dictionary as it is.
 *
 * @param dict the dictionary
 * @param kind what of its entries is shown
 */
public record DictViewValue(DictValue dict, Kind kind) implements Value {
  /** What of the entries of a dictionary is shown. */
  public enum Kind {
    KEYS,
    VALUES,
    ITEMS;

    /** The name of the view's Python type. */
    public String typeName() {
      return "dict_" + name().toLowerCase(Locale.ROOT);
    }
  }

  /** The element for an entry. */
  public Value element(DictValue.Entry entry) {
    return switch (kind) {
      case KEYS -> entry.key();
      case VALUES -> entry.value();
      case ITEMS -> Value.tuple(entry.key(), entry.value());
    };
  }

  /** Whether the view behaves as a set does. */
  public boolean isSet() {
    return kind != Kind.VALUES;
  }
}
