/** What a project says of itself in its {@code pyproject.toml}, and where its modules lie. */
package dev.orchlens.config;
