package dev.orchlens.module;

import dev.orchlens.module.eval.Interpreter;
import dev.orchlens.module.eval.ModuleLoader;
import dev.orchlens.module.library.PythonLibrary;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.ReadRecorder;
import dev.orchlens.syntax.SyntaxTree;
import java.util.List;

/**
 * Evaluates programs: a file as Python would run it as the main program, and every module that it
 * imports.
 */
public final class ProgramEvaluator {
  private final ModuleLoader loader;
  private final List<String> roots;

  /**
   * An evaluator that finds modules in the main file's folder and in these roots.
   *
   * @param loader where the source of modules comes from
   * @param roots absolute paths of folders, searched in this order after the main file's folder
   */
  public ProgramEvaluator(ModuleLoader loader, List<String> roots) {
    this.loader = loader;
    this.roots = List.copyOf(roots);
  }

  /**
   * Evaluates the module-level code of a file and of everything it imports. Code below {@code if
   * __name__ == "__main__"} is not run.
   *
   * @param tree the file's syntax
   * @param path its absolute path, by which its imports are resolved
   */
  public ProgramWorld evaluate(SyntaxTree tree, String path) {
    return evaluate(tree, path, () -> {});
  }

  /**
   * The same for as long as anybody waits for the result.
   *
   * @param poll asked again and again, also by what the world evaluates later; throws a {@link
   *     java.util.concurrent.CancellationException} when the result is no longer wanted
   */
  public ProgramWorld evaluate(SyntaxTree tree, String path, Runnable poll) {
    Interpreter interpreter = new Interpreter(new PythonLibrary(), loader, ReadRecorder.NONE, poll);
    ModuleEnvironment main = interpreter.imports().main(tree, path, roots);
    interpreter.heap.close();
    return new ProgramWorld(interpreter, main, poll);
  }
}
