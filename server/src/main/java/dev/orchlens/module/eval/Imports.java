package dev.orchlens.module.eval;

import dev.orchlens.module.text.ValueText;
import dev.orchlens.module.value.DictValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.ListValue;
import dev.orchlens.module.value.ModuleEnvironment;
import dev.orchlens.module.value.ModuleValue;
import dev.orchlens.module.value.OpaqueValue;
import dev.orchlens.module.value.Scope;
import dev.orchlens.module.value.StrValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import dev.orchlens.syntax.Stmt;
import dev.orchlens.syntax.SyntaxTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Resolves and loads modules as Python does (Python language reference, "The import system"). */
public final class Imports {
  private static final Set<String> NEVER_FILES =
      Set.of("sys", "builtins", "pypto", "torch", "__future__");

  private final Interpreter interpreter;
  private final ModuleLoader loader;
  private final DictValue modules;
  private final ListValue searchPath;
  private final ListValue arguments;
  private final DictValue environment;
  private final Map<String, ModuleEnvironment> byPath = new LinkedHashMap<>();
  private final Set<String> probed;
  private final List<String> enclosingFolders = new ArrayList<>();
  private boolean librariesFirst;

  /** The main file while its own code runs, else null. */
  private ModuleEnvironment running;

  /** The main file, from the moment when it runs. */
  private ModuleEnvironment main;

  Imports(Interpreter interpreter, ModuleLoader loader) {
    this.interpreter = interpreter;
    this.loader = loader;
    this.modules = interpreter.dict();
    this.searchPath = interpreter.list(new ArrayList<>());
    this.arguments = interpreter.list(new ArrayList<>());
    this.environment = interpreter.dict();
    this.probed = new LinkedHashSet<>();
  }

  /** The modules of an evaluation that is over, as the start of another one. */
  Imports(Interpreter interpreter, Imports loaded) {
    this.interpreter = interpreter;
    this.loader = loaded.loader;
    this.modules = interpreter.dict();
    Containers.putAll(interpreter, modules, loaded.modules);
    this.searchPath = interpreter.list(new ArrayList<>(loaded.searchPath.elements()));
    this.arguments = interpreter.list(new ArrayList<>(loaded.arguments.elements()));
    this.environment = interpreter.dict();
    Containers.putAll(interpreter, environment, loaded.environment);
    this.byPath.putAll(loaded.byPath);
    this.enclosingFolders.addAll(loaded.enclosingFolders);
    this.librariesFirst = loaded.librariesFirst;
    this.main = loaded.main;
    this.probed = new LinkedHashSet<>();
  }

  public DictValue modules() {
    return modules;
  }

  public ListValue searchPath() {
    return searchPath;
  }

  public ListValue arguments() {
    return arguments;
  }

  public DictValue environment() {
    return environment;
  }

  /** The modules that were loaded, in the order in which their loading began. */
  public Collection<ModuleEnvironment> loaded() {
    return byPath.values();
  }

  /** Whether there is a file at a path, where that is known. */
  public Optional<Boolean> hasFile(String path) {
    return loader.hasFile(path);
  }

  /** The paths that were looked for. */
  public Set<String> probed() {
    return probed;
  }

  /** Loads the main file. */
  public ModuleEnvironment main(SyntaxTree tree, String path, List<String> roots) {
    String folder = Paths.parent(path);
    addToSearchPath(folder);
    roots.forEach(this::addToSearchPath);
    arguments.append(new StrValue(path));
    String stem = Paths.name(path).replaceFirst("\\.py$", "");
    String parent = packageOf(folder);
    String name = parent.isEmpty() ? stem : stem.equals("__init__") ? parent : parent + "." + stem;
    if (!parent.isEmpty()) {
      String top = folder;
      for (int i = 0; i < parent.split("\\.").length; i++) {
        top = Paths.parent(top);
      }
      addToSearchPath(top);
      librariesFirst = true;
    }
    addEnclosingFolders(folder);
    ModuleEnvironment module = newModule(name, path, Optional.of(tree), stem.equals("__init__"));
    register(module, stem);
    if (!name.equals(stem)) {
      put(name, new ModuleValue(module));
    }
    main = module;
    running = module;
    new ModuleRunner(interpreter).run(module);
    running = null;
    return module;
  }

