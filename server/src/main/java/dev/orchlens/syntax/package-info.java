/**
 * Python source as immutable nodes with exact ranges, parsed and reparsed per top-level statement.
 */
package dev.orchlens.syntax;
