package dev.orchlens.lower;

import org.junit.jupiter.api.Test;

/** What only the orchestrator of a host may call. */
class HostCallsTest {
  @Test
  void windowBuffers() {
    LoweringTable.programs(
        """
        @pl.program
        class P:
            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def first(self):
                ranks = pld.world_size()
                one = pld.alloc_window_buffer(1024)
                two: pl.Ptr = pld.tensor.alloc_window_buffer([16, 128], dtype=pl.FP32)
                window = pld.window(one, [256], dtype=pl.FP32)

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def second(self):
                one = pld.alloc_window_buffer(8)
                three = pld.alloc_window_buffer(8)
                three = pld.alloc_window_buffer(8)
        -----
        @pl.function(type=pl.FunctionType.Opaque, level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def first(self):
            ranks = pl.pld.system.world_size()
            one = pl.pld.tensor.alloc_window_buffer(1024)
            two = pl.pld.tensor.alloc_window_buffer([16, 128], dtype=pl.FP32)
            window = pl.pld.tensor.window(one, [256], dtype=pl.FP32)

        @pl.function(type=pl.FunctionType.Opaque, level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def second(self):
            one = pl.pld.tensor.alloc_window_buffer(8)
            three = pl.pld.tensor.alloc_window_buffer(8)
            three = pl.pld.tensor.alloc_window_buffer(8)
        12 distributed/window-buffer The program has another window buffer called 'one'; each needs a name of
            its own, also in different functions.
        14 distributed/window-buffer The program has another window buffer called 'three'; each needs a name of
            its own, also in different functions.
        =====
        @pl.program
        class P:
            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(self):
                pld.alloc_window_buffer(8)
                a, b = pld.alloc_window_buffer(8), 0
                c, d = pld.alloc_window_buffer(8)
                with pl.at(level=pl.Level.CORE_GROUP):
                    e = pld.alloc_window_buffer(8)
                    n = pld.world_size()

            @pl.function(type=pl.FunctionType.Orchestration)
            def chip(self):
                f = pld.alloc_window_buffer(8)
                m = pld.system.world_size()
        -----
        @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
        def chip(self):
            f = ...
            m = ...

        @pl.function(type=pl.FunctionType.Opaque, level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(self):
            _tuple_tmp = (..., 0)
            a = _tuple_tmp[0]
            b = _tuple_tmp[1]
            c = ...
            d = ...
            with pl.at(level=pl.Level.CORE_GROUP):
                e = ...
                n = ...
        5 distributed/window-buffer A window buffer is named by the variable that it is assigned to: buf =
            pld.alloc_window_buffer(...).
        6 distributed/window-buffer A window buffer is named by the variable that it is assigned to: buf =
            pld.alloc_window_buffer(...).
        7 distributed/window-buffer A window buffer is named by the variable that it is assigned to: buf =
            pld.alloc_window_buffer(...).
        9 distributed/host-only Only a host orchestrator can call pld.alloc_window_buffer:
            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator), outside of kernel regions.
        10 distributed/host-only Only a host orchestrator can call pld.world_size:
            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator), outside of kernel regions.
        14 distributed/host-only Only a host orchestrator can call pld.alloc_window_buffer:
            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator), outside of kernel regions.
        15 distributed/host-only Only a host orchestrator can call pld.world_size:
            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator), outside of kernel regions.
        """);
  }
}
