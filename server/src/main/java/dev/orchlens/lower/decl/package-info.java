/**
 * What stands around the bodies of functions: decorators and their options, closures and their
 * constants, and the rules.
 */
package dev.orchlens.lower.decl;
