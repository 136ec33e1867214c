package dev.orchlens.tests;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The table of packages in docs/architecture.md.
 *
 * @param mayUse for each package, in the order of the rows, the packages and libraries that its row
 *     lists
 */
record PackageTable(Map<String, List<String>> mayUse) {
  private static final String ROOT = "dev.orchlens.";
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z.]+)` \\|.*\\|.*\\| ([^|]+) \\|$");
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "ANTLR", "org.antlr.",
          "LSP4J", "org.eclipse.lsp4j.",
          "Gson", "com.google.gson.",
          "picocli", "picocli.",
          "Jackson", "com.fasterxml.jackson.",
          "java-diff-utils", "com.github.difflib.");

  static PackageTable read() throws IOException {
    String page = Files.readString(Path.of("../docs/architecture.md"));
    String table = page.substring(page.indexOf("| package | holds |"));
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (MatchResult row :
        ROW.matcher(table.substring(0, table.indexOf("\n\n") + 1)).results().toList()) {
      rows.put(
          row.group(1),
          Arrays.stream(row.group(2).split(", ")).filter(use -> !use.equals("nothing")).toList());
    }
    return new PackageTable(rows);
  }

  Set<String> packages() {
    return mayUse.keySet();
  }

  /** The packages of classes, without the name that all begin with. */
  static Set<String> packagesOf(JavaClasses classes) {
    Set<String> packages = new TreeSet<>();
    classes.forEach(each -> packages.add(each.getPackageName().substring(ROOT.length())));
    return packages;
  }

  /** How many classes each package has; those inside of others do not count. */
  static Map<String, Long> sizes(JavaClasses classes) {
    return classes.stream()
        .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
        .collect(
            Collectors.groupingBy(
                each -> each.getPackageName().substring(ROOT.length()),
                TreeMap::new,
                Collectors.counting()));
  }

  /** What rows list that is neither a library nor a package above them. */
  List<String> upward() {
    List<String> found = new ArrayList<>();
    List<String> above = new ArrayList<>();
    mayUse.forEach(
        (row, uses) -> {
          above.add(row);
          for (String use : uses) {
            List<String> covered =
                packages().stream().filter(each -> covers(use, ROOT + each)).toList();
            if (!LIBRARIES.containsKey(use) && (covered.isEmpty() || !above.containsAll(covered))) {
              found.add(row + " lists " + use);
            }
          }
        });
    return found;
  }

  /** The dependencies of classes that the rows of their packages do not list. */
  List<String> violations(JavaClasses classes) {
    Set<String> found = new TreeSet<>();
    for (JavaClass from : classes) {
      String row = from.getPackageName().substring(ROOT.length());
      from.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(to -> !to.isPrimitive() && !isAllowed(row, to))
          .forEach(to -> found.add(from.getName() + " uses " + to.getName()));
    }
    return List.copyOf(found);
  }

  private boolean isAllowed(String row, JavaClass to) {
    String name = to.getPackageName();
    if (name.startsWith("java.") || name.equals(ROOT + row)) {
      return true;
    }
    return mayUse.getOrDefault(row, List.of()).stream().anyMatch(use -> covers(use, name));
  }

  private static boolean covers(String use, String packageName) {
    if (LIBRARIES.containsKey(use)) {
      return (packageName + ".").startsWith(LIBRARIES.get(use));
    }
    return use.endsWith(".*")
        ? (packageName + ".").startsWith(ROOT + use.substring(0, use.length() - 1))
        : packageName.equals(ROOT + use);
  }
}
