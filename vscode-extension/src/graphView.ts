/** What of a task graph is drawn: the groups that are folded or open, and one line for all edges between two boxes. */
import type { GraphEdge, GraphEdgeKind, GraphGroup, GraphNode, TaskGraphResult } from './protocol.ts';

/** How many boxes a graph opens with at most, folded groups counted as one. */
const mostAtFirst = 60;

/** With how many boxes it opens at least, even if those of the next level are too many. */
const fewest = 4;

/** From how many lines on those are left out that follow from others. */
const manyLines = 250;

/** The kinds of edges; where one line stands for several, it is drawn as the first of them. */
export const edgeKinds: readonly GraphEdgeKind[] = ['race', 'user', 'derived', 'runtime', 'unproven', 'ifEnabled'];

/** What a reader has chosen to see. */
export interface Choice {
  /** The ids of the groups that are open. */
  readonly open: ReadonlySet<string>;
  readonly kinds: ReadonlySet<GraphEdgeKind>;
  /** Whether edges are drawn that follow from others. */
  readonly redundant: boolean;
}

/** A node, or a folded group. */
export interface Leaf {
  readonly is: 'leaf';
  readonly id: string;
  readonly node: GraphNode | undefined;
  /** The groups that stand inside each other alone, the outermost first; none of a node. */
  readonly groups: readonly GraphGroup[];
  /** How many tasks are in it. */
  readonly tasks: number;
  readonly critical: boolean;
  /** How many races have an end in it. */
  readonly races: number;
  /** What it waits for in itself, from iteration to iteration or inside a folded group. */
  readonly own: readonly GraphEdge[];
}

/** An open group. */
export interface Open {
  readonly is: 'open';
  readonly id: string;
  readonly groups: readonly GraphGroup[];
  readonly tasks: number;
  readonly parts: readonly Part[];
}

/** What is drawn as a box. */
export type Part = Leaf | Open;

/**
 * All edges between two boxes that stand beside each other, or between what is in them: a line leads from border to border, and
 * its edges say from which task to which.
 */
export interface Line {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The open group that both boxes stand in; undefined for the function's body. */
  readonly within: string | undefined;
  /** Whether it leads back to what stands earlier in the program: to a later iteration. */
  readonly back: boolean;
  /** The first of their kinds. */
  readonly kind: GraphEdgeKind;
  readonly edges: readonly GraphEdge[];
  readonly critical: boolean;
}

/** What is drawn. */
export interface View {
  readonly parts: readonly Part[];
  readonly lines: readonly Line[];
  /** How many lines are left out, since others imply them. */
  readonly implied: number;
}

/** A group with what stands in it, in the order of the program; groups that stand inside each other alone are one. */
interface Inner {
  readonly groups: readonly GraphGroup[];
  readonly children: readonly (GraphNode | Inner)[];
  readonly tasks: number;
}

const isInner = (child: GraphNode | Inner): child is Inner => 'children' in child;

/** The graph's groups inside each other; it is asked what to open and what to draw. */
export class Folding {
  private readonly graph: TaskGraphResult;
  private readonly roots: readonly (GraphNode | Inner)[];
  private readonly groups: ReadonlyMap<string, GraphGroup>;
  /** For each group the id of the box that it is a part of. */
  private readonly boxes = new Map<string, string>();

  constructor(graph: TaskGraphResult) {
    this.graph = graph;
    this.groups = new Map(graph.groups.map((group) => [group.id, group]));
    this.roots = this.children(undefined, childrenOf(graph));
  }

  /**
   * What a graph may be opened with: first nothing but its outermost groups, then level by level more, up to everything where
   * that is not too much. Never a single box, where it holds more.
   */
  levels(): Set<string>[] {
    const open = new Set<string>();
    const levels = [new Set(open)];
    let level = this.roots.filter(isInner);
    let boxes = this.roots.length;
    while (level.length > 0) {
      const more = boxes + level.reduce((sum, { children }) => sum + children.length - 1, 0);
      if (more > mostAtFirst && boxes >= fewest) {
        break;
      }
      level.forEach(({ groups }) => open.add(idOf(groups)));
      level = level.flatMap(({ children }) => children.filter(isInner));
      levels.push(new Set(open));
      boxes = more;
    }
    return levels;
  }

