package dev.orchlens.module;

import dev.orchlens.module.eval.ModuleLoader;
import dev.orchlens.syntax.SyntaxTree;
import java.util.Optional;

/** A place without files, for programs that are one file. */
public final class NoModules implements ModuleLoader {
  @Override
  public Optional<SyntaxTree> load(String path) {
    return Optional.empty();
  }

  @Override
  public boolean isFolder(String path) {
    return false;
  }
}
