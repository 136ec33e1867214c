package dev.orchlens.feature;

import dev.orchlens.analysis.facts.TaskFact;
import dev.orchlens.order.Distance;
import dev.orchlens.order.OrderNode;
import java.util.List;

/**
 * What a task waits for, short enough for the end of a line: what does not fit is counted, the
 * names of buffers go before the kinds of waits, those before the number of the task, and names
 * that are too long all the same lose their middle.
 */
final class HintText {
  /** How many characters a text at the end of a line has at most. */
  static final int MOST = 60;

  /** The fewest characters that a shortened name keeps. */
  private static final int SHORTEST_NAME = 8;

  private HintText() {}

  /** How much is told of how a wait comes about. */
  private enum Detail {
    /** {@code (runtime: RAW x, y)}. */
    ALL,
    /** {@code (RAW x, y)}. */
    BUFFERS,
    /** {@code (runtime RAW)}. */
    WAYS,
    /** Nothing. */
    NONE
  }

  /**
   * Returns a text with what a task waits for: {@code task 16 down_proj <- seed (deps), silu
   * (runtime: RAW b) and 3 more}.
   *
   * @param heads what may stand before the waits, the one to be preferred first; at least one
   * @param all the waits of the task, in the order in which they are told
   * @param task the task whose waits they are; tasks of its name are "itself"
   * @param tail what must stand behind them
   */
  static String of(
      List<String> heads, List<Waits.Wait> all, Waits waits, TaskFact task, String tail) {
    for (Detail detail : Detail.values()) {
      for (String head : heads) {
        String text = fitted(head, all, waits, task, detail, tail);
        if (text.length() <= MOST) {
          return text;
        }
      }
    }
    return shortened(heads.getLast(), all, task, tail);
  }

  /** Tells the first wait, and more as long as the text stays short enough. */
  private static String fitted(
      String head, List<Waits.Wait> all, Waits waits, TaskFact task, Detail detail, String tail) {
    if (all.isEmpty()) {
      return head + " <- nothing" + tail;
    }
    StringBuilder text = new StringBuilder(head).append(" <- ");
    int told = 0;
    for (Waits.Wait wait : all) {
      String next = (told == 0 ? "" : ", ") + name(wait, task, all) + ways(waits, wait, detail);
      String rest = Wording.more(all.size() - told - 1) + tail;
      if (told > 0 && text.length() + next.length() + rest.length() > MOST) {
        break;
      }
      text.append(next);
      told++;
    }
    return text.append(Wording.more(all.size() - told)).append(tail).toString();
  }

  private static String ways(Waits waits, Waits.Wait wait, Detail detail) {
    return switch (detail) {
      case ALL -> " (" + waits.ways(wait) + ")";
      case BUFFERS -> " (" + waits.ways(wait).replaceFirst("runtime: (?=[RW]A[RW])", "") + ")";
      case WAYS -> " (" + waits.shortWays(wait) + ")";
      case NONE -> "";
    };
  }

  private static String shortened(String head, List<Waits.Wait> all, TaskFact task, String tail) {
    String name = all.isEmpty() ? "nothing" : name(all.getFirst(), task, all);
    String rest = Wording.more(all.size() - 1) + tail;
    int room = MOST - " <- ".length() - rest.length();
    String first = shortened(head, Math.max(room - name.length(), room / 2));
    return first + " <- " + shortened(name, Math.max(room - first.length(), SHORTEST_NAME)) + rest;
  }

  /** Returns a text without its middle if it is longer than {@code most} characters. */
  static String shortened(String text, int most) {
    int room = Math.max(most, SHORTEST_NAME);
    if (text.length() <= room) {
      return text;
    }
    int end = (room - 1) / 2;
    return text.substring(0, room - 1 - end) + "…" + text.substring(text.length() - end);
  }

  /** Returns what is waited for: its name, and how its iterations lie to those of the task. */
  static String name(Waits.Wait wait, TaskFact task, List<Waits.Wait> all) {
    boolean itself = wait.other() instanceof OrderNode.Task other && other.id() == task.id();
    boolean alone =
        all.stream().filter(other -> other.other().name().equals(wait.other().name())).count() == 1;
    String name =
        itself
            ? "itself"
            : wait.other() instanceof OrderNode.Task(int id, String callee, var _) && !alone
                ? "task " + id + " " + callee
                : wait.other().name();
    return switch (wait.distance()) {
      case Distance.Same _, Distance.All _ -> name;
      case Distance.Exactly(long count) when count == 1 ->
          itself ? "its previous iteration" : "previous " + name;
      case Distance.Exactly _, Distance.AtLeast _ ->
          itself ? "its earlier iterations" : "earlier " + name;
    };
  }
}
