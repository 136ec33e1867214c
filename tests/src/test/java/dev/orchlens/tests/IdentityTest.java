package dev.orchlens.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.orchlens.analysis.EntryAnalysis;
import dev.orchlens.analysis.facts.FunctionFacts;
import dev.orchlens.ir.CallAttrsBuilder;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.FunctionAttrsBuilder;
import dev.orchlens.ir.Program;
import dev.orchlens.ir.Stmt;
import dev.orchlens.ir.TensorView;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.SyntaxTree;
import dev.orchlens.syntax.TopLevel;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Code, in whichever form, is equal to itself alone. Java gives a record a hash of all that it
 * holds, so that a record of IR in a set, among the keys of a map or in {@code distinct()} would
 * walk a whole program each time, and nobody would see it in the line that does so. Hence every
 * type that leads to code has the identity of its object, or a hash of a few components which
 * themselves have.
 */
class IdentityTest {
  /**
   * What stands for code: a type that leads to one of these leads to more than a hash should walk.
   */
  private static final Set<Class<?>> CODE =
      Set.of(
          Stmt.class,
          Expr.class,
          Program.class,
          dev.orchlens.ir.Function.class,
          SyntaxTree.class,
          TopLevel.class,
          dev.orchlens.syntax.Stmt.class,
          FunctionFacts.class,
          EntryAnalysis.class);

  /**
   * What is compared by what it says, because it is small: types with their short shapes, which end
   * at constants and variables, and what module-level code computes, which the code of its
   * functions is no part of.
   */
  private static final Set<Class<?>> VALUES =
      Set.of(Type.class, TensorView.class, Var.class, Value.class);

  private final Map<Class<?>, Boolean> leadsToCode = new HashMap<>();
  private final Map<Class<?>, Boolean> bounded = new HashMap<>();

  @Test
  void noTypeThatLeadsToCodeHashesIt() throws Exception {
    List<Class<?>> all = classes();
    assertThat(all).contains(Stmt.For.class, EntryAnalysis.class, TopLevel.class);
    // A generated builder lives for one expression, in which nothing asks for its hash.
    assertThat(
            all.stream()
                .filter(c -> !isGeneratedBuilder(c) && !isBounded(c, Set.of()))
                .map(Class::getName))
        .isEmpty();
  }

  private static boolean isGeneratedBuilder(Class<?> type) {
    return type == CallAttrsBuilder.class || type == FunctionAttrsBuilder.class;
  }

  @Test
  void aRecordOfStatementsWithTheHashThatJavaDerivesIsFound() {
    record Remembered(String name, List<Stmt> body) {}

    record Around(Optional<Remembered> remembered) {}

    assertThat(isBounded(Remembered.class, Set.of())).isFalse();
    assertThat(isBounded(Around.class, Set.of())).isFalse();
    assertThat(isBounded(Stmt.Assign.class, Set.of())).isTrue();
  }

