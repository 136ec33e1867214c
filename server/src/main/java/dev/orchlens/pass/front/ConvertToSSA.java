package dev.orchlens.pass.front;

import dev.orchlens.ir.Function;
import dev.orchlens.ir.Level;
import dev.orchlens.ir.Problem;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Role;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.Rejected;
import dev.orchlens.pass.tools.RememberingPass;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Gives every assignment a variable of its own: versions in straight-line code, results of branches
 * for values that differ between them, carries for values that a loop changes or first makes and
 * that are read behind it (reference: docs/en/dev/passes/convert_to_ssa, "Algorithm").
 */
public final class ConvertToSSA implements RememberingPass {

  @Override
  public Program run(Program program, Consumer<Problem> problems, PassMemory memory) {
    List<Problem> found = new ArrayList<>();
    Program out = program.mapFunctions(f -> isHostWorker(f) ? f : converted(f, found, memory));
    Rejected.throwIfAny(found, problems);
    return out;
  }

  private static Function converted(Function f, List<Problem> found, PassMemory memory) {
    List<Problem> own = new ArrayList<>();
    SsaConverter converter = new SsaConverter(f, own::add, memory);
    Function out = converter.convert();
    if (converter.comparesTypes()) {
      own.clear();
      out = new SsaConverter(f, own::add, new PassMemory(memory::poll)).convert();
    }
    if (own.isEmpty()) {
      SsaVerifier.check(out, own::add, memory);
    }
    found.addAll(own);
    return out;
  }

  /** Returns whether the body is plain Python of the host, which keeps its own names. */
  private static boolean isHostWorker(Function f) {
    boolean isWorker = f.attrs().role().filter(r -> r == Role.SUB_WORKER).isPresent();
    return isWorker && f.attrs().level().filter(l -> l.compareTo(Level.HOST) >= 0).isPresent();
  }
}
