/**
 * What the editor shows: one class for each feature, a pure function from an analysis to the
 * protocol's types.
 */
package dev.orchlens.feature;
