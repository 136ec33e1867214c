package dev.orchlens.module;

import org.junit.jupiter.api.Test;

/** Data classes, plain classes, enumerations and named tuples. */
class ClassesTest {
  @Test
  void frozenDataClassWithDefaultsPropertiesAndReplace() {
    ProgramText.check(
        """
        import dataclasses
        from dataclasses import dataclass, field, replace, asdict
        from typing import ClassVar, Optional, Tuple

        @dataclass(frozen=True)
        class Config:
            heads: int
            head_dim: int = 128
            ratios: Tuple[int, ...] = (0, 4)
            tags: list = field(default_factory=lambda: ["q"])
            LIMIT: ClassVar[int] = 9
            note: Optional[str] = None

            @property
            def width(self) -> int:
                return self.heads * self.head_dim

            @property
            def scale(self):
                return self.head_dim ** -0.5

            def tiles(self, size=64):
                return self.width // size

        A = Config(heads=2)
        B = replace(A, heads=3, note="b")
        C = dataclasses.replace(A)
        PRESETS = {c.heads: c.width for c in (A, B)}
        values = A.width, A.scale, B.tiles(), B.tiles(size=32), Config.LIMIT, A == C, A != B
        as_dict = asdict(A)
        A.heads = 5
        """,
        """
        A = Config(heads=2, head_dim=128, ratios=(0, 4), tags=['q'], note=None)
        B = Config(heads=3, head_dim=128, ratios=(0, 4), tags=['q'], note='b')
        C = Config(heads=2, head_dim=128, ratios=(0, 4), tags=['q'], note=None)
        PRESETS = {2: 256, 3: 384}
        values = (256, 0.08838834764831845, 6, 12, 9, True, True)
        as_dict = {'heads': 2, 'head_dim': 128, 'ratios': (0, 4), 'tags': ['q'], 'note': None}
        program.py:31:1 module/exception
          Loading the module stops here: FrozenInstanceError: field 'heads' of a frozen data class cannot be assigned.
        """);
  }

  @Test
  void dataClassesInheritAndCheckThemselves() {
    ProgramText.check(
        """
        from dataclasses import dataclass, field

        @dataclass
        class Base:
            tile: int = 16
            def __post_init__(self):
                self.double = self.tile * 2

        @dataclass(kw_only=True)
        class Derived(Base):
            rows: int
            hidden: int = field(default=7, init=False)
            def __post_init__(self):
                super().__post_init__()
                assert self.rows % self.tile == 0, f"{self.rows} rows are not whole tiles"

        good = Derived(rows=64)
        double = good.double
        good.tile = 32
        bad = Derived(rows=65)
        missing = Derived()
        shared = Base(*[8])
        """,
        """
        good = Derived(tile=32, rows=64, hidden=7)
        double = 32
        bad = <unknown: an assertion is false: 65 rows are not whole tiles>
        missing = <unknown: TypeError: Derived() misses the argument 'rows'>
        shared = Base(tile=8)
        program.py:15:16 module/assertion-failed
          This assertion is false: 65 rows are not whole tiles. Loading the module stops here.
        program.py:21:11 module/exception
          Loading the module stops here: TypeError: Derived() misses the argument 'rows'.
        """);
  }

  @Test
  void plainClasses() {
    ProgramText.check(
        """
        class Shape:
            count = 0
            names = []

            def __init__(self, rows, cols=4):
                self.rows, self.cols = rows, cols
                Shape.count += 1
                self.names.append(rows)

            @staticmethod
            def square(n):
                return Shape(n, n)

            @classmethod
            def unit(cls):
                return cls(1)

            @property
            def area(self):
                return self.rows * self.cols

            @area.setter
            def area(self, value):
                self.rows = value // self.cols

            def __mul__(self, n):
                return Shape(self.rows * n, self.cols)

            def __len__(self):
                return self.rows

            def __getitem__(self, i):
                return (self.rows, self.cols)[i]

            def __repr__(self):
                return f"Shape({self.rows}x{self.cols})"

        class Wide(Shape):
            def __init__(self, rows):
                super().__init__(rows, cols=100)

        s = [x.area for x in (Shape(2), Shape.square(3), Wide(1), Wide.unit() * 2)]
        a = Shape.count, Shape.names, len(Shape(5)), Shape(6)[1], str(Shape(7)), f"{Shape(8)}"
        b = hasattr(Shape(1), "rows"), getattr(Shape(1), "depth", -1), isinstance(Wide(1), Shape)
        c = type(Wide(1)).__name__, Wide.__name__
        """,
        """
        s = [8, 9, 100, 200]
        a = (5, [2, 3, 1, 1, 2, 5, 6, 7, 8, 1, 1, 1, 1], 5, 4, 'Shape(7x4)', 'Shape(8x4)')
        b = (True, -1, True)
        c = ('Wide', 'Wide')
        """);
  }

  @Test
  void enumerationsNamedTuplesAndNamespaces() {
    ProgramText.check(
        """
        import enum
        from enum import Enum, IntEnum, auto
        from types import SimpleNamespace
        from typing import NamedTuple

        class Mode(Enum):
            DECODE = "decode"
            PREFILL = "prefill"

        class Level(IntEnum):
            LOW = auto()
            HIGH = auto()

        class Tile(NamedTuple):
            rows: int
            cols: int = 32

        a = Mode.DECODE.value, Mode("prefill").name, [m.name for m in Mode], Mode["DECODE"] is Mode.DECODE
        b = Level.HIGH + 1, Level.LOW < Level.HIGH, Level(2).name, [0, 1, 2][Level.HIGH], len(Mode)
        tile = Tile(8)
        rows, cols = tile
        c = tile.rows * tile.cols, tile[1], rows
        options = SimpleNamespace(tp=4, ep=2)
        d = options.tp * options.ep
        """,
        """
        a = ('decode', 'PREFILL', ['DECODE', 'PREFILL'], True)
        b = (3, True, 'HIGH', 2, 2)
        tile = Tile(rows=8, cols=32)
        rows = 8
        cols = 32
        c = (256, 32, 8)
        options = <SimpleNamespace object>
        d = 8
        """);
  }

  @Test
  void cachedFunctions() {
    ProgramText.check(
        """
        import functools
        from functools import lru_cache

        @lru_cache(maxsize=None)
        def fib(n):
            return n if n < 2 else fib(n - 1) + fib(n - 2)

        @functools.cache
        def twice(n):
            return 2 * n

        class Lazy:
            @functools.cached_property
            def size(self):
                return 12

        a = fib(10), twice(4), Lazy().size
        """,
        """
        a = (55, 8, 12)
        """);
  }
}
