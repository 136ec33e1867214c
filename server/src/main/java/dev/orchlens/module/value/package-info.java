/**
 * The values that module-level code comes to, the names and modules that hold them, and their text
 * and fingerprints.
 */
package dev.orchlens.module.value;
