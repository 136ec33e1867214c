package dev.orchlens.ir;

import java.util.Optional;

/**
 * Where a node came from: a span of one top-level statement of one file, and, for code that was
 * inlined, the call that brought it there. Offsets are UTF-16 code units relative to the start of
 * that top-level statement, so that an edit elsewhere in the file leaves every origin (and
 * everything derived from it) valid.
 *
 * @param file the file's URI, or empty when the node has no source
 * @param item the key of the top-level statement inside the file (unique in one version of the
 *     file)
 * @param start offset of the first code unit, 0 or more
 * @param end offset behind the last code unit, at least {@code start}
 * @param inlinedAt the call site whose callee this node was spliced from
 */
public record Origin(String file, String item, int start, int end, Optional<Origin> inlinedAt) {

  private static final Origin NONE = new Origin("", "", 0, 0, Optional.empty());

  /** Returns the origin of a node that no source text stands for. */
  public static Origin none() {
    return NONE;
  }

  /** Returns whether this node stands for source text. */
  public boolean isKnown() {
    return !file.isEmpty();
  }

  /**
   * Returns this origin seen through one more inlining: {@code callSite} becomes the outermost
   * caller.
   */
  public Origin inlinedAt(Origin callSite) {
    Optional<Origin> outer =
        Optional.of(inlinedAt.map(o -> o.inlinedAt(callSite)).orElse(callSite));
    return new Origin(file, item, start, end, outer);
  }

  /** Returns the call site in the outermost caller, or this origin when nothing was inlined. */
  public Origin outermost() {
    return inlinedAt.map(Origin::outermost).orElse(this);
  }
}
