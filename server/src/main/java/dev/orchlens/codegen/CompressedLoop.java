package dev.orchlens.codegen;

import dev.orchlens.ir.Origin;
import java.util.List;

/**
 * A loop with barriers in front of it that compress what its launches wait for.
 *
 * @param loop the loop
 * @param trips its iterations, 2 or more
 * @param compressions the barriers, in the order of the text; at least one
 * @param listed the dependency entries that the launches of one iteration list, the barriers among
 *     them
 * @param listedWithout the dependency entries that they would list without the barriers
 */
public record CompressedLoop(
    Origin loop, long trips, List<Compression> compressions, long listed, long listedWithout) {
  public CompressedLoop {
    compressions = List.copyOf(compressions);
  }

  /** Returns the dependency entries of all iterations without the barriers. */
  public long before() {
    return trips * listedWithout;
  }

  /** Returns the dependency entries of the barriers and of all iterations. */
  public long after() {
    return compressions.stream().mapToLong(Compression::producers).sum() + trips * listed;
  }
}
