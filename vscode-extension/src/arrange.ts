/** What a large graph needs to be drawn soon and to be looked at: fewer edges that say the same, and rows that are not endless. */
import type { GraphEdge, TaskGraphResult } from './protocol.ts';

/** From how many edges on those are left out that follow from others; to lay out thousands takes minutes. */
const manyEdges = 600;

/** The edges to draw of a graph, and how many were left out because the others imply them. */
export interface Drawn {
  readonly edges: readonly GraphEdge[];
  readonly implied: number;
}

/**
 * Leaves the edges out that follow from others, where there are many: if b waits for a and c for b, c waits for a too. What holds
 * only if the option is enabled implies nothing that holds now. Edges of groups, and those against the order of the program, stay.
 */
export function drawnEdges(graph: TaskGraphResult): Drawn {
  if (graph.edges.length < manyEdges) {
    return { edges: graph.edges, implied: 0 };
  }
  const place = new Map(graph.nodes.map(({ id }, at) => [id, at]));
  const now = implied(
    graph.edges.filter(({ kind }) => kind !== 'ifEnabled'),
    place,
  );
  const all = implied(graph.edges, place);
  const edges = graph.edges.filter((edge) => !(edge.kind === 'ifEnabled' ? all : now).has(edge));
  return { edges, implied: graph.edges.length - edges.length };
}

/** Those edges between nodes that are implied by the others, for nodes in an order in which edges lead forward. */
function implied(edges: readonly GraphEdge[], place: ReadonlyMap<string, number>): Set<GraphEdge> {
  const into = Array.from({ length: place.size }, (): { from: number; edge: GraphEdge }[] => []);
  for (const edge of edges) {
    const from = place.get(edge.from);
    const to = place.get(edge.to);
    if (from !== undefined && to !== undefined && from < to) {
      into[to]?.push({ from, edge });
    }
  }
  const found = new Set<GraphEdge>();
  const before: bigint[] = []; // For each node those that it waits for at whatever distance, as bits.
  for (const edgesInto of into) {
    let all = 0n;
    for (const { from, edge } of edgesInto.sort((a, b) => b.from - a.from)) {
      if (((all >> BigInt(from)) & 1n) === 1n) {
        found.add(edge);
      }
      all |= (before[from] ?? 0n) | (1n << BigInt(from));
    }
    before.push(all);
  }
  return found;
}

/**
 * Pairs of nodes of which the second is to be drawn below the first, though it does not wait for it: what waits for nothing beside
 * it would else stand in one endless row. They make about as many columns as rows, in the order of the program.
 */
export function rows(graph: TaskGraphResult): [string, string][] {
  const parent = new Map([...graph.nodes, ...graph.groups].map(({ id, group }) => [id, group]));
  /** From the outermost group down to the part itself. */
  const path = (id: string) => {
    const up: string[] = [];
    for (let at: string | undefined = id; at !== undefined; at = parent.get(at)) {
      up.unshift(at);
    }
    return up;
  };
  const first = new Map<string, string>();
  const last = new Map<string, string>();
  const within = new Map<string | undefined, Set<string>>();
  for (const { id } of graph.nodes) {
    path(id).forEach((part, depth, parts) => {
      first.set(part, first.get(part) ?? id);
      last.set(part, id);
      const around = depth === 0 ? undefined : parts[depth - 1];
      within.set(around, (within.get(around) ?? new Set()).add(part));
    });
  }
  const waits = new Set(graph.edges.map(({ from, to }) => partsThatDiffer(path(from), path(to))));
  return [...within.values()].flatMap((parts) => {
    const loose = [...parts].filter((part) => !waits.has(part));
    const columns = Math.ceil(Math.sqrt(loose.length));
    return loose.slice(columns).map((part, at): [string, string] => {
      const above = loose[at] ?? part;
      return [last.get(above) ?? above, first.get(part) ?? part];
    });
  });
}

/** The part that waits, at the level at which the two ends of an edge part. */
function partsThatDiffer(from: readonly string[], to: readonly string[]): string | undefined {
  const depth = to.findIndex((part, at) => part !== from[at]);
  return depth < 0 || depth >= from.length ? undefined : to[depth];
}
