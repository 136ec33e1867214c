package dev.orchlens.pass.tools;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Names that passes make: {@code <base>__[<qualifier>_][<role>_][v<version>]} (reference:
 * docs/en/dev/passes/utils.md, "auto_name_utils").
 *
 * @param base the part before the first double underscore
 * @param qualifier what distinguishes copies of one name, or empty
 * @param role what the variable is for, such as {@code ssa} or {@code phi}
 * @param version the version, 0 or more
 * @param isMade whether the name has a suffix of this form at all
 */
public record AutoName(
    String base, String qualifier, Optional<String> role, OptionalInt version, boolean isMade) {

  private static final String DELIMITER = "__";

  private static final Set<String> ROLES =
      Set.of("ssa", "iter", "rv", "phi", "tile", "tmp", "out", "store", "idx");

  /** Takes a name apart; a name without a double underscore is all base. */
  public static AutoName parse(String name) {
    int boundary = name.indexOf(DELIMITER);
    if (boundary < 0) {
      return new AutoName(name, "", Optional.empty(), OptionalInt.empty(), false);
    }
    String suffix = name.substring(boundary + DELIMITER.length());
    OptionalInt version = OptionalInt.empty();
    int cut = suffix.lastIndexOf('_');
    if (isVersion(suffix, cut + 1)) {
      version = OptionalInt.of(Integer.parseInt(suffix.substring(cut + 2)));
      suffix = cut < 0 ? "" : suffix.substring(0, cut);
    }
    Optional<String> role = Optional.empty();
    cut = suffix.lastIndexOf('_');
    if (ROLES.contains(suffix.substring(cut + 1))) {
      role = Optional.of(suffix.substring(cut + 1));
      suffix = cut < 0 ? "" : suffix.substring(0, cut);
    }
    return new AutoName(name.substring(0, boundary), suffix, role, version, true);
  }

  /** Returns the base of a name, as {@link #parse} finds it. */
  public static String base(String name) {
    int boundary = name.indexOf(DELIMITER);
    return boundary < 0 ? name : name.substring(0, boundary);
  }

  /** Returns {@code base__role_vN}. */
  public static String of(String base, String role, int version) {
    return of(base, "", role, version);
  }

  /** Returns {@code base__qualifier_role_vN}, without the qualifier when it is empty. */
  public static String of(String base, String qualifier, String role, int version) {
    String prefix = qualifier.isEmpty() ? "" : qualifier + "_";
    return base + DELIMITER + prefix + role + "_v" + version;
  }

  /**
   * Returns version {@code version} of {@code name} in the given role, keeping the qualifier of a
   * name a pass made.
   */
  public static String versioned(String name, String role, int version) {
    if (!name.contains(DELIMITER)) {
      return of(name, role, version);
    }
    AutoName parsed = parse(name);
    return parsed.hasRoleOrVersion()
        ? of(parsed.base, parsed.qualifier, role, version)
        : of(name, role, version);
  }

  /**
   * Returns the next version of {@code name}, in its own role or {@code ssa}, that {@code used}
   * does not hold.
   */
  public static String freshLike(String name, Set<String> used) {
    AutoName parsed = parse(name);
    int version = parsed.version.orElse(-1) + 1;
    String role = parsed.role.orElse("ssa");
    while (used.contains(of(parsed.base, parsed.qualifier, role, version))) {
      version++;
    }
    return of(parsed.base, parsed.qualifier, role, version);
  }

  /**
   * Returns whether a pass may make versions of {@code name}: its base has no double underscore.
   */
  public static boolean isBaseAllowed(String name) {
    return !name.contains(DELIMITER) || parse(name).hasRoleOrVersion();
  }

  /** Returns whether the suffix says more than a qualifier. */
  public boolean hasRoleOrVersion() {
    return role.isPresent() || version.isPresent();
  }

  private static boolean isVersion(String s, int from) {
    if (s.length() - from < 2 || s.length() - from > 10 || s.charAt(from) != 'v') {
      return false;
    }
    for (int i = from + 1; i < s.length(); i++) {
      if (s.charAt(i) < '0' || s.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
