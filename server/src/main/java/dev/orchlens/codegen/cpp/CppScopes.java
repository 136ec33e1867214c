package dev.orchlens.codegen.cpp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Which names are declared at one point of a text of C++. A loop's variable is in a block of its
 * own.
 */
public final class CppScopes {
  /**
   * An open block.
   *
   * @param number its number in the order of the text, from 1
   * @param firstDeclaration the position of its first declaration among all that stand
   */
  private record Block(int number, int firstDeclaration, boolean isLoopHeader) {}

  /**
   * A declaration that stands, and the number of the block further out that declares the same name,
   * or 0.
   */
  private record Declaration(CppToken name, int hidden) {}

  private final Deque<Block> open = new ArrayDeque<>();
  private final List<Declaration> declarations = new ArrayList<>();
  private final BitSet closed = new BitSet();
  private final int[] blockOf;
  private int blocks;
  private int closings;

  /**
   * Makes scopes for a text with {@code tokens} different tokens; the block of the function is
   * open.
   */
  public CppScopes(int tokens) {
    this.blockOf = new int[tokens];
    open(false);
  }

  /** Opens a block. */
  public void open(boolean isLoopHeader) {
    open.push(new Block(++blocks, declarations.size(), isLoopHeader));
  }

  /**
   * Closes a block, and that of the loop's variable when it is the body of a loop; the function's
   * stays open.
   */
  public void close() {
    if (open.size() > 1) {
      closeInnermost();
    }
    if (open.element().isLoopHeader) {
      closeInnermost();
    }
  }

  /** Closes the innermost block. */
  public void closeInnermost() {
    Block block = open.pop();
    closings++;
    while (declarations.size() > block.firstDeclaration) {
      Declaration ended = declarations.removeLast();
      blockOf[ended.name.number()] = ended.hidden;
      closed.set(ended.name.number());
    }
  }

  /** Returns how many blocks have closed so far. */
  public int closings() {
    return closings;
  }

  /**
   * Declares a name in the innermost block; returns whether that block did not declare it before.
   */
  public boolean declare(CppToken name) {
    int block = open.element().number;
    int before = blockOf[name.number()];
    if (before == block) {
      return false;
    }
    declarations.add(new Declaration(name, before));
    blockOf[name.number()] = block;
    return true;
  }

  /** Returns whether an open block declares a name. */
  public boolean isDeclared(CppToken name) {
    return blockOf[name.number()] != 0;
  }

  /** Returns whether a block that has closed declared a name. */
  public boolean isClosed(CppToken name) {
    return closed.get(name.number());
  }
}
