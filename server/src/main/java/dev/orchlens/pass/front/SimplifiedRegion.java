package dev.orchlens.pass.front;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.Var;
import dev.orchlens.ir.Walk;
import dev.orchlens.ir.arith.Analyzer;
import dev.orchlens.pass.tools.PassMemory;
import dev.orchlens.pass.tools.ScopedMap;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A region that {@link Simplifier} simplified, with all that decided about it: what stood for each
 * variable in it, and what was known of these. Where that is the same in the next run, so is the
 * region, and what is learned in it.
 */
final class SimplifiedRegion {
  private final Stmt simple;
  private final int depth;
  private final Var[] variables;
  private final Before[] before;
  private final Map<Var, Expr> replacedBehind;
  private final List<Learned> learned;
  private final List<PassMemory.Made> made;

  /** What stood for a variable, or null, and what was known of it. */
  private record Before(Expr standIn, Analyzer.Knowledge knowledge) {}

  /** What is known of a variable behind the region. */
  private record Learned(Var var, Analyzer.Knowledge knowledge) {}

  private SimplifiedRegion(
      Stmt simple,
      int depth,
      Map<Var, Before> read,
      Map<Var, Expr> replacedBehind,
      List<Learned> learned,
      List<PassMemory.Made> made) {
    this.simple = simple;
    this.depth = depth;
    this.variables = read.keySet().toArray(new Var[0]);
    this.before = new Before[variables.length];
    for (int i = 0; i < variables.length; i++) {
      before[i] = read.get(variables[i]);
    }
    this.replacedBehind = replacedBehind;
    this.learned = learned;
    this.made = made;
  }

  /** Returns whether all is now as it was before the region was simplified. */
  boolean holds(int depthNow, ScopedMap<Var, Expr> replaced, Analyzer analyzer) {
    if (depth != depthNow) {
      return false;
    }
    for (int i = 0; i < variables.length; i++) {
      if (replaced.get(variables[i]) != before[i].standIn
          || !analyzer.knowledge(variables[i]).equals(before[i].knowledge)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the variables that were made for the region. */
  List<PassMemory.Made> made() {
    return made;
  }

  /** Returns the region as it was simplified, and leaves behind it what it left behind then. */
  Stmt repeated(ScopedMap<Var, Expr> replaced, Analyzer analyzer, List<Var> allLearned) {
    replacedBehind.forEach(replaced::put);
    for (Learned one : learned) {
      analyzer.learn(one.var, one.knowledge);
      allLearned.add(one.var);
    }
    return simple;
  }

  /** Notes what is read while one region is simplified. */
  static final class Recorder {
    private final Map<Var, Before> read = new IdentityHashMap<>();

    /** Learns that the region reads a variable, and with it the variables of what stands for it. */
    void touches(Var var, ScopedMap<Var, Expr> replaced, Analyzer analyzer) {
      if (read.containsKey(var)) {
        return;
      }
      Expr standIn = replaced.get(var);
      read.put(var, new Before(standIn, analyzer.knowledge(var)));
      if (standIn != null) {
        Walk.expression(
            standIn,
            e -> {
              if (e instanceof Var inside) {
                touches(inside, replaced, analyzer);
              }
            });
      }
    }

    SimplifiedRegion region(
        Stmt simple,
        int depth,
        Map<Var, Expr> replacedBehind,
        List<Var> learnedInside,
        Analyzer analyzer,
        List<PassMemory.Made> made) {
      List<Learned> learned = new ArrayList<>();
      for (Var var : learnedInside) {
        learned.add(new Learned(var, analyzer.knowledge(var)));
      }
      return new SimplifiedRegion(simple, depth, read, replacedBehind, List.copyOf(learned), made);
    }
  }
}
