/** The text of C++: types, names, numbers, expressions, tokens, lines and blocks. */
package dev.orchlens.codegen.cpp;
