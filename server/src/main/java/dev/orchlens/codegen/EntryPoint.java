package dev.orchlens.codegen;

import dev.orchlens.codegen.cpp.CppTypes;
import dev.orchlens.codegen.cpp.Emitter;
import dev.orchlens.codegen.cpp.Failures;
import dev.orchlens.codegen.cpp.Names;
import dev.orchlens.codegen.cpp.ShapeText;
import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Expr;
import dev.orchlens.ir.Function;
import dev.orchlens.ir.Param;
import dev.orchlens.ir.Type;
import dev.orchlens.ir.Var;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes what is around the body: headers, the two functions the runtime calls, and the parameters
 * (reference: docs/en/dev/codegen/01-orchestration_codegen.md, "Code Generation Flow" and
 * "Dynamic-dim symbols").
 */
final class EntryPoint {
  /** How the line starts that opens the entry function. */
  static final String HEAD = "void aicpu_orchestration_entry(";

  /** The name of the parameter of the entry function. */
  static final String PARAMETER = "orch_args";

  private final Function function;
  private final List<Param> tensors = new ArrayList<>();
  private final List<Param> scalars = new ArrayList<>();

  EntryPoint(Function function) {
    this.function = function;
    for (Param param : function.params()) {
      Type type = param.var().type();
      if (type.isTensor()) {
        tensors.add(param);
      } else if (type instanceof Type.Scalar || CppTypes.isCommContext(type)) {
        scalars.add(param);
      }
    }
  }

  private static String name(Param param) {
    return Names.base(param.var().name());
  }

  /** Returns the first tensor parameter as the text knows it. */
  Optional<String> firstTensor() {
    return tensors.stream().findFirst().map(p -> Names.external(name(p)));
  }

  /** Tells the names and types of the parameters. */
  void introduce(Names names, ShapeText shapes) {
    function.params().forEach(p -> names.parameter(p.var()));
    for (int i = 0; i < tensors.size(); i++) {
      shapes.tensorParam(name(tensors.get(i)), i);
      shapes.named(name(tensors.get(i)), tensors.get(i).var().type());
    }
  }

  /**
   * Returns the communication context of each distributed tensor parameter, by their names.
   *
   * @throws dev.orchlens.ir.Rejection when they are not as many as the tensors
   */
  Map<String, String> contexts() {
    List<Param> distributed =
        tensors.stream()
            .filter(p -> p.var().type() instanceof Type.Tensor t && t.distributed())
            .toList();
    List<Param> contexts =
        scalars.stream().filter(p -> CppTypes.isCommContext(p.var().type())).toList();
    if (distributed.size() != contexts.size()) {
      throw Failures.internal(
          "the function has "
              + distributed.size()
              + " distributed tensors, but "
              + contexts.size()
              + " communication contexts.",
          function.origin());
    }
    Map<String, String> byTensor = new HashMap<>();
    for (int i = 0; i < distributed.size(); i++) {
      byTensor.put(name(distributed.get(i)), name(contexts.get(i)));
    }
    return byTensor;
  }

  /** Writes the whole text around {@code body}, whose lines are indented already. */
  void write(
      Emitter emitter,
      List<Emitter.Part> body,
      boolean usesVector,
      BodyUses uses,
      Names names,
      ShapeText shapes) {
    List<Extent> extents = extents(emitter, uses, names);
    headers(emitter, usesVector);
    emitter.from(
        function.origin(),
        () -> {
          emitter.line("extern \"C\" {");
          config(emitter);
          emitter.line("__attribute__((visibility(\"default\")))");
          emitter.line(HEAD + "const ChipTaskArgs& " + PARAMETER + ") {");
          emitter.nested(
              () -> {
                parameters(emitter);
                declare(extents, emitter, shapes);
                emitter.blank();
              });
          emitter.add(body);
          emitter.line("}");
          emitter.blank();
          emitter.line("}  // extern \"C\"");
        });
  }

  private static void headers(Emitter emitter, boolean usesVector) {
    emitter.line("#include <stddef.h>");
    emitter.line("#include <stdint.h>");
    emitter.line("#include <stdio.h>");
    if (usesVector) {
      emitter.line("#include <vector>");
    }
    emitter.blank();
    emitter.line("#include \"pto_orchestration_api.h\"");
    emitter.blank();
  }

  private void config(Emitter emitter) {
    emitter.line("__attribute__((visibility(\"default\")))");
    emitter.line(
        "PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {");
    emitter.nested(
        () -> {
          emitter.line("(void)orch_args;");
          emitter.line("return PTO2OrchestrationConfig{");
          emitter.nested(
              () ->
                  emitter.line(".expected_arg_count = " + (tensors.size() + scalars.size()) + ","));
          emitter.line("};");
        });
    emitter.line("}");
    emitter.blank();
  }

  private void parameters(Emitter emitter) {
    emitter.line("// Tensors of the caller");
    for (int i = 0; i < tensors.size(); i++) {
      String tensor = Names.external(name(tensors.get(i)));
      String line = "const ChipTensor& " + tensor + " = orch_args.tensor(" + i + ").ref();";
      emitter.from(tensors.get(i).var().origin(), () -> emitter.line(line));
    }
    if (scalars.isEmpty()) {
      return;
    }
    emitter.blank();
    emitter.line("// Scalars of the caller");
    for (int i = 0; i < scalars.size(); i++) {
      String argument = "orch_args.scalar(" + i + ")";
      String line = declaration(scalars.get(i), argument);
      emitter.from(scalars.get(i).var().origin(), () -> emitter.line(line));
    }
  }

  private static String declaration(Param scalar, String argument) {
    if (!(scalar.var().type() instanceof Type.Scalar(DataType dtype))) {
      return "uint64_t " + name(scalar) + " = " + argument + ";";
    }
    String type = CppTypes.scalar(dtype);
    return type + " " + name(scalar) + " = from_u64<" + type + ">(" + argument + ");";
  }

  /**
   * A symbolic extent: its name in the text, and the tensor and axis (0-based) that it is read
   * from.
   */
  private record Extent(String name, Param tensor, int axis) {}

  /**
   * Returns the symbolic extents that the body, which is all that was written so far, mentions and
   * does not define.
   */
  private List<Extent> extents(Emitter emitter, BodyUses uses, Names names) {
    Map<String, Extent> mentioned = new LinkedHashMap<>();
    for (Param param : tensors) {
      List<Expr> shape = ((Type.Tensor) param.var().type()).shape();
      for (int axis = 0; axis < shape.size(); axis++) {
        if (shape.get(axis) instanceof Var symbol && emitter.mentions(names.of(symbol))) {
          mentioned.putIfAbsent(names.of(symbol), new Extent(names.of(symbol), param, axis));
        }
      }
    }
    scalars.forEach(scalar -> mentioned.remove(name(scalar)));
    if (!mentioned.isEmpty()) {
      mentioned.keySet().removeAll(uses.definedAmong(mentioned.keySet()));
    }
    return List.copyOf(mentioned.values());
  }

  private static void declare(List<Extent> extents, Emitter emitter, ShapeText shapes) {
    if (extents.isEmpty()) {
      return;
    }
    emitter.blank();
    emitter.line("// Extents that are known when the code runs");
    for (Extent extent : extents) {
      String line =
          "int64_t "
              + extent.name
              + " = "
              + shapes.runtimeExtent(name(extent.tensor), extent.axis)
              + ";";
      emitter.from(extent.tensor.var().origin(), () -> emitter.line(line));
    }
  }
}
