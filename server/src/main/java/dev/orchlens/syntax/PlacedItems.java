package dev.orchlens.syntax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The items of one version of a document in order, with the offsets at which they start and up to
 * which text was looked at to tell where they end. Grows while a tree is made and stays as it is
 * afterwards.
 */
final class PlacedItems {
  private final List<TopLevel> items = new ArrayList<>();
  private int[] starts = new int[64];
  private int[] reaches = new int[64];

  void add(TopLevel item, int start, int reach) {
    int place = items.size();
    if (place == starts.length) {
      starts = Arrays.copyOf(starts, place * 2);
      reaches = Arrays.copyOf(reaches, place * 2);
    }
    items.add(item);
    starts[place] = start;
    reaches[place] = reach;
  }

  int size() {
    return items.size();
  }

  TopLevel item(int index) {
    return items.get(index);
  }

  List<TopLevel> items() {
    return items;
  }

  int start(int index) {
    return starts[index];
  }

  int end(int index) {
    return starts[index] + items.get(index).text().length();
  }

  int reach(int index) {
    return reaches[index];
  }

  /** How many items, from the first on, no change at or behind {@code offset} can alter. */
  int countBefore(int offset) {
    int count = 0;
    while (count < items.size() && reaches[count] <= offset) {
      count++;
    }
    return count;
  }

  /** The index of the item that starts at exactly this offset, or a negative number. */
  int indexAt(int offset) {
    return Arrays.binarySearch(starts, 0, items.size(), offset);
  }

  /** The index of the last item that starts at or before this offset, or -1. */
  int lastUpTo(int offset) {
    int found = indexAt(offset);
    return found >= 0 ? found : -found - 2;
  }
}