  /**
   * A file that is not itself the main program is opened as if it were: the program that imports it
   * usually stands in a folder above, so those are searched last, as far up as the roots reach.
   */
  private void addEnclosingFolders(String folder) {
    String each = Paths.parent(folder);
    while (each.length() > 1 && loader.isFolder(each)) {
      enclosingFolders.add(each);
      each = Paths.parent(each);
    }
  }

  private void addToSearchPath(String folder) {
    Value entry = new StrValue(folder);
    if (!searchPath.elements().contains(entry)) {
      searchPath.append(entry);
    }
  }

  /**
   * The dotted name of the package that a folder is, by the {@code __init__.py} files on the way
   * up.
   */
  private String packageOf(String folder) {
    String name = "";
    String each = folder;
    while (loader.load(each + "/__init__.py").isPresent() && Names.isIdentifier(Paths.name(each))) {
      name = Paths.name(each) + (name.isEmpty() ? "" : "." + name);
      each = Paths.parent(each);
    }
    return name;
  }

  private void register(ModuleEnvironment module, String name) {
    byPath.put(module.path(), module);
    put(name, new ModuleValue(module));
    String parent = module.isPackage() ? module.name() : parentName(module.name());
    Scope scope = module.scope();
    scope.set("__name__", new StrValue(name), null, Long.MIN_VALUE);
    scope.set("__file__", new StrValue(module.path()), null, Long.MIN_VALUE);
    scope.set("__package__", new StrValue(parent), null, Long.MIN_VALUE);
    scope.set("__doc__", Value.NONE, null, Long.MIN_VALUE);
    scope.set("__builtins__", new OpaqueValue("builtins"), null, Long.MIN_VALUE);
  }

  private void put(String name, Value module) {
    modules.put(name, module);
  }

  private static String parentName(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }

  /** Executes {@code import a.b as c}. */
  void execute(Frame frame, Stmt.Import statement) {
    for (Part.Alias alias : statement.names()) {
      String name = alias.name().text();
      interpreter.at(frame, alias.name());
      Value module = load(name);
      int dot = name.indexOf('.');
      boolean bindsTop = alias.asName().isEmpty() && dot >= 0;
      Value bound = bindsTop ? load(name.substring(0, dot)) : module;
      interpreter.assignments.bind(frame, alias.bound().text(), bound, alias.bound());
    }
  }

  /** Executes {@code from a import b as c}. */
  void execute(Frame frame, Stmt.ImportFrom statement) {
    String written = statement.module().map(Part.Identifier::text).orElse("");
    Node place = statement.module().<Node>map(name -> name).orElse(statement);
    interpreter.at(frame, place);
    Value module = load(absolute(frame.module(), written, statement.level()));
    for (Part.Alias alias : statement.names()) {
      interpreter.at(frame, alias.name());
      if (alias.name().text().equals("*")) {
        star(frame, module, alias);
      } else {
        Value value =
            comesLater(frame.module(), module, alias.name().text())
                ? interpreter.unknown(
                    "'"
                        + alias.name().text()
                        + "' is defined further down in the file that is looked at")
                : member(module, alias.name().text());
        interpreter.assignments.bind(frame, alias.bound().text(), value, alias.bound());
      }
    }
  }

  /**
   * Whether a package imports a name that the main file, a module of that package, has not defined
   * yet. Where the program starts elsewhere, the package comes first and finds the name, so nothing
   * is wrong with that.
   */
  private boolean comesLater(ModuleEnvironment importer, Value module, String name) {
    return running != null
        && module instanceof ModuleValue(ModuleEnvironment from)
        && from == running
        && importer.isPackage()
        && from.name().startsWith(importer.name() + ".")
        && from.scope().entry(name, Scope.LATEST) == null;
  }

