package dev.orchlens.module.value;

/**
 * A dotted name below a library that is not looked into, such as {@code torch.float32} or {@code
 * numpy}.
 *
 * @param path the dotted path, starting with the top-level package
 */
public record OpaqueValue(String path) implements Value {}
