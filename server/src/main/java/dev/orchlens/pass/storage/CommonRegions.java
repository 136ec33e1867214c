package dev.orchlens.pass.storage;

/**
 * The regions without parts; passes write {@code Region.FULL}. They stand apart from {@link Region}
 * so that two threads cannot wait for each other to set up an interface and its implementations.
 */
interface CommonRegions {
  /** The region about which nothing is known. */
  Region UNKNOWN = new Region.Unknown();

  /** The region of a whole root. */
  Region FULL = new Region.Full();

  /** The region of some part of a root. */
  Region CONSERVATIVE = new Region.Conservative();

  /** The region of a window with runtime bounds. */
  Region DYNAMIC = new Region.Dynamic();
}
