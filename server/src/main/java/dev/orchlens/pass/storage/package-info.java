/** What buffer a variable is, and which part of it: roots, regions, and what loops carry. */
package dev.orchlens.pass.storage;
