package dev.orchlens.lower.jit;

import dev.orchlens.module.value.DecoratedFunction;
import dev.orchlens.syntax.Stmt;
import java.util.Map;

/**
 * A function of a specialised program.
 *
 * @param source the function as the user wrote it
 * @param definition the function after specialising: a method with {@code @pl.function} in which
 *     everything from outside is written out; its nodes keep the places of the text that they come
 *     from
 * @param aliases the names that were made for names bound again, each with the name that the user
 *     wrote
 */
public record JitMember(
    DecoratedFunction source, Stmt.FunctionDef definition, Map<String, String> aliases) {
  public JitMember {
    aliases = Map.copyOf(aliases);
  }
}
