package dev.orchlens.pass.tools;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.FunctionType;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Var;
import dev.orchlens.text.Fingerprint;
import java.util.List;

/**
 * What a function of a final program says about tasks: of an Orchestration function all but where
 * it stands in the source, of a kernel what it does with tensors and the numbers that may decide
 * where. What kernels compute of what they have loaded is no part of it.
 *
 * @param content all of it but the variables of others
 * @param others the variables of others, in the order of first use
 * @param places where it stands: two functions that are alike but for their places have as many, in
 *     the same order
 */
public record TaskPrint(Fingerprint content, List<Var> others, List<Origin> places) {
  public TaskPrint {
    others = List.copyOf(others);
    places = List.copyOf(places);
  }

  /** Returns the print of a function. */
  public static TaskPrint of(Function function) {
    return FunctionPrint.ofTasks(function, function.type() == FunctionType.ORCHESTRATION);
  }

  /** Returns whether two functions say the same about tasks, wherever they stand. */
  public boolean isLike(TaskPrint other) {
    return content.equals(other.content) && others.equals(other.others);
  }
}