  private static List<Class<?>> classes() throws Exception {
    Path place = Path.of(locationOf(Program.class));
    if (Files.isDirectory(place)) {
      return classesBelow(place);
    }
    // A whole build tests the jar.
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return classesBelow(jar.getPath("/"));
    }
  }

  private static List<Class<?>> classesBelow(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(f -> root.relativize(f).toString())
          .filter(
              f ->
                  f.startsWith("dev/orchlens/")
                      && f.endsWith(".class")
                      && !f.endsWith("package-info.class"))
          .<Class<?>>map(f -> load(f.replace('/', '.').replaceAll("\\.class$", "")))
          .toList();
    }
  }

  private static URI locationOf(Class<?> type) throws Exception {
    return type.getProtectionDomain().getCodeSource().getLocation().toURI();
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, Program.class.getClassLoader());
    } catch (ClassNotFoundException absent) {
      throw new IllegalStateException(absent);
    }
  }

  // ---------------------------------------------------------------- what a hash would walk

  /**
   * Returns whether the hash of a type looks at a few components only; {@code around} are the types
   * it is part of.
   */
  private boolean isBounded(Class<?> type, Set<Class<?>> around) {
    Boolean known = bounded.get(type);
    if (known != null) {
      return known;
    }
    if (around.contains(type)) {
      return false;
    }
    Set<Class<?>> inside = new HashSet<>(around);
    inside.add(type);
    boolean out =
        !leadsToCode(type)
            || (type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).allMatch(c -> isBounded(c, inside))
                : hasIdentity(type)
                    || components(type).stream().allMatch(c -> isBounded(c, inside)));
    if (around.isEmpty()) {
      bounded.put(type, out);
    }
    return out;
  }

  private boolean isBounded(java.lang.reflect.Type component, Set<Class<?>> around) {
    Set<Class<?>> classes = new LinkedHashSet<>();
    addClasses(component, classes);
    if (classes.stream().noneMatch(this::leadsToCode)) {
      return true;
    }
    boolean collects =
        classes.stream()
            .anyMatch(
                c ->
                    c.isArray()
                        || Iterable.class.isAssignableFrom(c)
                        || Map.class.isAssignableFrom(c));
    return !collects && classes.stream().allMatch(c -> isBounded(c, around));
  }

  private boolean leadsToCode(Class<?> type) {
    Boolean known = leadsToCode.get(type);
    if (known == null) {
      known = leadsToCode(type, new HashSet<>());
      leadsToCode.put(type, known);
    }
    return known;
  }

  private static boolean leadsToCode(Class<?> type, Set<Class<?>> seen) {
    if (!type.getName().startsWith("dev.orchlens.")
        || VALUES.stream().anyMatch(v -> v.isAssignableFrom(type))
        || !seen.add(type)) {
      return false;
    }
    if (CODE.stream().anyMatch(code -> code.isAssignableFrom(type))) {
      return true;
    }
    Set<Class<?>> next = new LinkedHashSet<>();
    components(type).forEach(c -> addClasses(c, next));
    if (type.isSealed()) {
      next.addAll(List.of(type.getPermittedSubclasses()));
    }
    return next.stream().anyMatch(c -> leadsToCode(c, seen));
  }

  private static List<java.lang.reflect.Type> components(Class<?> type) {
    return Stream.of(type.getDeclaredFields())
        .filter(f -> !Modifier.isStatic(f.getModifiers()) && !f.isSynthetic())
        .map(Field::getGenericType)
        .toList();
  }

  private static void addClasses(java.lang.reflect.Type type, Set<Class<?>> out) {
    switch (type) {
      case Class<?> c -> {
        out.add(c);
        if (c.isArray()) {
          addClasses(c.getComponentType(), out);
        }
      }
      case ParameterizedType p -> {
        addClasses(p.getRawType(), out);
        Stream.of(p.getActualTypeArguments()).forEach(a -> addClasses(a, out));
      }
      case WildcardType w -> Stream.of(w.getUpperBounds()).forEach(b -> addClasses(b, out));
      case GenericArrayType a -> {
        out.add(Object[].class);
        addClasses(a.getGenericComponentType(), out);
      }
      default -> {}
    }
  }

  // ---------------------------------------------------------------- identity

  /**
   * Returns whether objects of a class are equal to themselves alone: it says so, or is no record
   * and says nothing.
   */
  private static boolean hasIdentity(Class<?> type) {
    if (type.isInterface() || type.isEnum()) {
      return true;
    }
    Optional<MethodModel> hash = hashCodeOf(type);
    return hash.isEmpty() ? !type.isRecord() : hashesIdentity(hash.get());
  }

  private static Optional<MethodModel> hashCodeOf(Class<?> type) {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream bytes = type.getResourceAsStream(file)) {
      return ClassFile.of().parse(bytes.readAllBytes()).methods().stream()
          .filter(
              m -> m.methodName().equalsString("hashCode") && m.methodType().equalsString("()I"))
          .findFirst();
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  private static boolean hashesIdentity(MethodModel hashCode) {
    return hashCode
        .code()
        .orElseThrow()
        .elementStream()
        .anyMatch(
            e ->
                e instanceof InvokeInstruction call
                    && call.name().equalsString("identityHashCode"));
  }
}