  /**
   * After an import that failed: binds the names that can be imported, and makes the others
   * unknown.
   */
  void bindRest(Frame frame, Stmt.ImportFrom statement, UnknownValue why) {
    for (Part.Alias alias : statement.names()) {
      Value value = why;
      try {
        String written = statement.module().map(Part.Identifier::text).orElse("");
        value =
            member(load(absolute(frame.module(), written, statement.level())), alias.name().text());
      } catch (PythonException e) {
        // This is one of the names that are missing: it stays unknown.
        value = why;
      }
      interpreter.assignments.bind(frame, alias.bound().text(), value, alias.bound());
    }
  }

  /** {@code importlib.import_module}. */
  public Value importModule(String name, String anchor) {
    int level = 0;
    while (level < name.length() && name.charAt(level) == '.') {
      level++;
    }
    String base = above(anchor, level - 1);
    String rest = name.substring(level);
    return load(level == 0 ? name : rest.isEmpty() ? base : base + "." + rest);
  }

  private String absolute(ModuleEnvironment importer, String name, int level) {
    if (level == 0) {
      return name;
    }
    String base =
        above(importer.isPackage() ? importer.name() : parentName(importer.name()), level - 1);
    if (base.isEmpty() && importer == main) {
      base = above(namespacePackage(), level - 1);
    }
    if (base.isEmpty()) {
      throw interpreter.error(
          "ImportError",
          "a relative import needs a package around the file, and this one leads above the folders"
              + " that are read; open the folder that the program's imports start from, or add it"
              + " to the roots");
    }
    return name.isEmpty() ? base : base + "." + name;
  }

  private static String above(String packageName, int levels) {
    String base = packageName;
    for (int i = 0; i < levels; i++) {
      base = parentName(base);
    }
    return base;
  }

  /**
   * The dotted name of the main file's folder as seen from the topmost folder that may be read, or
   * empty where that is no name. A program that stands there imports it so: folders need no {@code
   * __init__.py} (PEP 420).
   */
  private String namespacePackage() {
    String name = "";
    String each = Paths.parent(main.path());
    for (String enclosing : enclosingFolders) {
      if (!Names.isIdentifier(Paths.name(each))) {
        return "";
      }
      name = Paths.name(each) + (name.isEmpty() ? "" : "." + name);
      each = enclosing;
    }
    return name;
  }

  private Value member(Value module, String name) {
    if (!(module instanceof ModuleValue(ModuleEnvironment environmentOf))) {
      return interpreter.attributes.get(module, name);
    }
    interpreter.recorder.read(environmentOf, name);
    Scope.Entry entry = environmentOf.scope().entry(name, Scope.LATEST);
    if (entry != null) {
      return entry.value();
    }
    if (environmentOf.isPackage()) {
      Optional<Value> submodule = find(environmentOf.name() + "." + name);
      if (submodule.isPresent()) {
        return submodule.get();
      }
    }
    Optional<Value> starred = environmentOf.scope().starred(name);
    if (starred.isPresent()) {
      return starred.get();
    }
    throw interpreter.error(
        "ImportError",
        "module '"
            + environmentOf.name()
            + "' ("
            + Paths.name(environmentOf.path())
            + ") defines no name '"
            + name
            + "'");
  }

  private void star(Frame frame, Value module, Part.Alias alias) {
    if (!(module instanceof ModuleValue(ModuleEnvironment from))) {
      frame.scope().importAll(module);
      return;
    }
    Optional<Value> listed = from.value("__all__");
    List<Value> names =
        listed.isPresent()
            ? interpreter.iteration.list(listed.get())
            : from.names().stream().filter(name -> !name.startsWith("_")).map(Value::of).toList();
    for (Value name : names) {
      interpreter.assignments.bind(
          frame, ValueText.str(name), member(module, ValueText.str(name)), alias);
    }
  }

