/** What {@code orchlens check} found, for people and for tools. */
package dev.orchlens.cli.report;
