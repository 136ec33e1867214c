package dev.orchlens.codegen.cpp;

import dev.orchlens.ir.DataType;
import dev.orchlens.ir.Origin;
import dev.orchlens.ir.Type;

/**
 * The C++ names of types (reference: docs/en/dev/ir/02-types.md, and the runtime's {@code
 * DataType}).
 */
public final class CppTypes {
  public static final String TENSOR = "ChipTensor";
  static final String TASK_ID = "PTO2TaskId";
  static final String FLOAT = "float";
  public static final String INT64 = "int64_t";

  private CppTypes() {}

  /** Returns the C type of one element; {@code unknown} for a type that C++ has none for. */
  public static String scalar(DataType type) {
    return switch (type) {
      case BOOL -> "bool";
      case INT8 -> "int8_t";
      case INT16 -> "int16_t";
      case INT32 -> "int32_t";
      case INT64, INDEX -> INT64;
      case UINT8 -> "uint8_t";
      case UINT16 -> "uint16_t";
      case UINT32 -> "uint32_t";
      case UINT64 -> "uint64_t";
      case FP16 -> "half";
      case FP32 -> FLOAT;
      case FP64 -> "double";
      case BF16 -> "bfloat16_t";
      case FP8E4M3FN -> "float8_e4m3_t";
      case FP8E5M2 -> "float8_e5m2_t";
      case FP8E8M0 -> "float8_e8m0_t";
      case FP4 -> "float4_e2m1x2_t";
      case INT4, UINT4, HF4, HF8, TASK_ID -> "unknown";
    };
  }

  /** Returns the C type of an array slot or a scalar, TaskIds included. */
  public static String element(DataType type) {
    return type == DataType.TASK_ID ? TASK_ID : scalar(type);
  }

  /** Returns the runtime's name of an element type. */
  public static String runtime(DataType type) {
    String name =
        switch (type) {
          case FP16 -> "FLOAT16";
          case FP32 -> "FLOAT32";
          case BF16 -> "BFLOAT16";
          case FP8E4M3FN,
              FP8E5M2,
              FP8E8M0,
              INT8,
              INT16,
              INT32,
              INT64,
              UINT8,
              UINT16,
              UINT32,
              UINT64 ->
              type.name();
          case FP4 -> "FP4E2M1";
          case INDEX -> "INT64";
          case BOOL, INT4, UINT4, FP64, HF4, HF8, TASK_ID -> "UNKNOWN";
        };
    return "DataType::" + name;
  }

  /**
   * Returns the type of a variable that holds a value.
   *
   * @throws dev.orchlens.ir.Rejection for an array, which C++ cannot assign
   */
  public static String variable(Type type, Origin origin) {
    return switch (type) {
      case Type.Scalar s -> element(s.dtype());
      case Type.Tensor _ -> TENSOR;
      case Type.Opaque o when isCommContext(o) -> "uint64_t";
      case Type.Array _ ->
          throw Failures.internal(
              "an array is bound to a second name, which C++ arrays do not allow. Use the name it"
                  + " was created under.",
              origin);
      case Type.Tile _, Type.Tuple _, Type.Opaque _, Type.Unknown _, Type.None _ -> "auto";
    };
  }

  /** Returns whether a type is the communication context that a distributed tensor comes with. */
  public static boolean isCommContext(Type type) {
    return type instanceof Type.Opaque o && o.name().endsWith("CommCtx");
  }
}
