package dev.orchlens.text;

import java.util.HexFormat;

/**
 * A 128-bit hash of content. Equal content has equal fingerprints in every run; unequal content has
 * unequal ones for all that matters. Not meant against an adversary.
 */
public record Fingerprint(long high, long low) {
  private static final long FIRST_FACTOR = 0x9E3779B97F4A7C15L;
  private static final long SECOND_FACTOR = 0xC2B2AE3D27D4EB4FL;

  /** The fingerprint of some characters. */
  public static Fingerprint of(CharSequence text) {
    long high = FIRST_FACTOR ^ text.length();
    long low = SECOND_FACTOR + text.length();
    int i = 0;
    for (; i + 4 <= text.length(); i += 4) {
      long word = word(text, i, 4);
      high = mix(high ^ word, FIRST_FACTOR);
      low = mix(low + word, SECOND_FACTOR);
    }
    long rest = word(text, i, text.length() - i);
    return new Fingerprint(finish(high ^ rest), finish(low + rest));
  }

  /** A fingerprint of this content followed by that of {@code next}; the order counts. */
  public Fingerprint with(Fingerprint next) {
    long newHigh = mix(mix(high, FIRST_FACTOR) ^ next.high, SECOND_FACTOR);
    long newLow = mix(mix(low, SECOND_FACTOR) + next.low, FIRST_FACTOR);
    return new Fingerprint(finish(newHigh), finish(newLow));
  }

  /** A fingerprint of this content followed by some characters. */
  public Fingerprint with(CharSequence text) {
    return with(of(text));
  }

  /** The 32 hexadecimal digits. */
  public String hex() {
    HexFormat format = HexFormat.of();
    return format.toHexDigits(high) + format.toHexDigits(low);
  }

  private static long word(CharSequence text, int start, int count) {
    long word = 0;
    for (int i = 0; i < count; i++) {
      word = word << 16 | text.charAt(start + i);
    }
    return word;
  }

  private static long mix(long state, long factor) {
    long product = state * factor;
    return Long.rotateLeft(product ^ product >>> 32, 27);
  }

  private static long finish(long state) {
    long mixed = (state ^ state >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }

  /** Makes a fingerprint of a sequence of numbers and texts. Used once, by one thread. */
  public static final class Builder {
    private long high = FIRST_FACTOR;
    private long low = SECOND_FACTOR;

    /** Adds a number. */
    public Builder add(long number) {
      high = mix(high ^ number, FIRST_FACTOR);
      low = mix(low + number, SECOND_FACTOR);
      return this;
    }

    /** Adds a text and where it ends. */
    public Builder add(String text) {
      add(text.length());
      int i = 0;
      for (; i + 4 <= text.length(); i += 4) {
        add(word(text, i, 4));
      }
      return add(word(text, i, text.length() - i));
    }

    /** Returns the fingerprint of what was added. */
    public Fingerprint fingerprint() {
      return new Fingerprint(finish(high), finish(low));
    }
  }
}
