/** The command line: arguments in, text, JSON or SARIF out. */
package dev.orchlens.cli;
