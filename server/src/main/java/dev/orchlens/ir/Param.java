package dev.orchlens.ir;

/** A parameter of a function with its declared direction. */
public record Param(Var var, ParamDirection direction) {}
