package dev.orchlens.module.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value that the DSL makes or names; what it means is for the lowering to say. */
public sealed interface LanguageObject extends Value
    permits LanguageObject.Name,
        LanguageObject.Indexed,
        LanguageObject.Call,
        LanguageObject.DynamicDim,
        Definition {

  /**
   * A name of the DSL.
   *
   * @param path its dotted path behind the module it was imported from, such as {@code
   *     pypto.language.FP32} or {@code pypto.language.distributed.world_size}; whether such a name
   *     exists is not checked here
   */
  record Name(String path) implements LanguageObject {
    /** The part behind the last dot. */
    public String simpleName() {
      return path.substring(path.lastIndexOf('.') + 1);
    }

    /**
     * Whether this is {@code pypto.language} followed by the given rest, such as {@code
     * jit.inline}.
     */
    public boolean isLanguage(String rest) {
      return path.equals("pypto.language." + rest);
    }
  }

  /**
   * A subscript of a DSL name, such as {@code pl.Tensor[[M, N], pl.FP32]} held in a variable.
   *
   * @param base what is subscripted
   * @param index the index; a tuple where several are written
   */
  record Indexed(LanguageObject base, Value index) implements LanguageObject {}

  /**
   * A call of a DSL name at module level, such as {@code pl.TensorView(stride=[1, 64])}.
   *
   * @param callee what is called
   * @param arguments the positional arguments
   * @param keywords the named arguments in the order written
   * @param site where the call is
   */
  record Call(LanguageObject callee, List<Value> arguments, Map<String, Value> keywords, Site site)
      implements LanguageObject {
    public Call {
      arguments = List.copyOf(arguments);
      keywords = Collections.unmodifiableMap(new LinkedHashMap<>(keywords));
    }
  }

  /**
   * What {@code pl.dynamic("M")} gives: a dimension that is known only when the program runs.
   *
   * @param name the name it was created with
   * @param site where it was created; two dimensions are the same one only if they were created by
   *     the same evaluation
   */
  record DynamicDim(String name, Site site) implements LanguageObject {}
}
