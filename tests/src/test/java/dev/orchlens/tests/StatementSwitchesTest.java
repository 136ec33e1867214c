package dev.orchlens.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CaseLabelTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DeconstructionPatternTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.orchlens.ir.Stmt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counts the places that go through all kinds of statements of the IR. One that asks for a few
 * kinds and leaves the others to what all share ({@code Stmt.bodies}, {@code Walk}, {@code
 * Lineage}, {@code Rewriter}) is none of them.
 */
class StatementSwitchesTest {
  private static final int KINDS = 9;

  @Test
  void atMost15PlacesSwitchOverAllKindsOfStatements() throws IOException {
    assertThat(switches(Path.of("..", "server", "src", "main", "java")))
        .hasSizeLessThanOrEqualTo(15);
  }

  @Test
  void aSwitchCountsThatNamesMostKindsOrAllThatHaveBodies(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("Switches.java"),
        """
        package some;

        import dev.orchlens.ir.Stmt;

        class Switches {
          int most(Stmt stmt) {
            return switch (stmt) {
              case Stmt.Assign _, Stmt.Eval _, Stmt.For _, Stmt.Break _, Stmt.Yield _ -> 1;
              case Stmt.Return s -> s.values().size();
              default -> 2;
            };
          }

          void bodies(Stmt stmt) {
            switch (stmt) {
              case Stmt.If(var _, var then, var _, var _, var _) -> then.clear();
              case Stmt.While s -> s.body().clear();
              case Stmt.RuntimeScope s -> s.body().clear();
              default -> {}
            }
          }

          int few(Stmt stmt) {
            return switch (stmt) {
              case Stmt.For _, Stmt.While _, Stmt.If _, Stmt.Assign _, Stmt.Eval _ -> 1;
              case Stmt.Return _ -> 2;
              default -> 3;
            };
          }
        }
        """);

    assertThat(switches(folder)).containsExactly("Switches.java:7", "Switches.java:15");
  }

  /** Returns where such switches begin, as file and line. */
  private static List<String> switches(Path folder) throws IOException {
    List<String> found = new ArrayList<>();
    JavaSources.parse(
        JavaSources.below(folder),
        (unit, trees) -> {
          if (speaksOfTheIr(unit)) {
            new Switches(unit, trees, found).scan(unit, null);
          }
        });
    return found;
  }

  private static boolean speaksOfTheIr(CompilationUnitTree unit) {
    return unit.getImports().stream()
            .anyMatch(one -> one.toString().strip().equals("import " + Stmt.class.getName() + ";"))
        || unit.getPackageName().toString().equals(Stmt.class.getPackageName());
  }

  private static final class Switches extends TreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final Trees trees;
    private final List<String> found;

    Switches(CompilationUnitTree unit, Trees trees, List<String> found) {
      this.unit = unit;
      this.trees = trees;
      this.found = found;
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void nothing) {
      look(tree, tree.getCases());
      return super.visitSwitch(tree, null);
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Void nothing) {
      look(tree, tree.getCases());
      return super.visitSwitchExpression(tree, null);
    }

    private void look(Tree tree, List<? extends CaseTree> cases) {
      Set<String> kinds = new TreeSet<>();
      for (CaseTree each : cases) {
        each.getLabels().forEach(label -> kind(label).ifPresent(kinds::add));
      }
      if (kinds.size() * 3 >= KINDS * 2 || kinds.containsAll(Set.of("If", "Loop", "Scope"))) {
        long start = trees.getSourcePositions().getStartPosition(unit, tree);
        found.add(
            Path.of(unit.getSourceFile().getName()).getFileName()
                + ":"
                + unit.getLineMap().getLineNumber(start));
      }
    }

    /** Returns the kind of statements that a label stands for; nothing for what stands inside. */
    private static Optional<String> kind(CaseLabelTree label) {
      Tree type =
          !(label instanceof PatternCaseLabelTree pattern)
              ? null
              : switch (pattern.getPattern()) {
                case BindingPatternTree binding -> binding.getVariable().getType();
                case DeconstructionPatternTree parts -> parts.getDeconstructor();
                default -> null;
              };
      if (!(type instanceof MemberSelectTree name)
          || !(name.getExpression() instanceof IdentifierTree of)
          || !of.getName().contentEquals("Stmt")) {
        return Optional.empty();
      }
      return Optional.of(
          switch (name.getIdentifier().toString()) {
            case "For", "While" -> "Loop";
            case String scope when scope.endsWith("Scope") -> "Scope";
            case String other -> other;
          });
    }
  }
}
