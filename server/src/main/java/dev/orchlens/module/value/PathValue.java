package dev.orchlens.module.value;

/**
 * A {@code pathlib.Path}; nothing of the file system stands behind it.
 *
 * @param path its text, with {@code /} between the parts and none at the end
 */
public record PathValue(String path) implements Value {}