  private Value load(String name) {
    return find(name)
        .orElseThrow(
            () ->
                interpreter.error(
                    "ModuleNotFoundError",
                    "there is no module '"
                        + name
                        + "' in the file's folder or in the configured roots"));
  }

  /** The module of a dotted name, loaded if it was not yet; empty where there is none. */
  private Optional<Value> find(String name) {
    Optional<Value> cached = modules.get(name);
    if (cached.isPresent()) {
      return cached;
    }
    String parent = parentName(name);
    return parent.isEmpty() ? findTop(name) : findInside(parent, name);
  }

  private Optional<Value> findTop(String name) {
    boolean isLibrary = interpreter.library.hasModule(name);
    if (NEVER_FILES.contains(name) || librariesFirst && isLibrary) {
      return Optional.of(library(name));
    }
    Optional<Value> found =
        locate(name, name, searchPath.elements().stream().map(ValueText::str).toList());
    if (found.isPresent()) {
      return found;
    }
    return isLibrary ? Optional.of(library(name)) : locate(name, name, enclosingFolders);
  }

  private Optional<Value> findInside(String parent, String name) {
    Optional<Value> container = find(parent);
    Optional<Value> made = modules.get(name);
    if (container.isEmpty() || made.isPresent()) {
      return made;
    }
    String last = name.substring(name.lastIndexOf('.') + 1);
    if (!(container.get() instanceof ModuleValue(ModuleEnvironment outer))) {
      return Optional.of(interpreter.attributes.get(container.get(), last));
    }
    if (!outer.isPackage()) {
      return outer == running && packageNamed(parent).isPresent() ? find(name) : Optional.empty();
    }
    String folder = outer.tree().isPresent() ? Paths.parent(outer.path()) : outer.path();
    Optional<Value> found = locate(name, last, List.of(folder));
    found.ifPresent(module -> interpreter.attributes.set(container.get(), last, module));
    return found;
  }

  /**
   * Looks for a package that has the name of the main file and that the main file imports from. A
   * program that loads this file under another name reaches the package.
   */
  private Optional<Value> packageNamed(String name) {
    List<String> folders =
        new ArrayList<>(searchPath.elements().stream().map(ValueText::str).toList());
    folders.remove(Paths.parent(running.path()));
    folders.addAll(enclosingFolders);
    folders.removeIf(folder -> loader.load(folder + "/" + name + "/__init__.py").isEmpty());
    return locate(name, name, folders);
  }

  private static Value library(String name) {
    return name.equals("pypto") ? new LanguageObject.Name("pypto") : new OpaqueValue(name);
  }

  private Optional<Value> locate(String name, String last, List<String> folders) {
    for (String folder : folders) {
      for (String path :
          List.of(folder + "/" + last + "/__init__.py", folder + "/" + last + ".py")) {
        probed.add(path);
        Optional<SyntaxTree> tree = loader.load(path);
        if (tree.isPresent()) {
          return Optional.of(execute(name, path, tree, path.endsWith("/__init__.py")));
        }
      }
    }
    for (String folder : folders) {
      String path = folder + "/" + last;
      if (loader.isFolder(path)) {
        return Optional.of(execute(name, path, Optional.empty(), true));
      }
    }
    return Optional.empty();
  }

  private Value execute(String name, String path, Optional<SyntaxTree> tree, boolean isPackage) {
    ModuleEnvironment module = newModule(name, path, tree, isPackage);
    register(module, name);
    interpreter.whileLoading(() -> new ModuleRunner(interpreter).run(module));
    return modules.get(name).orElseGet(() -> new ModuleValue(module));
  }

  private ModuleEnvironment newModule(
      String name, String path, Optional<SyntaxTree> tree, boolean isPackage) {
    return new ModuleEnvironment(
        interpreter.heap, interpreter.library::builtin, name, path, tree, isPackage);
  }
}
