package dev.orchlens.module;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.module.value.ModuleEnvironment;
import org.junit.jupiter.api.Test;

/** Modules: how they are found, loaded once, and changed by others. */
class ImportsTest {
  @Test
  void formsOfImport() {
    ProgramText.check(
        """
        import config
        import config as c
        import pkg.sub.deep
        import pkg.sub.deep as d
        from config import N as ROWS, scale
        from pkg import sub, TOP
        from pkg.sub import deep as deep_module
        from stars import *
        from listed import *
        a = config.N, c.N, pkg.sub.deep.X, d.X, ROWS, scale(2), sub.Y, TOP, deep_module.X
        # file: config.py
        N = 4
        def scale(n):
            return n * N
        # file: pkg/__init__.py
        from .sub import Y as TOP
        # file: pkg/sub/__init__.py
        from ..values import V
        from . import deep
        Y = V + deep.X
        # file: pkg/sub/deep.py
        X = 7
        # file: pkg/values.py
        V = 1
        # file: stars.py
        S1, _hidden = 1, 2
        # file: listed.py
        __all__ = ["_L"]
        _L, other = 3, 4
        """,
        """
        ROWS = 4
        TOP = 8
        S1 = 1
        _L = 3
        a = (4, 4, 7, 7, 4, 8, 8, 8, 7)
        """);
  }

  @Test
  void theOrderOfStatementsDecidesWhatAModuleSees() {
    ProgramText.check(
        """
        import config
        config.TILE = 24
        config.SPLITS.append(2)
        from ops import TILE, PARTS
        # file: config.py
        TILE = 8
        SPLITS = [1]
        # file: ops.py
        import config
        TILE = config.TILE
        PARTS = sum(config.SPLITS)
        """,
        """
        TILE = 24
        PARTS = 3
        """);
  }

  @Test
  void cyclesSeeWhatIsDefinedSoFar() {
    ProgramText.check(
        """
        from a import A, B_SEEN
        # file: a.py
        FIRST = 1
        import b
        A = b.B + 1
        B_SEEN = b.SEEN
        # file: b.py
        import a
        SEEN = hasattr(a, "A"), a.FIRST
        B = 10
        """,
        """
        A = 11
        B_SEEN = (False, 1)
        """);
  }

  @Test
  void whatIsMissingIsReportedAndTheRestIsImported() {
    ProgramText.check(
        """
        from config import N, MISSING
        import nowhere
        from nowhere.deep import x
        import numpy as np, yaml
        from math import pi, tau_missing
        a = N, np.zeros(3)
        # file: config.py
        N = 4
        """,
        """
        N = 4
        MISSING = <unknown: module 'config' (config.py) defines no name 'MISSING'>
        nowhere = <unknown: there is no module 'nowhere' in the file's folder or in the configured roots>
        x = <unknown: there is no module 'nowhere.deep' in the file's folder or in the configured roots>
        pi = 3.141592653589793
        a = (4, <unknown>)
        program.py:1:23 module/name-not-in-module
          This import fails: module 'config' (config.py) defines no name 'MISSING'.
        program.py:2:8 module/not-found
          This import fails: there is no module 'nowhere' in the file's folder or in the configured roots.
        program.py:3:6 module/not-found
          This import fails: there is no module 'nowhere.deep' in the file's folder or in the configured roots.
        """);
  }

  @Test
  void problemsOfImportedModulesStandInTheirFile() {
    ProgramText.check(
        """
        from config import N
        # file: config.py
        N = 4
        assert N == 5
        """,
        """
        N = 4
        config.py:2:8 module/assertion-failed
          This assertion is false. Loading the module stops here.
        """);
  }

  @Test
  void filesOfAPackageImportRelatively() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            # file: model/__init__.py
            # file: model/config.py
            N = 6
            # file: model/layer.py
            from .config import N
            from model.config import N as AGAIN
            # file: model/run.py
            from . import layer
            from .layer import N
            a = layer.AGAIN + N
            """,
            "model/run.py");
    assertThat(ProgramText.show(world))
        .isEqualTo(
            """
            N = 6
            a = 12
            """);
    assertThat(world.main().name()).isEqualTo("model.run");
    assertThat(world.modules())
        .extracting(ModuleEnvironment::path)
        .containsExactly(
            "/work/model/run.py",
            "/work/model/__init__.py",
            "/work/model/layer.py",
            "/work/model/config.py");
  }

  @Test
  void filesOfAFolderWithoutAnInitFileImportRelatively() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            # file: model/sizes.py
            N = 6
            # file: model/layers/config.py
            from ..sizes import N
            # file: model/layers/run.py
            from .config import N
            from .. import layers, sizes
            a = sizes.N + layers.config.N
            """,
            "model/layers/run.py");
    assertThat(ProgramText.show(world))
        .isEqualTo(
            """
            N = 6
            a = 12
            """);
  }

  @Test
  void aRelativeImportMayNotLeadAboveTheFoldersThatAreRead() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            # file: model/run.py
            from ..outside import N
            """,
            "model/run.py");
    String why =
        "a relative import needs a package around the file, and this one leads above the folders"
            + " that are read; open the folder that the program's imports start from, or add it to"
            + " the roots";
    assertThat(ProgramText.show(world))
        .isEqualTo(
            """
            N = <unknown: %s>
            run.py:1:8 module/name-not-in-module
              This import fails: %s.
            """
                .formatted(why, why));
  }

  @Test
  void modulesAreFoundThroughTheSearchPath() {
    ProgramText.check(
        """
        import sys, importlib
        from pathlib import Path
        sys.path.insert(0, str(Path(__file__).resolve().parent / "lib"))
        import helper
        again = importlib.import_module("helper").X
        sys.modules.pop("helper")
        # file: lib/helper.py
        X = 1
        """,
        """
        again = 1
        """);
  }

  @Test
  void aPackageMayExportWhatTheFileThatIsLookedAtDefinesLater() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            # file: model/__init__.py
            from .run import RESULT
            # file: model/config.py
            N = 6
            # file: model/run.py
            from .config import N
            RESULT = N + 1
            """,
            "model/run.py");
    assertThat(ProgramText.show(world))
        .isEqualTo(
            """
            N = 6
            RESULT = 7
            """);
  }

  @Test
  void aFileMayImportFromAPackageOfItsOwnName() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            # file: contract/__init__.py
            # file: contract/base.py
            N = 6
            # file: model/contract.py
            from contract.base import N
            """,
            "model/contract.py");
    assertThat(ProgramText.show(world)).isEqualTo("N = 6\n");
  }

  @Test
  void filesInFoldersBelowSeeTheProgramAbove() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            # file: config.py
            N = 6
            # file: kernels/helper.py
            from config import N
            """,
            "kernels/helper.py");
    assertThat(ProgramText.show(world)).isEqualTo("N = 6\n");
  }

  @Test
  void aWorldNamesTheFilesItLookedFor() {
    ProgramWorld world =
        ProgramText.evaluate(
            """
            import config, gone
            # file: config.py
            N = 6
            """);
    assertThat(world.probedPaths())
        .containsExactlyInAnyOrder(
            "/work/config/__init__.py",
            "/work/config.py",
            "/work/gone/__init__.py",
            "/work/gone.py");
  }
}
