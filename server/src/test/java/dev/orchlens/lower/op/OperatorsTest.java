package dev.orchlens.lower.op;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Kwargs;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.op.Operator;
import dev.orchlens.ir.op.Operators;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the table of operators says about calls beside the types of their results. */
class OperatorsTest {
  private static final Map<String, Var> NAMES =
      Names.of(
          """
          f: FP32
          a, c: FP32[16, 128]
          w: window FP32[16, 128]
          sig: window INT32[8, 1]
          ta: tile FP32[16, 128] in Vec
          tm: tile FP32[16, 128] in Mat
          tacc: tile FP32[16, 128] in Acc
          """);

  /** Below each call: its lane, its effects, the argument that its result is. */
  @Test
  void lanesEffectsAndAliases() {
    check(
        """
        add(a, c)
            vector, lhs read, rhs read
        matmul(a, c, b_trans=True)
            cube, lhs read, rhs read
        slice(a, [8, 128], [0, 0])
            consumer, input read, host, a view of input
        reshape(a, [2048])
            consumer, input read, host, a view of input
        assemble(a, c, [0, 0])
            shared, target write, source read, host, target after it
        assemble(a, c, [0, 0], atomic=pl.AtomicType.Add)
            shared, target write, source read, host, target after it
        write(a, [0, 0], f)
            shared, tensor write, host, tensor after it
        read(a, [0, 0])
            shared, tensor read, host
        create_tensor([4], pl.FP32)
            consumer, host
        load(a, [0, 0], [16, 128])
            vector, tensor read
        load(a, [0, 0], [16, 128], target_memory=pl.MemorySpace.Mat)
            cube, tensor read
        store(ta, [0, 0], a)
            vector, tile read, output_tensor write, output_tensor after it
        store(tacc, [0, 0], a, atomic=pl.AtomicType.Add)
            cube, tile read, output_tensor write, output_tensor after it
        move(tm, pl.MemorySpace.Left)
            cube, tile read
        move(ta, pl.MemorySpace.Mat)
            mixed, tile read
        tile.slice(tm, [8, 128], [0, 0])
            cube, input read, a view of input
        exp(ta)
            vector, tile read
        aiv_shard(ta, split=1)
            mixed, tile read
        tile.get_block_idx()
            shared
        tile.get_subblock_idx()
            vector
        system.syncall()
            shared
        system.syncall(core_type='aiv_only')
            vector
        system.task_dummy(deps=[])
            shared, host
        pld.tensor.put(w, 1, a)
            vector, dst write, src read
        pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            shared, target read_write
        pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.Set)
            shared, target write
        """);
  }

  private static void check(String table) {
    OperatorCatalog catalog = OperatorCatalog.load();
    StringBuilder actual = new StringBuilder();
    for (String line : table.lines().filter(l -> !l.startsWith(" ")).toList()) {
      CallText text =
          new CallText(catalog, NAMES, problem -> actual.append(problem.message()), line);
      Expr.Call call = (Expr.Call) text.build();
      actual.append(line).append("\n    ").append(text(catalog.operators(), call)).append('\n');
    }
    assertEquals(table, actual.toString());
  }

  private static String text(Operators operators, Expr.Call call) {
    Operator operator = operators.find(call.callee().name()).orElseThrow();
    Kwargs kwargs = call.kwargs();
    List<String> parts = new ArrayList<>();
    parts.add(operators.lane(call).name());
    for (int i = 0; i < call.args().size(); i++) {
      var effect = operator.effect(i).with(kwargs);
      if (effect.reads() || effect.writes()) {
        parts.add(operator.arguments().get(i).name() + " " + effect);
      }
    }
    if (operator.host()) {
      parts.add("host");
    }
    operator
        .alias()
        .ifPresent(
            alias -> {
              String argument = operator.arguments().get(alias.argument()).name();
              parts.add(alias.view() ? "a view of " + argument : argument + " after it");
            });
    return String.join(", ", parts).toLowerCase(Locale.ROOT);
  }
}
