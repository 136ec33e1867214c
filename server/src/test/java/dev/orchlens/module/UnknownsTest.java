package dev.orchlens.module;

import org.junit.jupiter.api.Test;

/** What cannot be known stays unknown with its first reason, and nothing else is lost. */
class UnknownsTest {
  @Test
  void unknownFlowsThroughExpressions() {
    ProgramText.check(
        """
        import torch
        n = torch.cuda.device_count()
        a = n * 2 + 1
        b = [1, n, 3]
        c = b[0], b[1], len(b), sum(b), f"{n}", max(1, n)
        d = {"k": n}
        e = n or 5, n and 5, 1 if n else 2, not n
        f = n.anything(3)[4]
        """,
        """
        n = <unknown: the result of torch.cuda.device_count() is not evaluated>
        a = <unknown: the result of torch.cuda.device_count() is not evaluated>
        b = [1, <unknown>, 3]
        c = (1, <unknown>, 3, <unknown>, <unknown>, <unknown>)
        d = {'k': <unknown>}
        e = (<unknown>, <unknown>, <unknown>, <unknown>)
        f = <unknown: the result of torch.cuda.device_count() is not evaluated>
        """);
  }

  @Test
  void aBranchThatMayRunMakesItsNamesUnknown() {
    ProgramText.check(
        """
        import torch
        n = torch.cuda.device_count()
        tile, kept, items = 16, 1, []
        if n > 1:
            tile = 32
            items.append(1)
        else:
            other = 3
        if n > 8:
            raise ValueError("too many")
        for i in range(n):
            kept2 = i
        while n:
            looped = 1
        """,
        """
        n = <unknown: the result of torch.cuda.device_count() is not evaluated>
        tile = <unknown: the result of torch.cuda.device_count() is not evaluated>
        kept = 1
        items = <unknown: the result of torch.cuda.device_count() is not evaluated>
        other = <unknown: the result of torch.cuda.device_count() is not evaluated>
        i = <unknown: the result of torch.cuda.device_count() is not evaluated>
        kept2 = <unknown: the result of torch.cuda.device_count() is not evaluated>
        looped = <unknown: the result of torch.cuda.device_count() is not evaluated>
        """);
  }

  @Test
  void aCollectionThatTakesInTooMuchBecomesUnknown() {
    ProgramText.check(
        """
        import os
        a, b, c, d = [1], {"k": 1}, {1}, [1]
        a.extend(os.listdir("."))
        b.update(os.stat("."))
        c.add(os.getpid())
        d.append(os.getpid())
        globals().update(os.stat("."))
        e = UPPER_CASE
        """,
        """
        a = <unknown: the result of os.listdir() is not evaluated>
        b = <unknown: the result of os.stat() is not evaluated>
        c = <unknown: the result of os.getpid() is not evaluated>
        d = [1, <unknown>]
        e = <unknown: the result of os.stat() is not evaluated>
        """);
  }

  @Test
  void aFunctionThatMayReturnEarlyGivesSomethingUnknown() {
    ProgramText.check(
        """
        import time

        def pick(flag):
            if flag > 3:
                return 1
            return 2

        def count(flag):
            total = 0
            for i in range(3):
                if flag == i:
                    break
                total += 1
            return total, 7

        t = time.time()
        a = pick(t), pick(5), count(t), count(1)
        """,
        """
        t = <unknown: the result of time.time() is not evaluated>
        a = (<unknown>, 1, (<unknown>, 7), (1, 7))
        """);
  }

  @Test
  void tensorsKeepTheirShapes() {
    ProgramText.check(
        """
        import torch
        ROWS, COLS = 16, 64
        x = torch.randn(ROWS, COLS)
        y = torch.zeros((ROWS, 1), dtype=torch.bfloat16)
        z = torch.empty_like(y).to(torch.float32)
        i = torch.randint(0, 10, (ROWS,), dtype=torch.int32)
        f = torch.full([2, 3], 1.0)
        s = x.shape, x.shape[1], x.dtype == torch.float32, y.size(0), x.T.shape, x.reshape(4, 256).shape
        w = torch.matmul(x, y)
        """,
        """
        ROWS = 16
        COLS = 64
        x = <tensor of shape (16, 64), float32>
        y = <tensor of shape (16, 1), bfloat16>
        z = <tensor of shape (16, 1), float32>
        i = <tensor of shape (16), int32>
        f = <tensor of shape (2, 3), float32>
        s = ((16, 64), 64, True, 16, (64, 16), (4, 256))
        w = <unknown: the result of torch.matmul() is not evaluated>
        """);
  }

  @Test
  void allNamesOfALibraryMayBeImported() {
    ProgramText.check(
        """
        from torch import *
        from wrapped import D
        a = randn(2, 3)
        # file: wrapped.py
        from pypto.language import *
        D = dynamic("D")
        """,
        """
        D = pypto.language.dynamic('D')
        a = <tensor of shape (2, 3), float32>
        """);
  }

  @Test
  void whatPythonKnowsOfItsObjectsIsNoError() {
    ProgramText.check(
        """
        import abc

        class Base(abc.ABC):
            pass

        def f():
            "Text."

        Base.register(int)
        a = f.__doc__, f.__code__, Base.__mro__, (1).__class__, ConnectionError.__name__
        """,
        """
        a = (<unknown>, <unknown>, <unknown>, <built-in int>, 'ConnectionError')
        """);
  }

  @Test
  void brokenSyntaxCostsOnlyItsStatement() {
    ProgramText.check(
        """
        A = 1
        B = A +
        C = A + 1
        """,
        """
        A = 1
        C = 2
        """);
  }
}
