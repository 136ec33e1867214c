/** Follows lines through edits, so that what is drawn at them stays with its statement until the server has answered. */

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

/** What one replaced part does to lines, in the coordinates before the edit that it belongs to. */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  /** How many lines there are more behind it than before; negative where there are fewer. */
  readonly added: number;
  /** Whether what stands on its first line is pushed down: only blanks stand before it. */
  readonly pushes: boolean;
}

/**
 * What an edit does to lines, from the top; nothing where it stays inside of lines.
 *
 * @param changes parts that do not overlap, in any order
 * @param textAfter the text of a line after the edit
 */
export function lineChanges(changes: readonly Change[], textAfter: (line: number) => string): LineChange[] {
  const found: LineChange[] = [];
  let shift = 0;
  for (const { range, text } of changes.toSorted(byStart)) {
    const { start, end } = range;
    const added = text.split('\n').length - 1 - (end.line - start.line);
    if (added !== 0 || end.line !== start.line) {
      const before = textAfter(start.line + shift).slice(0, start.character);
      found.push({ start: start.line, end: end.line, added, pushes: before.trim() === '' });
    }
    shift += added;
  }
  return found;
}

/**
 * Where a line is after an edit; undefined if the edit took it away.
 *
 * @param line the line before the edit, from 0
 */
export function lineAfter(line: number, changes: readonly LineChange[]): number | undefined {
  let moved = line;
  for (const { start, end, added, pushes } of changes) {
    if (line > end || (line === end && line > start)) {
      moved += added;
    } else if (line > start) {
      return undefined;
    } else if (line === start && added > 0) {
      // A break before the statement pushes it down, one behind or inside it does not.
      moved += pushes ? added : 0;
    }
  }
  return moved;
}

function byStart(a: Change, b: Change): number {
  return a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character;
}

/** The edits of a document since the version that was heard of last; an answer about any version since can be moved along. */
export class EditHistory {
  private readonly edits: { readonly version: number; readonly changes: readonly LineChange[] }[] = [];
  private oldest: number;

  /**
   * @param version the version that the document has now
   */
  constructor(version: number) {
    this.oldest = version;
  }

  /** Takes an edit that made the version out of the one before. */
  add(version: number, changes: readonly LineChange[]): void {
    if (changes.length > 0) {
      this.edits.push({ version, changes });
    }
  }

  /** Forgets what lies before a version, about which an answer has come: none about an earlier one will be taken. */
  heardOf(version: number): void {
    this.oldest = version;
    const newer = this.edits.findIndex((edit) => edit.version > version);
    this.edits.splice(0, newer < 0 ? this.edits.length : newer);
  }

  /** Whether an answer about the version may still be taken. */
  reaches(version: number): boolean {
    return version >= this.oldest;
  }

  /** Where a line of a version is now; undefined if it was taken away since. */
  lineNow(line: number, version: number): number | undefined {
    let now: number | undefined = line;
    for (const edit of this.edits) {
      if (edit.version > version && now !== undefined) {
        now = lineAfter(now, edit.changes);
      }
    }
    return now;
  }
}
