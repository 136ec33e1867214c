/** Follows a line through edits, so that what is drawn at it stays with its statement until the server has answered. */

/** A place in a text, from 0. */
interface Place {
  readonly line: number;
  readonly character: number;
}

/** One replaced part of a text, in the coordinates before the edit, as VS Code reports it. */
export interface Change {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly text: string;
}

/**
 * Where a line is after the changes; undefined if they took it away.
 *
 * @param line the line before the changes, from 0
 * @param changes parts that do not overlap, in any order
 * @param textAfter the text of a line after the changes
 */
export function lineAfter(line: number, changes: readonly Change[], textAfter: (line: number) => string): number | undefined {
  let moved = line;
  for (const { range, text } of changes.toSorted(byStart)) {
    const added = text.split('\n').length - 1 - (range.end.line - range.start.line);
    if (line > range.end.line || (line === range.end.line && line > range.start.line)) {
      moved += added;
    } else if (line > range.start.line) {
      return undefined;
    } else if (line === range.start.line && added > 0) {
      // A break before the statement pushes it down, one behind or inside it does not.
      const before = textAfter(moved).slice(0, range.start.character);
      moved += before.trim() === '' ? added : 0;
    }
  }
  return moved;
}

function byStart(a: Change, b: Change): number {
  return a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character;
}
