package dev.orchlens.config;

import java.util.List;

/**
 * Which diagnostics are wanted, by the beginnings of their codes: {@code race} stands for all whose
 * code starts so. Of two that fit one code, the longer counts; of equals, the ignored one.
 *
 * @param select those that are wanted; all where it is empty
 * @param ignore those that are not
 */
public record CodeFilter(List<String> select, List<String> ignore) {
  /** Keeps copies of the lists. */
  public CodeFilter {
    select = List.copyOf(select);
    ignore = List.copyOf(ignore);
  }

  /** Returns the filter that lets everything pass. */
  public static CodeFilter all() {
    return new CodeFilter(List.of(), List.of());
  }

  /** Returns whether diagnostics with a code are wanted. */
  public boolean wants(String code) {
    int wanted = select.isEmpty() ? 0 : longest(select, code);
    return wanted >= 0 && wanted > longest(ignore, code);
  }

  /** Returns whether a code is asked for by name, and not only let pass. */
  public boolean names(String code) {
    return !select.isEmpty() && wants(code);
  }

  private static int longest(List<String> beginnings, String code) {
    return beginnings.stream().filter(code::startsWith).mapToInt(String::length).max().orElse(-1);
  }
}