  /** All groups. */
  all(): Set<string> {
    return new Set(this.boxes.values());
  }

  /** The groups around a node or group, the outermost first: what must be open for it to be seen. */
  around(id: string): string[] {
    const up: string[] = [];
    const start = this.graph.nodes.find((node) => node.id === id)?.group ?? this.groups.get(id)?.group;
    for (let at = start; at !== undefined; at = this.groups.get(at)?.group) {
      const box = this.boxes.get(at);
      if (box !== undefined && box !== id && up[0] !== box && box !== this.boxes.get(id)) {
        up.unshift(box);
      }
    }
    return up;
  }

  /** The box that a node or group is seen in: its own, or that of the outermost folded group around it. */
  seenIn(id: string, open: ReadonlySet<string>): string {
    return this.path(id, open).at(-1) ?? id;
  }

  /** What is drawn. */
  view(choice: Choice): View {
    const lines = new Map<string, GraphEdge[]>();
    const own = new Map<string, GraphEdge[]>();
    const races = new Map<string, number>();
    const paths = new Map<string, readonly string[]>();
    const pathOf = (id: string) => {
      const known = paths.get(id) ?? this.path(id, choice.open);
      paths.set(id, known);
      return known;
    };
    for (const edge of this.graph.edges) {
      const from = pathOf(edge.from);
      const to = pathOf(edge.to);
      if (edge.kind === 'race') {
        new Set([from.at(-1) ?? '', to.at(-1) ?? '']).forEach((box) => races.set(box, (races.get(box) ?? 0) + 1));
      }
      if (!choice.kinds.has(edge.kind) || (edge.redundant && !choice.redundant)) {
        continue;
      }
      const depth = from.findIndex((box, at) => box !== to[at]);
      const ends = [from[depth], to[depth]];
      if (depth >= 0 && ends[0] !== undefined && ends[1] !== undefined) {
        add(lines, ends.join(' '), edge);
      } else if (from.length === to.length) {
        add(own, from.at(-1) ?? '', edge);
      }
    }
    const parts = this.roots.map((child) => this.part(child, choice.open, own, races));
    const order = new Map(flat(parts).map(({ id }, at) => [id, at]));
    const all = [...lines].map(([ends, edges]) => line(ends, edges, pathOf(edges[0]?.from ?? ''), order));
    return { parts, ...withoutImplied(all, order) };
  }

  /** The boxes around a node or group that are drawn, the outermost first, and then the box that it is seen in itself. */
  private path(id: string, open: ReadonlySet<string>): string[] {
    const around = this.around(id);
    const folded = around.findIndex((box) => !open.has(box));
    return folded < 0 ? [...around, this.boxes.get(id) ?? id] : around.slice(0, folded + 1);
  }

  private part(
    child: GraphNode | Inner,
    open: ReadonlySet<string>,
    own: ReadonlyMap<string, GraphEdge[]>,
    races: ReadonlyMap<string, number>,
  ): Part {
    const id = isInner(child) ? idOf(child.groups) : child.id;
    if (isInner(child) && open.has(id)) {
      const parts = child.children.map((inner) => this.part(inner, open, own, races));
      return { is: 'open', id, groups: child.groups, tasks: child.tasks, parts };
    }
    return {
      is: 'leaf',
      id,
      node: isInner(child) ? undefined : child,
      groups: isInner(child) ? child.groups : [],
      tasks: isInner(child) ? child.tasks : Number(child.kind === 'task'),
      critical: isCritical(child),
      races: races.get(id) ?? 0,
      own: own.get(id) ?? [],
    };
  }

