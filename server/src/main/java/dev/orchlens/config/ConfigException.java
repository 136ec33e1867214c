package dev.orchlens.config;

/** A {@code pyproject.toml} that cannot be taken as it is; the message says where and why. */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  ConfigException(String message) {
    super(message);
  }
}
