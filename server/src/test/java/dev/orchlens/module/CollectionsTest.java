package dev.orchlens.module;

import org.junit.jupiter.api.Test;

/**
 * Lists, tuples, dictionaries, sets, comprehensions and what the built-in functions make of them.
 */
class CollectionsTest {
  @Test
  void displaysSlicesAndUnpacking() {
    ProgramText.check(
        """
        a = [1, *range(2, 4), *"xy"]
        b = (*a[:2], 9)
        c = {"k": 1, **{"m": 2, "k": 3}}
        first, *middle, last = a
        (p, q), [r] = (1, 2), [3]
        d = a[1:4], a[::-2], a[-1], a[10:], tuple(a)[1:3], range(10)[2:8:3]
        x = y = [0]
        y.append(1)
        e = {3, 1, 3} == {1, 3}, frozenset([1]) | {2}, {1, 2} & {2}, {1, 2} - {2}, {1, 2} <= {1, 2, 3}
        """,
        """
        a = [1, 2, 3, 'x', 'y']
        b = (1, 2, 9)
        c = {'k': 3, 'm': 2}
        first = 1
        middle = [2, 3, 'x']
        last = 'y'
        p = 1
        q = 2
        r = 3
        d = ([2, 3, 'x'], ['y', 3, 1], 'y', [], (2, 3), range(2, 8, 3))
        x = [0, 1]
        y = [0, 1]
        e = (True, frozenset({1, 2}), {2}, {1}, True)
        """);
  }

  @Test
  void comprehensions() {
    ProgramText.check(
        """
        n = 3
        a = [i * j for i in range(n) for j in range(i) if i != j]
        b = {k: v for k, v in zip("abc", (1, 2, 3)) if v > 1}
        c = {i % 2 for i in range(5)}
        d = sum(i for i in range(10) if i % 3 == 0)
        e = [[r * 10 + c for c in range(2)] for r in range(2)]
        f = next((i for i in range(100) if i * i > 50), None), next(iter([]), "none")
        g = [y := 5, y + 1]
        h = any(x > 2 for x in a), all(x > 2 for x in a)
        """,
        """
        n = 3
        a = [0, 0, 2]
        b = {'b': 2, 'c': 3}
        c = {0, 1}
        d = 18
        e = [[0, 1], [10, 11]]
        f = (8, 'none')
        y = 5
        g = [5, 6]
        h = (False, False)
        """);
  }

  @Test
  void functionsOnCollections() {
    ProgramText.check(
        """
        a = min(3, 1, 2), max([4, 9]), max("aa", "b", key=len), min([], default=0), sum([[1], [2]], [])
        b = sorted([3, 1, 2], reverse=True), sorted("bca"), sorted([(2, "a"), (1, "b")], key=lambda p: p[1])
        c = list(enumerate("ab", start=1)), list(zip([1, 2], [3])), list(map(lambda x: x * 2, [1, 2]))
        d = list(filter(None, [0, 1, 2])), list(reversed([1, 2])), list(range(5, 0, -2)), len({1: 2})
        e = tuple("ab"), dict([("a", 1)], b=2), dict.fromkeys("ab", 0), set("aab") == {"a", "b"}
        f = isinstance(1, int), isinstance(True, int), isinstance("a", (int, str)), issubclass(bool, int)
        g = bool(""), str(1.0), repr("a"), int("12"), float(3), chr(65), ord("A"), hex(255), bin(5)
        """,
        """
        a = (1, 9, 'aa', 0, [1, 2])
        b = ([3, 2, 1], ['a', 'b', 'c'], [(2, 'a'), (1, 'b')])
        c = ([(1, 'a'), (2, 'b')], [(1, 3)], [2, 4])
        d = ([1, 2], [2, 1], [5, 3, 1], 1)
        e = (('a', 'b'), {'a': 1, 'b': 2}, {'a': 0, 'b': 0}, True)
        f = (True, True, True, True)
        g = (False, '1.0', "'a'", 12, 3.0, 'A', 65, '0xff', '0b101')
        """);
  }

  @Test
  void methodsChangeTheObjectAndAllItsNames() {
    ProgramText.check(
        """
        a = [3, 1]
        b = a
        a.append(2); a.extend((5, 4)); a.insert(0, 9); a.sort(); a.remove(9); popped = a.pop()
        a += [7]
        a[0] = -1
        a[1:3] = ["s"]
        del a[0]
        d = {"x": 1}
        d["y"] = 2; d.update(z=3); d.setdefault("w", []).append(0); gone = d.pop("x"); del d["y"]
        keys, values, items = list(d.keys()), list(d.values()), [f"{k}:{v}" for k, v in d.items()]
        missing = d.get("q"), d.get("q", 5)
        s = {1}
        s.add(2); s.discard(9); s |= {4}
        t = (1, 2, 1).count(1), (1, 2).index(2), [1, 2].index(2)
        """,
        """
        a = ['s', 4, 7]
        b = ['s', 4, 7]
        popped = 5
        d = {'z': 3, 'w': [0]}
        gone = 1
        keys = ['z', 'w']
        values = [3, [0]]
        items = ['z:3', 'w:[0]']
        missing = (None, 5)
        s = {1, 2, 4}
        t = (2, 1, 1)
        """);
  }

  @Test
  void standardLibrary() {
    ProgramText.check(
        """
        import math, functools, itertools, operator, os, sys, copy
        from collections import Counter, defaultdict, namedtuple, OrderedDict
        from pathlib import Path
        a = math.ceil(7 / 2), math.floor(-0.5), math.sqrt(16), math.gcd(4, 6), math.log2(8), math.prod([2, 3]), math.pi
        b = functools.reduce(operator.mul, [1, 2, 3]), functools.partial(max, 3)(1), [*itertools.product([1, 2], "a")]
        c = [*itertools.chain([1], [2])], [*itertools.chain.from_iterable([[1], [2]])], [*itertools.accumulate([1, 2])]
        d = os.environ.get("TILE", "16"), int(os.getenv("N", 4)), os.environ.get("NONE"), "X" in os.environ
        e = len(sys.argv), [arg for arg in sys.argv[1:]], os.path.join("a", "b"), os.path.basename("/x/y.py")
        Point = namedtuple("Point", "x y")
        p = Point(1, y=2)
        f = p, p.x, p._replace(x=5), p == (1, 2)
        g = Counter("aab"), dict(defaultdict(list)), OrderedDict(a=1)
        groups = defaultdict(list)
        groups["a"].append(1)
        h = Path("a") / "b.txt", str(Path("/x/y.py").parent), Path("/x/y.tar").suffix, Path("a/b").name
        nested = [[1]]
        shallow, deep = copy.copy(nested), copy.deepcopy(nested)
        nested[0].append(2)
        """,
        """
        a = (4, -1, 4.0, 2, 3.0, 6, 3.141592653589793)
        b = (6, 3, [(1, 'a'), (2, 'a')])
        c = ([1, 2], [1, 2], [1, 3])
        d = ('16', 4, None, False)
        e = (1, [], 'a/b', 'y.py')
        p = Point(x=1, y=2)
        f = (Point(x=1, y=2), 1, Point(x=5, y=2), True)
        g = ({'a': 2, 'b': 1}, {}, {'a': 1})
        groups = {'a': [1]}
        h = (Path('a/b.txt'), '/x', '.tar', 'b')
        nested = [[1, 2]]
        shallow = [[1, 2]]
        deep = [[1]]
        """);
  }
}
