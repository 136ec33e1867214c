/**
 * Dependencies between tasks: directions, derived edges and their reasons, fences and scopes of the
 * runtime.
 */
package dev.orchlens.pass.deps;
