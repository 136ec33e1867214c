/** Documents, positions and edits. Knows nothing of Python. */
package dev.orchlens.text;
