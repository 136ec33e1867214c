/** What the panel of the task graph and the page in it say to each other. */
import { fileName } from './graphDrawing.ts';
import { flat, type Choice, type Folding, type View } from './graphView.ts';
import type { GraphEdge, GraphEdgeKind, GraphGroup, GraphNode, TaskGraphResult } from './protocol.ts';

/** A task or group as the page needs it to search and to tell of it. */
export interface Named {
  readonly id: string;
  readonly label: string;
  /** File and line, as people write them; the line counts from 1. */
  readonly file: string;
  readonly line: number;
  /** The box that it is seen in: its own, or a folded group's. */
  readonly box: string;
}

/** A drawing, with what the page needs to be asked about it. */
export interface DrawingMessage {
  readonly type: 'drawing';
  readonly svg: string;
  /** The function; where that is the same as before, the reader's place in the drawing is kept. */
  readonly of: string;
  /** One sentence on what is drawn and what is not. */
  readonly summary: string;
  readonly stale: boolean;
  readonly nodes: readonly Named[];
  readonly groups: readonly Named[];
  readonly edges: readonly GraphEdge[];
  /** For each line of the drawing the edges that it stands for, by their places in `edges`. */
  readonly lines: Readonly<Record<string, readonly number[]>>;
  /** The ids of the boxes, in the order of the program. */
  readonly order: readonly string[];
  readonly kinds: readonly GraphEdgeKind[];
  readonly redundant: boolean;
  /** What is to be gone to. */
  readonly goTo: string | undefined;
}

/** From the panel to the page. */
export type ToPage =
  | DrawingMessage
  | { readonly type: 'stale'; readonly stale: boolean }
  /** Marks the boxes of what stands at the cursor. */
  | { readonly type: 'chosen'; readonly ids: readonly string[] }
  /** Asks for the picture as it is seen. */
  | { readonly type: 'render'; readonly format: 'svg' | 'png' };

/** From the page to the panel. */
export type FromPage =
  /** The page is there, and has so much room for the drawing, in pixels. */
  | { readonly type: 'ready'; readonly width: number; readonly height: number }
  /** Shows the source of a task or group. */
  | { readonly type: 'source'; readonly id: string }
  | { readonly type: 'toggle'; readonly id: string }
  | { readonly type: 'unfold' }
  | { readonly type: 'fold' }
  /** Opens the groups around a task or group, and goes there. */
  | { readonly type: 'show'; readonly id: string }
  | { readonly type: 'kinds'; readonly kinds: readonly GraphEdgeKind[]; readonly redundant: boolean }
  | { readonly type: 'export' }
  /** The picture: an SVG text, or the data URL of a PNG. */
  | { readonly type: 'picture'; readonly content: string };

/** The message with the drawing of a view. */
export function drawingMessage(
  { graph, folding, choice }: { graph: TaskGraphResult; folding: Folding; choice: Choice },
  view: View,
  svg: string,
  goTo: string | undefined,
): DrawingMessage {
  const places = new Map(graph.edges.map((edge, at) => [edge, at]));
  const named = ({ id, label, sourceUri, sourceLine }: GraphNode | GraphGroup): Named => ({
    id,
    label,
    file: fileName(sourceUri),
    line: sourceLine + 1,
    box: folding.seenIn(id, choice.open),
  });
  return {
    type: 'drawing',
    svg,
    of: `${graph.entry}.${graph.function}`,
    summary: summary(graph, view),
    stale: graph.stale,
    nodes: graph.nodes.map(named),
    groups: graph.groups.map(named),
    edges: graph.edges,
    lines: Object.fromEntries(view.lines.map(({ id, edges }) => [id, edges.map((edge) => places.get(edge) ?? 0)])),
    order: flat(view.parts).map(({ id }) => id),
    kinds: [...choice.kinds],
    redundant: choice.redundant,
    goTo,
  };
}

function summary(graph: TaskGraphResult, { implied }: View): string {
  const tasks = graph.nodes.filter(({ kind }) => kind === 'task').length;
  const races = graph.edges.filter(({ kind }) => kind === 'race').length;
  const critical = graph.nodes.filter((node) => node.critical && node.kind === 'task').length;
  const over = graph.longest === undefined ? '' : `, over all iterations ${graph.longest.toLocaleString('en')}`;
  return [
    `${tasks} task${tasks === 1 ? '' : 's'}`,
    races === 0 ? '' : `, ${races} race${races === 1 ? '' : 's'}`,
    critical < 2 ? '' : `; the longest chain of waits has ${critical}${over}`,
    implied === 0 ? '' : `; ${implied.toLocaleString('en')} lines that follow from others are not drawn`,
    '. A click tells what a task waits for; a line tells why.',
  ].join('');
}
