package dev.orchlens.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The words of generated C++. */
final class CppWords {
  private static final int LONGEST_NUMBER = 18;

  private static final Set<String> VALUE_TYPES =
      words("int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t float double bool auto");
  private static final Set<String> RUNTIME_TYPES =
      words("ChipTensor CoreTaskArgs PTO2TaskId TaskOutputTensors TensorCreateInfo MixedKernels CoreTaskPredicate");
  private static final Set<String> MISSING_TYPES =
      words("half bfloat16_t float8_e4m3_t float8_e5m2_t float8_e8m0_t float4_e2m1x2_t unknown");
  private static final Set<String> RUNTIME =
      words(
          "PTO2_SCOPE PTO2ScopeMode PredicateOp DataType INVALID_KERNEL_ID ChipTaskArgs PTO2OrchestrationConfig"
              + " alloc_tensors rt_submit_task rt_submit_aic_task rt_submit_aiv_task rt_submit_dummy_task"
              + " rt_available_cluster_count rt_available_aiv_count rt_orch_profile_now"
              + " rt_orch_profile_add_dynamic_dep_vector get_tensor_data set_tensor_data from_u64 to_u64 always_assert"
              + " std");
  private static final Set<String> KEYWORDS =
      words(
          "alignas alignof and and_eq asm bitand bitor break case catch char char16_t char32_t char8_t class co_await"
              + " co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype"
              + " default delete do dynamic_cast else enum explicit export extern false for friend goto if inline int"
              + " long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public"
              + " register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct"
              + " switch template this thread_local throw true try typedef typeid typename union unsigned using virtual"
              + " void volatile wchar_t while xor xor_eq");

  private CppWords() {}

  private static Set<String> words(String text) {
    return Set.of(text.split(" "));
  }

  /** Returns the tokens of a line, without comments: names, numbers, strings, {@code ::} and {@code ->}, characters. */
  static List<String> tokens(String line) {
    List<String> tokens = new ArrayList<>();
    int i = 0;
    while (i < line.length() && !line.startsWith("//", i)) {
      if (line.startsWith("/*", i)) {
        int close = line.indexOf("*/", i + 2);
        i = close < 0 ? line.length() : close + 2;
      } else if (Character.isWhitespace(line.charAt(i))) {
        i++;
      } else {
        int end = end(line, i);
        tokens.add(line.substring(i, end));
        i = end;
      }
    }
    return tokens;
  }

  private static int end(String line, int start) {
    char first = line.charAt(start);
    if (isWordPart(first)) {
      int end = start + 1;
      while (end < line.length() && (isWordPart(line.charAt(end)) || isDigit(first) && line.charAt(end) == '.')) {
        end++;
      }
      return end;
    }
    if (first == '"') {
      int close = line.indexOf('"', start + 1);
      return close < 0 ? line.length() : close + 1;
    }
    return line.startsWith("::", start) || line.startsWith("->", start) ? start + 2 : start + 1;
  }

  /** Names keep the letters of the source, which may be of any script; no other C++ we write has such characters. */
  private static boolean isWordPart(char c) {
    return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c > 127;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Returns whether a token is spelled like a name. */
  static boolean isName(String token) {
    return isWordPart(token.charAt(0)) && !isDigit(token.charAt(0));
  }

  /** Returns whether the name at {@code index} is declared there: a type stands in front of it. */
  static boolean isDeclared(List<String> tokens, int index) {
    String before = at(tokens, index - 1);
    return switch (before) {
      case "&" -> RUNTIME_TYPES.contains(at(tokens, index - 2));
      case ">" -> at(tokens, index - 3).equals("<") && at(tokens, index - 4).equals("vector");
      default -> VALUE_TYPES.contains(before) || RUNTIME_TYPES.contains(before) || MISSING_TYPES.contains(before);
    };
  }

  /** Returns the token at {@code index}, empty outside of the line. */
  static String at(List<String> tokens, int index) {
    return index >= 0 && index < tokens.size() ? tokens.get(index) : "";
  }

  /** Returns whether a type is one that orchestration code does not have. */
  static boolean isMissingType(String name) {
    return MISSING_TYPES.contains(name);
  }

  /** Returns whether what follows {@code token} is a member and no name of its own. */
  static boolean isSelector(String token) {
    return token.equals(".") || token.equals("::") || token.equals("->");
  }

  /** Returns whether C++ or the runtime defines a name. */
  static boolean isKnown(String name) {
    return VALUE_TYPES.contains(name) || RUNTIME_TYPES.contains(name) || isReserved(name);
  }

  /** Returns whether a name cannot be declared. */
  static boolean isReserved(String name) {
    return KEYWORDS.contains(name) || RUNTIME.contains(name) || VALUE_TYPES.contains(name);
  }

  /** Returns whether a token is a whole number above {@code largest}. */
  static boolean isTooLarge(String token, long largest) {
    return token.chars().allMatch(c -> isDigit((char) c))
        && (token.length() > LONGEST_NUMBER || Long.parseLong(token) > largest);
  }
}
