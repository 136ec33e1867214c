/** Several ranks: collectives, window buffers and the contexts of communication. */
package dev.orchlens.pass.dist;
