/**
 * What passes of every room use: a pass itself, calls and launches, copies, bodies, trip counts,
 * names, return lineage.
 */
package dev.orchlens.pass.tools;
