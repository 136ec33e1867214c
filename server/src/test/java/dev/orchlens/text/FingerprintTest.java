package dev.orchlens.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.CharBuffer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  @Test
  void equalContentHasEqualFingerprints() {
    assertThat(Fingerprint.of("x = 1")).isEqualTo(Fingerprint.of(CharBuffer.wrap("x = 1")));
    assertThat(Fingerprint.of("x = 1").hex()).hasSize(32);
  }

  @Test
  void contentThatDiffersInOneCharacterOrByLengthHasNone() {
    Set<Fingerprint> seen = new HashSet<>();
    String text = "for i in range(10): f(i)";
    seen.add(Fingerprint.of(text));
    for (int i = 0; i <= text.length(); i++) {
      seen.add(Fingerprint.of(text.substring(0, i) + "#" + text.substring(i)));
      seen.add(Fingerprint.of("\0".repeat(i)));
    }

    assertThat(seen).hasSize(1 + 2 * (text.length() + 1));
  }

  @Test
  void theOrderOfWhatIsJoinedCounts() {
    Fingerprint a = Fingerprint.of("a");
    Fingerprint b = Fingerprint.of("b");

    assertThat(a.with(b)).isEqualTo(Fingerprint.of("a").with("b"));
    assertThat(a.with(b)).isNotEqualTo(b.with(a));
    assertThat(a.with(b)).isNotEqualTo(Fingerprint.of("ab"));
    assertThat(a.with("")).isNotEqualTo(a);
  }
}
