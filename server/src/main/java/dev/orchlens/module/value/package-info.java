/** The values that module-level code comes to, and the names and modules that hold them. */
package dev.orchlens.module.value;
