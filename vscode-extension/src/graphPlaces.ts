/** What of a graph stands at a line of the program. */

/** What has a place: its first and last line, both from 0. */
export interface Placeable {
  readonly sourceLine: number;
  readonly sourceEndLine: number;
}

/**
 * What stands at the line: the innermost of it, all copies of it. Where nothing does, what stands at the head of the block that the
 * line lies in, or of a block around that.
 *
 * @param parts those of the file
 * @param text gives a line of the file
 */
export function standsAt<P extends Placeable>(parts: readonly P[], line: number, text: (line: number) => string): P[] {
  for (let at: number | undefined = line; at !== undefined; at = headOf(at, text)) {
    const place = at;
    const here = parts.filter(({ sourceLine, sourceEndLine }) => sourceLine <= place && place <= sourceEndLine);
    if (here.length > 0) {
      const length = ({ sourceLine, sourceEndLine }: P) => sourceEndLine - sourceLine;
      const shortest = Math.min(...here.map(length));
      return here.filter((part) => length(part) === shortest);
    }
  }
  return [];
}

/** The line above that is indented less. */
function headOf(line: number, text: (line: number) => string): number | undefined {
  const indent = (of: number) => text(of).search(/\S/);
  let depth = indent(line);
  for (let at = line - 1; at >= 0; at--) {
    const here = indent(at);
    if (here >= 0 && (depth < 0 || here < depth)) {
      return at;
    }
    depth = depth < 0 ? here : depth;
  }
  return undefined;
}
