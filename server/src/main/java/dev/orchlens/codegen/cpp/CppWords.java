package dev.orchlens.codegen.cpp;

import java.util.Set;

/** The words of generated C++. */
final class CppWords {
  private static final Set<String> VALUE_TYPES =
      words(
          "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t float double"
              + " bool auto");
  private static final Set<String> RUNTIME_TYPES =
      words(
          "ChipTensor CoreTaskArgs PTO2TaskId TaskOutputTensors TensorCreateInfo MixedKernels"
              + " CoreTaskPredicate");
  private static final Set<String> MISSING_TYPES =
      words("half bfloat16_t float8_e4m3_t float8_e5m2_t float8_e8m0_t float4_e2m1x2_t unknown");
  private static final Set<String> RUNTIME =
      words(
          "PTO2_SCOPE PTO2ScopeMode PredicateOp DataType INVALID_KERNEL_ID ChipTaskArgs"
              + " PTO2OrchestrationConfig alloc_tensors rt_submit_task rt_submit_aic_task"
              + " rt_submit_aiv_task rt_submit_dummy_task rt_available_cluster_count"
              + " rt_available_aiv_count rt_orch_profile_now rt_orch_profile_add_dynamic_dep_vector"
              + " get_tensor_data set_tensor_data from_u64 to_u64 always_assert std");
  private static final Set<String> KEYWORDS =
      words(
          "alignas alignof and and_eq asm bitand bitor break case catch char char16_t char32_t"
              + " char8_t class co_await co_return co_yield compl concept const const_cast"
              + " consteval constexpr constinit continue decltype default delete do dynamic_cast"
              + " else enum explicit export extern false for friend goto if inline int long mutable"
              + " namespace new noexcept not not_eq nullptr operator or or_eq private protected"
              + " public register reinterpret_cast requires return short signed sizeof static"
              + " static_assert static_cast struct switch template this thread_local throw true try"
              + " typedef typeid typename union unsigned using virtual void volatile wchar_t while"
              + " xor xor_eq");

  /** Which characters of ASCII words have. */
  private static final boolean[] WORD_PARTS = wordParts();

  private CppWords() {}

  private static boolean[] wordParts() {
    boolean[] parts = new boolean[128];
    for (char c = 0; c < parts.length; c++) {
      parts[c] = c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c);
    }
    return parts;
  }

  private static Set<String> words(String text) {
    return Set.of(text.split(" "));
  }

  /**
   * Returns whether names and numbers may have a character. Names keep the letters of the source,
   * which may be of any script; no other C++ we write has such characters.
   */
  static boolean isWordPart(char c) {
    return c >= WORD_PARTS.length || WORD_PARTS[c];
  }

  /** Returns whether a character is a digit of a number. */
  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Returns what a token is. */
  static CppToken.Kind kind(String token) {
    char first = token.charAt(0);
    if (isDigit(first)) {
      return CppToken.Kind.NUMBER;
    }
    return isWordPart(first) ? wordKind(token) : markKind(token);
  }

  private static CppToken.Kind wordKind(String word) {
    if (VALUE_TYPES.contains(word)) {
      return CppToken.Kind.VALUE_TYPE;
    }
    if (RUNTIME_TYPES.contains(word)) {
      return CppToken.Kind.RUNTIME_TYPE;
    }
    if (MISSING_TYPES.contains(word)) {
      return CppToken.Kind.MISSING_TYPE;
    }
    return KEYWORDS.contains(word) || RUNTIME.contains(word)
        ? CppToken.Kind.RESERVED
        : CppToken.Kind.NAME;
  }

  private static CppToken.Kind markKind(String mark) {
    return switch (mark) {
      case ".", "::", "->" -> CppToken.Kind.SELECTOR;
      case "{" -> CppToken.Kind.OPENING;
      case "}" -> CppToken.Kind.CLOSING;
      default -> CppToken.Kind.OTHER;
    };
  }
}
