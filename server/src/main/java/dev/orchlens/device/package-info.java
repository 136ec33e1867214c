/** What the runtime has room for, and how much of it a function takes. */
package dev.orchlens.device;
