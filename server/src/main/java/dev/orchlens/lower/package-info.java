/**
 * From syntax trees and module environments to IR programs: the meaning of the language's
 * decorators, annotations and statements, and the rules that a program must keep (reference:
 * docs/en/dev/ir/07-parser.md and docs/en/dev/language).
 */
package dev.orchlens.lower;
