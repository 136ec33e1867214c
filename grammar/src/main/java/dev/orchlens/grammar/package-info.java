/** The tokens and the grammar of Python 3.13, without any notion of what a program means. */
package dev.orchlens.grammar;
