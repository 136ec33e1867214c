/**
 * What tasks run on the cores: tiles, pipes, mixed kernels, and the order of what kernels take and
 * return.
 */
package dev.orchlens.pass.kernel;
