package dev.orchlens.module.value;

/** A value that can be called and that the evaluator knows how to call. */
public sealed interface CallableValue extends Value
    permits FunctionValue, BoundMethodValue, BuiltinValue, ClassValue, DescriptorValue {}
