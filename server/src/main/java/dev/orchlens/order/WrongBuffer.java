package dev.orchlens.order;

import dev.orchlens.ir.Origin;

/**
 * A buffer for which the generated code uses another one, as it knows both by one name
 * (docs/reference-defects.md, "codegen/wrong-buffer").
 *
 * @param tensor what the user calls the buffer
 * @param made where the program makes it
 * @param other what the user calls the buffer that is used instead
 * @param otherMade where that one comes from
 * @param hidden whether it is a parameter, which the other one hides
 */
public record WrongBuffer(
    String tensor, Origin made, String other, Origin otherMade, boolean hidden) {}
