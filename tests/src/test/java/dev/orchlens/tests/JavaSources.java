package dev.orchlens.tests;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Java sources, as files and as the trees that javac makes of them. */
final class JavaSources {
  private JavaSources() {}

  /** Returns the Java files below folders, in the order of the folders and of their paths. */
  static List<Path> below(Path... folders) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path folder : folders) {
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(each -> each.toString().endsWith(".java")).sorted().forEach(files::add);
      }
    }
    return files;
  }

  /** Gives each file's tree, not attributed, to a reader, with what tells positions in it. */
  static void parse(List<Path> files, BiConsumer<CompilationUnitTree, Trees> reader)
      throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      Trees trees = Trees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        reader.accept(unit, trees);
      }
    }
  }
}
