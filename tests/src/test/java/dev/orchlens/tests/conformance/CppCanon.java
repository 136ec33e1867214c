package dev.orchlens.tests.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * C++ text reduced to what counts in a comparison (conformance/FORMAT.md, "Comparing C++"): no
 * comments, no white space, local names numbered in the order they appear, a run of hoisted TaskIds
 * as its length.
 */
final class CppCanon {
  private static final Pattern COMMENT = Pattern.compile("//[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"[^\"]*\"|[A-Za-z_]\\w*|\\d[\\w.]*|::|->|<<|>>|<=|>=|==|!=|&&|\\|\\||\\+=|-=|\\S");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
  private static final Set<String> KEYWORDS =
      Set.of(
          ("if else for while return const int64_t uint64_t uint32_t int32_t uint16_t int16_t"
                  + " uint8_t int8_t size_t float double bool void auto true false nullptr static_cast"
                  + " reinterpret_cast union extern include")
              .split(" "));
  private static final Set<String> DECLARING =
      Set.of(
          ("int64_t uint64_t uint32_t int32_t float double bool auto ChipTensor Tensor CoreTaskArgs"
                  + " L0TaskArgs PTO2TaskId TaskOutputTensors TensorCreateInfo MixedKernels uint8_t"
                  + " int8_t uint16_t int16_t size_t")
              .split(" "));
  private static final List<String> INVALID =
      List.of("=", "PTO2TaskId", "::", "invalid", "(", ")", ";");

  private CppCanon() {}

  /** Returns the statements of {@code code}, each as its canonical tokens. */
  static List<String> statements(String code) {
    List<String> out = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    for (String token : canonical(code)) {
      current.append(current.isEmpty() ? "" : " ").append(token);
      if (token.equals(";") || token.equals("{") || token.equals("}")) {
        out.add(current.toString());
        current.setLength(0);
      }
    }
    return out;
  }

  private static List<String> canonical(String code) {
    List<String> tokens = tokens(code);
    Set<String> names = localNames(tokens);
    Map<String, String> renamed = new HashMap<>();
    List<String> out = new ArrayList<>();
    for (String token : withoutHoisted(tokens)) {
      out.add(
          names.contains(token)
              ? renamed.computeIfAbsent(token, t -> "v" + renamed.size())
              : token);
    }
    return out;
  }

  private static List<String> tokens(String code) {
    Matcher matcher = TOKEN.matcher(COMMENT.matcher(code).replaceAll(" "));
    List<String> tokens = new ArrayList<>();
    while (matcher.find()) {
      tokens.add(matcher.group());
    }
    return tokens;
  }

  private static Set<String> localNames(List<String> tokens) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < tokens.size() - 1; i++) {
      if (!DECLARING.contains(tokens.get(i))) {
        continue;
      }
      int j = i + 1;
      while (j < tokens.size() && Set.of("&", "*", "const").contains(tokens.get(j))) {
        j++;
      }
      if (j < tokens.size()
          && NAME.matcher(tokens.get(j)).matches()
          && !KEYWORDS.contains(tokens.get(j))) {
        names.add(tokens.get(j));
      }
    }
    return names;
  }

  private static List<String> withoutHoisted(List<String> tokens) {
    List<String> out = new ArrayList<>();
    int run = 0;
    int i = 0;
    while (i < tokens.size()) {
      boolean hoisted =
          tokens.get(i).equals("PTO2TaskId")
              && i + 9 <= tokens.size()
              && tokens.subList(i + 2, i + 9).equals(INVALID);
      if (hoisted) {
        run++;
        i += 9;
        continue;
      }
      if (run > 0) {
        out.addAll(List.of("hoisted", Integer.toString(run), ";"));
        run = 0;
      }
      out.add(tokens.get(i++));
    }
    return out;
  }
}
