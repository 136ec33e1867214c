/**
 * Answers to standard requests of the protocol about names, launches and text: where something is
 * defined, written and read, the order of tasks as a call hierarchy, renaming, completion, folding.
 */
package dev.orchlens.feature.request;
