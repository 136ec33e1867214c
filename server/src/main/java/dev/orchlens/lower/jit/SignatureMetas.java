package dev.orchlens.lower.jit;

import dev.orchlens.ir.Problem;
import dev.orchlens.module.eval.DefinitionCall;
import dev.orchlens.module.value.IntValue;
import dev.orchlens.module.value.LanguageObject;
import dev.orchlens.module.value.TensorSampleValue;
import dev.orchlens.module.value.Value;
import dev.orchlens.rule.Code;
import dev.orchlens.syntax.Expr;
import dev.orchlens.syntax.Node;
import dev.orchlens.syntax.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes what is known about the parameters of an entry from its signature and, where a tensor is
 * declared without shape, from calls that pass sample tensors.
 */
final class SignatureMetas {
  private static final Map<String, String> TORCH_TYPES =
      Map.ofEntries(
          Map.entry("float16", "FP16"),
          Map.entry("float32", "FP32"),
          Map.entry("bfloat16", "BF16"),
          Map.entry("int8", "INT8"),
          Map.entry("int16", "INT16"),
          Map.entry("int32", "INT32"),
          Map.entry("int64", "INT64"),
          Map.entry("uint8", "UINT8"),
          Map.entry("bool", "BOOL"),
          Map.entry("float8_e4m3fn", "FP8E4M3FN"),
          Map.entry("float8_e5m2", "FP8E5M2"),
          Map.entry("float8_e8m0fnu", "FP8E8M0"),
          Map.entry("float4_e2m1fn_x2", "FP4"));

  private final JitFunction entry;
  private final Map<String, Map<Integer, Dim.Dynamic>> dynamic;
  private final Optional<DefinitionCall> sample;
  private final ScalarDefaults defaults;
  private final List<Problem> problems;
  private final Map<String, TensorMeta> tensors = new LinkedHashMap<>();
  private final Map<String, Value> scalars = new LinkedHashMap<>();
  private final Set<String> unknown = new HashSet<>();
  private final SequencedMap<String, Part.Parameter> withoutShape = new LinkedHashMap<>();

  SignatureMetas(
      JitFunction entry,
      Map<String, Map<Integer, Dim.Dynamic>> dynamic,
      Optional<DefinitionCall> sample,
      ScalarDefaults defaults,
      List<Problem> problems) {
    this.entry = entry;
    this.dynamic = dynamic;
    this.sample = sample;
    this.defaults = defaults;
    this.problems = problems;
  }

  /** Returns what is known about the entry's parameters. */
  FunctionMetas read() {
    entry.parameters().forEach(this::parameter);
    requireShapes();
    return new FunctionMetas(tensors, scalars, unknown);
  }

  private void parameter(String name, Part.Parameter parameter) {
    if (parameter.annotation().isEmpty()) {
      error(
          Code.JIT_PARAMETER_TYPE,
          parameter,
          "The parameter '"
              + name
              + "' has no type. Annotate it: "
              + name
              + ": pl.Tensor[[16, 64], pl.FP32].");
      unknown.add(name);
      return;
    }
    Value annotation = entry.annotationOf(name);
    Optional<Annotations.TensorType> tensor = entry.tensorType(name);
    if (tensor.isPresent()) {
      tensor(name, parameter, tensor.get());
    } else if (Annotations.isBareTensor(annotation)) {
      sampled(name, parameter);
    } else if (Annotations.isScalar(annotation)) {
      scalar(name, parameter);
    } else {
      unknown.add(name);
      if (annotation.isKnown() || Annotations.fails(annotation)) {
        error(
            Code.JIT_PARAMETER_TYPE,
            parameter.annotation().get(),
            "The type of '"
                + name
                + "' cannot be read"
                + (annotation.isKnown() ? "" : " (" + Annotations.reason(annotation) + ")")
                + ". Write pl.Tensor[[16, 64], pl.FP32] or pl.Scalar[pl.INT32].");
      }
    }
  }

  private void tensor(String name, Part.Parameter parameter, Annotations.TensorType type) {
    if (type.view()) {
      error(
          Code.JIT_TENSOR_VIEW,
          parameter,
          "'"
              + name
              + "' declares a pl.TensorView, which a specialised function cannot keep. Give a plain"
              + " layout such as pl.NZ, or write the kernel with @pl.function.");
    }
    tensors.put(name, withDynamic(name, type.meta()));
  }

  /** The names that bodies and helpers declare for dimensions hide those of the annotation. */
  private TensorMeta withDynamic(String name, TensorMeta meta) {
    List<Dim> dims = new ArrayList<>(meta.shape());
    dynamic
        .getOrDefault(name, Map.of())
        .forEach(
            (i, dim) -> {
              if (i < dims.size()) {
                dims.set(i, dim);
              }
            });
    return meta.withShape(dims);
  }

  private void sampled(String name, Part.Parameter parameter) {
    int position = entry.parameterNames().indexOf(name);
    Value argument = SampleCalls.argument(sample, position, name).orElse(null);
    if (argument instanceof TensorSampleValue tensor && TORCH_TYPES.containsKey(tensor.dtype())) {
      tensors.put(name, withDynamic(name, ofSample(name, tensor)));
      return;
    }
    unknown.add(name);
    withoutShape.putIfAbsent(name, parameter);
  }

  /** Reports all tensors without shape at the first one: what is missing is one call. */
  private void requireShapes() {
    if (!withoutShape.isEmpty()) {
      String first = withoutShape.firstEntry().getKey();
      String names =
          withoutShape.size() == 1
              ? "'" + first + "' is a pl.Tensor"
              : withoutShape.keySet().stream().collect(Collectors.joining("', '", "'", "'"))
                  + " are each a pl.Tensor";
      error(
          Code.JIT_TENSOR_WITHOUT_SHAPE,
          withoutShape.firstEntry().getValue(),
          names
              + " without shape, and no call"
              + " passes tensors of known shape. Write the types in full: "
              + first
              + ": pl.Tensor[[16, 64], pl.FP32].");
    }
  }

  private static TensorMeta ofSample(String name, TensorSampleValue sample) {
    String dtype = TORCH_TYPES.get(sample.dtype());
    List<Dim> dims = new ArrayList<>();
    for (int i = 0; i < sample.shape().size(); i++) {
      String own = name + "_dim" + i;
      boolean packed = dtype.equals("FP4") && i == sample.shape().size() - 1;
      dims.add(
          sample.shape().get(i) instanceof IntValue extent && extent.asLong().isPresent()
              ? new Dim.Static(extent.asLong().getAsLong() * (packed ? 2 : 1))
              : new Dim.Dynamic(own, own));
    }
    return new TensorMeta(
        dims, new LanguageObject.Name("pypto.language." + dtype), Optional.empty());
  }

  private void scalar(String name, Part.Parameter parameter) {
    Optional<Expr> written = parameter.defaultValue();
    if (written.isEmpty() || defaults == ScalarDefaults.RUNTIME) {
      return;
    }
    Value value = entry.annotation(written.get());
    boolean runtime =
        value instanceof LanguageObject.Name language && language.isLanguage("RUNTIME");
    if (Trees.isLiteral(value)) {
      scalars.put(name, value);
    } else if (!runtime && value.isKnown()) {
      error(
          Code.JIT_SCALAR_DEFAULT,
          written.get(),
          "The default of the scalar '"
              + name
              + "' is no number or truth "
              + "value. Use one, or pl.RUNTIME.");
    }
  }

  private void error(Code code, Node node, String message) {
    problems.add(Places.error(code, entry.definition(), node, message));
  }
}