  private children(
    id: string | undefined,
    within: ReadonlyMap<string | undefined, readonly (GraphNode | GraphGroup)[]>,
  ): (GraphNode | Inner)[] {
    return (within.get(id) ?? []).map((child) => ('critical' in child ? child : this.inner([child], within)));
  }

  private inner(
    groups: readonly GraphGroup[],
    within: ReadonlyMap<string | undefined, readonly (GraphNode | GraphGroup)[]>,
  ): Inner {
    const [only, ...more] = within.get(groups.at(-1)?.id) ?? [];
    if (only !== undefined && more.length === 0 && !('critical' in only)) {
      return this.inner([...groups, only], within);
    }
    groups.forEach((group) => this.boxes.set(group.id, idOf(groups)));
    const children = this.children(groups.at(-1)?.id, within);
    const tasks = children.reduce((sum, child) => sum + (isInner(child) ? child.tasks : Number(child.kind === 'task')), 0);
    return { groups, children, tasks };
  }
}

function idOf(groups: readonly GraphGroup[]): string {
  return groups[0]?.id ?? '';
}

function add<V>(map: Map<string, V[]>, key: string, value: V): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

function isCritical(child: GraphNode | Inner): boolean {
  return isInner(child) ? child.children.some(isCritical) : child.critical;
}

/** What stands in each group, in the order of the program; groups in which no node stands are left out. */
function childrenOf({ nodes, groups }: TaskGraphResult): Map<string | undefined, (GraphNode | GraphGroup)[]> {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const within = new Map<string | undefined, (GraphNode | GraphGroup)[]>();
  const placed = new Set<string>();
  const place = (part: GraphNode | GraphGroup) => {
    if (!placed.has(part.id)) {
      placed.add(part.id);
      const group = part.group === undefined ? undefined : byId.get(part.group);
      if (group !== undefined) {
        place(group);
      }
      within.set(part.group, [...(within.get(part.group) ?? []), part]);
    }
  };
  nodes.forEach(place);
  return within;
}

function line(ends: string, edges: GraphEdge[], path: readonly string[], order: ReadonlyMap<string, number>): Line {
  const [from = '', to = ''] = ends.split(' ');
  return {
    id: `${from}:${to}`,
    from,
    to,
    within: path[path.indexOf(from) - 1],
    back: (order.get(from) ?? 0) > (order.get(to) ?? 0),
    kind: edgeKinds.find((each) => edges.some((edge) => edge.kind === each)) ?? 'runtime',
    edges,
    critical: edges.some(({ critical }) => critical),
  };
}

/**
 * Leaves lines out that follow from others, where there are very many: if b waits for a and c for b, c waits for a too. What is
 * no wait, or would be one only with the option on, is neither left out nor implies anything; nor what leads back.
 */
function withoutImplied(lines: readonly Line[], place: ReadonlyMap<string, number>): { lines: readonly Line[]; implied: number } {
  if (lines.length < manyLines) {
    return { lines, implied: 0 };
  }
  const into = Array.from({ length: place.size }, (): { from: number; line: Line }[] => []);
  for (const each of lines) {
    const [from, to] = [place.get(each.from), place.get(each.to)];
    if (from !== undefined && to !== undefined && from < to && ['user', 'derived', 'runtime'].includes(each.kind)) {
      into[to]?.push({ from, line: each });
    }
  }
  const implied = new Set<Line>();
  const before: bigint[] = []; // For each box those that it waits for at whatever distance, as bits.
  for (const waits of into) {
    let all = 0n;
    for (const { from, line: each } of waits.sort((a, b) => b.from - a.from)) {
      if (((all >> BigInt(from)) & 1n) === 1n && !each.critical) {
        implied.add(each);
      }
      all |= (before[from] ?? 0n) | (1n << BigInt(from));
    }
    before.push(all);
  }
  return { lines: lines.filter((each) => !implied.has(each)), implied: implied.size };
}

/** All boxes, each before what is inside of it, in the order of the program. */
export function flat(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => (part.is === 'leaf' ? [part] : [part, ...flat(part.parts)]));
}
