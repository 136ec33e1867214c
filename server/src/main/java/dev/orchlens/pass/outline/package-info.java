/** Regions of a function that run as tasks become functions of their own, and calls of these. */
package dev.orchlens.pass.outline;
