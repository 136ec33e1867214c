/** What an evaluation may spend, and the end of one that spends more. */
package dev.orchlens.module.budget;
