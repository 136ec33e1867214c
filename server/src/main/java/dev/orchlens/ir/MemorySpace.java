package dev.orchlens.ir;

/**
 * Memories of the device (reference: docs/en/dev/ir/02-types.md); the constants are spelled as the
 * language does.
 */
public enum MemorySpace {
  DDR,
  Vec,
  Mat,
  Left,
  Right,
  Acc,
  Bias,
  ScalarLocal,
  LeftScale,
  RightScale
}
