/** Where the boxes and lines of a task graph are drawn: what the layout library is asked, and what its answer means. */
import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { GraphGroup } from './protocol.ts';
import type { Leaf, Line, Open, Part, View } from './graphView.ts';

/** Up to how many lines have their labels drawn; with more, nobody could tell which is whose. */
const mostLabels = 24;

/** From how many boxes on less time is spent on the order inside rows. */
const manyBoxes = 150;

const font = 7; // What a letter is wide, in pixels; generous, as the font is the reader's.

/** A point of the drawing, in pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A box with its place. */
export interface PlacedPart extends Point {
  readonly part: Part;
  readonly width: number;
  readonly height: number;
}

/** A line with the points that it goes through, and where its label is, if it has one. */
export interface PlacedLine {
  readonly line: Line;
  readonly points: readonly Point[];
  readonly label: (Point & { readonly text: string }) | undefined;
}

/** A view with all places; groups come before what is inside of them. */
export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly PlacedPart[];
  readonly lines: readonly PlacedLine[];
}

/**
 * The view as the layout library takes it: each open group is laid out for itself, with the lines between the boxes in it. Lines
 * that lead back are turned around, so that what stands later in the program stands below.
 */
export function asElk(view: View): ElkNode {
  const labelled = view.lines.length <= mostLabels;
  const edges = (id: string | undefined) =>
    view.lines
      .filter(({ within }) => within === id)
      .map((line): ElkExtendedEdge => {
        const text = labelled ? lineLabel(line) : undefined;
        const labels = text === undefined ? [] : [{ text, width: text.length * 6, height: 14 }];
        const [source, target] = line.back ? [line.to, line.from] : [line.from, line.to];
        return { id: line.id, sources: [source], targets: [target], labels };
      });
  const box = (part: Part): ElkNode => {
    if (part.is === 'leaf') {
      const second = secondLine(part);
      const width = Math.max(60, 24 + font * Math.max(title(part).length, (second?.length ?? 0) * 0.9));
      return { id: part.id, width, height: second === undefined ? 28 : 42 };
    }
    return {
      id: part.id,
      layoutOptions: {
        ...options(part.parts.length),
        // The arms of a branch stand beside each other: only one of them runs.
        'elk.direction': isBranch(part) ? 'RIGHT' : 'DOWN',
        'elk.padding': '[top=30,left=10,bottom=10,right=10]',
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${30 + font * title(part).length}, 40)`,
      },
      children: part.parts.map(box),
      edges: edges(part.id),
    };
  };
  return {
    id: 'graph',
    layoutOptions: { ...options(view.parts.length), 'elk.padding': '[top=10,left=10,bottom=10,right=10]' },
    children: view.parts.map(box),
    edges: edges(undefined),
  };
}

function isBranch({ groups, parts }: Open): boolean {
  return groups.at(-1)?.kind === 'branch' && parts.every((arm) => arm.is === 'open' || arm.groups[0]?.kind === 'branch');
}

function options(boxes: number): LayoutOptions {
  return {
    'elk.algorithm': 'layered',
    'elk.direction': 'DOWN',
    'elk.edgeRouting': 'ORTHOGONAL',
    'elk.aspectRatio': '1.2',
    // To keep many boxes in the order of the program takes seconds.
    'elk.layered.considerModelOrder.strategy': boxes > manyBoxes ? 'NONE' : 'NODES_AND_EDGES',
    'elk.layered.nodePlacement.strategy': boxes > manyBoxes ? 'BRANDES_KOEPF' : 'NETWORK_SIMPLEX',
    'elk.layered.thoroughness': boxes > manyBoxes ? '1' : '4',
    'elk.layered.spacing.nodeNodeBetweenLayers': '20',
    'elk.layered.spacing.edgeNodeBetweenLayers': '8',
    'elk.layered.spacing.edgeEdgeBetweenLayers': '5',
    'elk.spacing.nodeNode': '18',
    'elk.spacing.edgeNode': '12',
    'elk.spacing.edgeEdge': '7',
    'elk.spacing.componentComponent': '18',
  };
}

/** Reads the places off the library's answer. */
export function placed(view: View, answer: ElkNode): Placed {
  const parts: PlacedPart[] = [];
  const lines: PlacedLine[] = [];
  const byId = new Map(view.lines.map((line) => [line.id, line]));
  const walk = (all: readonly Part[], around: ElkNode, origin: Point) => {
    const nodes = new Map((around.children ?? []).map((node) => [node.id, node]));
    for (const part of all) {
      const node = nodes.get(part.id);
      const at = { x: origin.x + (node?.x ?? 0), y: origin.y + (node?.y ?? 0) };
      parts.push({ part, ...at, width: node?.width ?? 0, height: node?.height ?? 0 });
      if (part.is === 'open' && node !== undefined) {
        walk(part.parts, node, at);
      }
    }
    for (const edge of around.edges ?? []) {
      const line = byId.get(edge.id);
      if (line !== undefined) {
        lines.push(placedLine(line, edge, origin));
      }
    }
  };
  walk(view.parts, answer, { x: 0, y: 0 });
  return { width: answer.width ?? 0, height: answer.height ?? 0, parts, lines };
}

/** @param origin of the group that the library counts from */
function placedLine(line: Line, edge: ElkExtendedEdge, origin: Point): PlacedLine {
  const moved = ({ x = 0, y = 0 }: Partial<Point>) => ({ x: x + origin.x, y: y + origin.y });
  const points = (edge.sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) =>
    [startPoint, ...(bendPoints ?? []), endPoint].map(moved),
  );
  const label = edge.labels?.[0];
  return {
    line,
    points: line.back ? points.reverse() : points,
    label: label && { text: label.text ?? '', ...moved({ x: label.x ?? 0, y: label.y ?? 0 }) },
  };
}

/** What stands in a box. */
export function title(part: Part): string {
  return part.is === 'leaf' && part.node !== undefined ? shortened(part.node.label, 44) : chain(part.groups);
}

/** Groups that stand inside each other alone, told in one row: of more than three the ones between are left out. */
function chain(groups: readonly GraphGroup[]): string {
  const labels = groups.map(({ kind, label, sourceLine }) => (kind === 'branch' ? `${label} (line ${sourceLine + 1})` : label));
  const told = labels.length > 3 ? [...labels.slice(0, 1), '…', ...labels.slice(-1)] : labels;
  return shortened(told.join(' › '), 60);
}

/** What stands below it: how many tasks are in a folded group, and what a task waits for in its own iterations before. */
export function secondLine(leaf: Leaf): string | undefined {
  if (leaf.node === undefined) {
    const races = leaf.races > 0 ? `, ${leaf.races} race${leaf.races === 1 ? '' : 's'}` : '';
    return `${leaf.tasks} task${leaf.tasks === 1 ? '' : 's'}${races}`;
  }
  const self = leaf.own.filter(({ kind }) => kind !== 'race' && kind !== 'unproven');
  return self.length === 0 ? undefined : shortened(`↻ ${self.map(({ label }) => label ?? 'itself').join(', ')}`, 40);
}

/** What a line says where there is room: by what its one edge came about. */
function lineLabel({ edges }: Line): string | undefined {
  return edges.length === 1 ? shortened(edges[0]?.label ?? '', 28) || undefined : undefined;
}

/** A text of at most so many letters. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
