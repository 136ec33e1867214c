package dev.orchlens.syntax;

import java.text.Normalizer;
import java.util.Arrays;

/** Gives the same string for the same name each time, without making it anew. */
final class NamePool {
  private String[] names = new String[512];
  private int count;

  /**
   * The name written in {@code text[start..end)}, in the normal form NFKC in which Python compares
   * names.
   */
  String get(char[] text, int start, int end) {
    int hash = 0;
    int bits = 0;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + text[i];
      bits |= text[i];
    }
    int slot = spread(hash) & names.length - 1;
    while (names[slot] != null) {
      if (equal(names[slot], text, start, end)) {
        return names[slot];
      }
      slot = slot + 1 & names.length - 1;
    }
    String name = new String(text, start, end - start);
    if (bits >= 0x80) {
      return Normalizer.normalize(name, Normalizer.Form.NFKC);
    }
    names[slot] = name;
    if (++count * 2 > names.length) {
      grow();
    }
    return name;
  }

  private void grow() {
    String[] old = names;
    names = new String[old.length * 2];
    Arrays.stream(old).filter(name -> name != null).forEach(this::place);
  }

  private void place(String name) {
    int slot = spread(name.hashCode()) & names.length - 1;
    while (names[slot] != null) {
      slot = slot + 1 & names.length - 1;
    }
    names[slot] = name;
  }

  private static int spread(int hash) {
    return hash ^ hash >>> 15;
  }

  private static boolean equal(String name, char[] text, int start, int end) {
    if (name.length() != end - start) {
      return false;
    }
    for (int i = start; i < end; i++) {
      if (name.charAt(i - start) != text[i]) {
        return false;
      }
    }
    return true;
  }
}
