package dev.orchlens.pass;
public class TryTest {
  public static void main(String[] a) {
    Program(Programs.lowered("""
        s = pl.create_tensor([8, 16], dtype=pl.FP32)
        s, t0 = pl.submit(self.copy, a, s)
        ids = pl.array.create(4, pl.TASK_ID)
        for i in pl.parallel(4):
            b, t = pl.submit(self.at, s, i, b, deps=[t0])
            ids[i] = t
        if flag:
            c = self.copy(b, c)
        else:
            c = self.copy(a, c)
        w = c[0:4, 0:16]
        w = self.row(w, pl.slice(d, [4, 16], [0, 0]))
        return c
        """));
  }
  static void Program(dev.orchlens.ir.Program p) {
    var q = Programs.beforeDerivation(p);
    var d = AutoDeriveTaskDependencies.run(q, true);
    System.out.println(Programs.body(d.program()));
    System.out.println(d.buckets());
    System.out.println(d.fallbacks());
    d.edges().forEach(System.out::println);
    var m = MaterializeRuntimeScopes.run(d.program(), d, true);
    System.out.println(Programs.body(m.program()));
    System.out.println(m.scopes());
  }
}
