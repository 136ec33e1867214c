/** What the generated code hands to the runtime, in the blocks of its text. */
package dev.orchlens.codegen.submit;
