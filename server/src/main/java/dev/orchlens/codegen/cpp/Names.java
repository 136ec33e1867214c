package dev.orchlens.codegen.cpp;

import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Var;
import dev.orchlens.pass.tools.AutoName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The C++ names of the values of one function (reference:
 * docs/en/dev/codegen/01-orchestration_codegen.md, "Variable Naming"). Several values may have one
 * name: a result is the buffer it was written to.
 */
public final class Names {
  private static final String EXTERNAL = "ext_";

  private final Map<Var, String> emitted = new HashMap<>();
  private final Set<String> declared = new HashSet<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<String, Var> params = new LinkedHashMap<>();
  private final Map<String, Var> owners = new HashMap<>();
  private final Map<Var, Var> standIns = new LinkedHashMap<>();
  private final Consumer<String> onNew;

  /** Makes names; {@code onNew} learns every name that is made later on. */
  public Names(Consumer<String> onNew) {
    this.onNew = onNew;
  }

  /** Gives a parameter its name. */
  public void parameter(Var param) {
    String name = base(param.name());
    emitted.put(param, name);
    params.put(name, param);
    owners.put(name, param);
    declared.add(name);
  }

  /** Returns the name without what passes added to it. */
  public static String base(String name) {
    return AutoName.base(name);
  }

  /** Returns whether {@code base} is {@code name} without what passes added to it. */
  public static boolean isBase(String base, String name) {
    return name.startsWith(base) && base(name).equals(base);
  }

  /** Returns the name of a value: the one it was given, else its own. */
  public String of(Var var) {
    String name = emitted.get(var);
    if (name != null) {
      return name;
    }
    String base = base(var.name());
    Var owner = var.type().isTensor() ? owners.get(base) : null;
    if (owner != null) {
      standIns.putIfAbsent(var, owner);
    }
    return base;
  }

  /**
   * Returns the tensors that the text knows under the name of another one, each with that one: it
   * stands for both.
   */
  public Map<Var, Var> standIns() {
    return standIns;
  }

  /** Returns the name of an expression that is a variable with a name. */
  public Optional<String> of(Expr expr) {
    return expr instanceof Var var
        ? Optional.of(of(var)).filter(n -> !n.isEmpty())
        : Optional.empty();
  }

  /** Returns whether a value was given a name already. */
  public boolean isNamed(Var var) {
    return emitted.containsKey(var);
  }

  /** Returns the name of a value that the text declares; makes one when it has none. */
  public String declare(Var var) {
    String known = emitted.get(var);
    if (known != null) {
      return known;
    }
    String base = base(var.name());
    boolean whole = declared.contains(base) || hasOutputRole(var.name());
    String name = fresh(whole ? var.name() : base);
    give(var, name);
    owners.put(name, var);
    hide(name, var);
    return name;
  }

  /** A tensor that is called as the text calls a parameter stands for that one, too. */
  private void hide(String name, Var var) {
    Var hidden = name.startsWith(EXTERNAL) ? params.get(name.substring(EXTERNAL.length())) : null;
    if (hidden != null && hidden.type().isTensor() && var.type().isTensor()) {
      standIns.put(hidden, var);
    }
  }

  private static boolean hasOutputRole(String name) {
    return AutoName.parse(name).role().filter("out"::equals).isPresent();
  }

  /** Returns {@code base}, with a number behind it when it is taken, and takes it. */
  public String fresh(String base) {
    String name = base;
    if (!declared.add(base)) {
      int number = numbers.getOrDefault(base, 0);
      do {
        name = base + "_" + ++number;
      } while (!declared.add(name));
      numbers.put(base, number);
    }
    onNew.accept(name);
    return name;
  }

  /** Makes a value another name for what {@code name} names. */
  public void alias(Var var, String name) {
    give(var, name);
  }

  private void give(Var var, String name) {
    emitted.put(var, name);
    standIns.remove(var);
  }

  /** Returns whether a name is a parameter's. */
  public boolean isParameter(String name) {
    return params.containsKey(name);
  }

  /** Returns the name under which the text knows a tensor: parameters carry a prefix. */
  public String tensor(String name) {
    return isParameter(name) ? external(name) : name;
  }

  /** Returns the name of a tensor parameter in the text. */
  public static String external(String name) {
    return EXTERNAL + name;
  }
}
