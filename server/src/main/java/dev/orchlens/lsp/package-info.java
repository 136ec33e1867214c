/**
 * The language server: wiring, capabilities, configuration, progress. What it answers is made in
 * the feature layer.
 */
package dev.orchlens.lsp;
