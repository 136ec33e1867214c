package dev.orchlens.module.value;

import dev.orchlens.text.SourceRange;

/**
 * A place in the source: a range of one top-level item of one file.
 *
 * @param file the document's URI
 * @param item the item's key in the file's syntax tree
 * @param range UTF-16 code units from the start of the item
 */
public record Site(String file, String item, SourceRange range) {}
