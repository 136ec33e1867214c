/** Values as Python writes them, and the names and texts of its exceptions. */
package dev.orchlens.module.text;
