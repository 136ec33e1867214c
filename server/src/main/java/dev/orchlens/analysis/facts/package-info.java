/**
 * The facts of a program: its tasks, their edges and directions, scopes and loops, read off the
 * final IR. This is what the command line prints as JSON and what every editor feature renders.
 */
package dev.orchlens.analysis.facts;
