package dev.orchlens.module.text;

import dev.orchlens.module.value.ClassValue;
import dev.orchlens.module.value.Heap;
import dev.orchlens.module.value.InstanceValue;
import dev.orchlens.module.value.TupleValue;
import dev.orchlens.module.value.UnknownValue;
import dev.orchlens.module.value.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Python's exception classes (Python language reference, "Built-in Exceptions"). */
public final class Exceptions {
  private static final String HIERARCHY =
      """
      BaseException:
      GeneratorExit: BaseException
      KeyboardInterrupt: BaseException
      SystemExit: BaseException
      BaseExceptionGroup: BaseException
      Exception: BaseException
      ExceptionGroup: Exception
      ArithmeticError: Exception
      FloatingPointError: ArithmeticError
      OverflowError: ArithmeticError
      ZeroDivisionError: ArithmeticError
      AssertionError: Exception
      AttributeError: Exception
      FrozenInstanceError: AttributeError
      BufferError: Exception
      EOFError: Exception
      ImportError: Exception
      ModuleNotFoundError: ImportError
      LookupError: Exception
      IndexError: LookupError
      KeyError: LookupError
      MemoryError: Exception
      NameError: Exception
      UnboundLocalError: NameError
      OSError: Exception
      BlockingIOError: OSError
      ChildProcessError: OSError
      ConnectionError: OSError
      BrokenPipeError: ConnectionError
      ConnectionAbortedError: ConnectionError
      ConnectionRefusedError: ConnectionError
      ConnectionResetError: ConnectionError
      FileExistsError: OSError
      FileNotFoundError: OSError
      InterruptedError: OSError
      IsADirectoryError: OSError
      NotADirectoryError: OSError
      PermissionError: OSError
      ProcessLookupError: OSError
      TimeoutError: OSError
      ReferenceError: Exception
      RuntimeError: Exception
      NotImplementedError: RuntimeError
      RecursionError: RuntimeError
      StopAsyncIteration: Exception
      StopIteration: Exception
      SyntaxError: Exception
      IndentationError: SyntaxError
      TabError: IndentationError
      SystemError: Exception
      TypeError: Exception
      ValueError: Exception
      UnicodeError: ValueError
      UnicodeDecodeError: UnicodeError
      UnicodeEncodeError: UnicodeError
      UnicodeTranslateError: UnicodeError
      Warning: Exception
      BytesWarning: Warning
      DeprecationWarning: Warning
      EncodingWarning: Warning
      FutureWarning: Warning
      ImportWarning: Warning
      PendingDeprecationWarning: Warning
      ResourceWarning: Warning
      RuntimeWarning: Warning
      SyntaxWarning: Warning
      UnicodeWarning: Warning
      UserWarning: Warning
      """;

  private static final Map<String, ClassValue> TYPES = build();

  private Exceptions() {}

  private static Map<String, ClassValue> build() {
    Map<String, ClassValue> types = new HashMap<>();
    Heap heap = new Heap();
    for (String line : HIERARCHY.lines().toList()) {
      String name = line.substring(0, line.indexOf(':'));
      String base = line.substring(line.indexOf(':') + 1).strip();
      List<Value> bases = base.isEmpty() ? List.of() : List.of(types.get(base));
      types.put(
          name,
          new ClassValue(
              heap,
              name,
              ClassValue.Form.PLAIN,
              ClassValue.Traits.USUAL,
              bases,
              List.of(),
              List.of(),
              Map.of(),
              Optional.empty()));
    }
    types.put("EnvironmentError", types.get("OSError"));
    types.put("IOError", types.get("OSError"));
    heap.close();
    return Map.copyOf(types);
  }

  /** The class of this name, if there is one. */
  public static Optional<ClassValue> find(String name) {
    return Optional.ofNullable(TYPES.get(name));
  }

  /** The class of this name, which must be in the table. */
  public static ClassValue type(String name) {
    return TYPES.get(name);
  }

  /** Whether instances of a class can be raised. */
  public static boolean isException(ClassValue type) {
    return type.isA(type("BaseException"));
  }

  /** An exception object that holds these arguments. */
  public static InstanceValue make(Heap heap, ClassValue type, List<Value> arguments) {
    InstanceValue exception = new InstanceValue(heap, type);
    exception.set("args", new TupleValue(arguments));
    return exception;
  }

  /**
   * The text that {@code str()} gives for an exception; where Python has one of its own, what we
   * say instead.
   */
  public static String text(InstanceValue exception) {
    if (!(exception.field("args").orElse(Value.tuple()) instanceof TupleValue arguments)) {
      return "";
    }
    if (arguments.size() == 1) {
      Value only = arguments.get(0);
      if (only instanceof UnknownValue(String reason, var _)) {
        return reason;
      }
      return exception.type().isA(type("KeyError")) ? ValueText.repr(only) : ValueText.str(only);
    }
    return arguments.elements().stream()
        .map(ValueText::repr)
        .collect(Collectors.joining(", ", "(", ")"))
        .replace("()", "");
  }
}
