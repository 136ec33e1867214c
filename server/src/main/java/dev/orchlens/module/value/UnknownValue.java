package dev.orchlens.module.value;

import java.util.Optional;

/**
 * A value that cannot be known without running the program.
 *
 * @param reason why, in plain English, without a final full stop
 * @param site the place where knowledge ends
 */
public record UnknownValue(String reason, Optional<Site> site) implements Value {}
