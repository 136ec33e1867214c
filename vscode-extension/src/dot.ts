/** Writes a task graph in the language of Graphviz. */
import type { GraphEdge, GraphEdgeKind, GraphGroup, GraphNode, TaskGraphResult } from './protocol.ts';

const looks: Readonly<Record<GraphEdgeKind, string>> = {
  user: 'color=black',
  derived: 'color=blue',
  runtime: 'color=darkgreen',
  ifEnabled: 'color=gray, style=dashed',
  race: 'color=red, penwidth=2',
  unproven: 'color=orange, style=dotted',
};

/** The whole graph as text. Nodes and groups keep their ids. */
export function dotOf(graph: TaskGraphResult): string {
  const anchors = groupAnchors(graph);
  return [
    'digraph tasks {',
    '  compound=true; ranksep=0.45; nodesep=0.3; bgcolor="transparent";',
    '  graph [fontname="sans-serif", fontsize=11, labeljust=l, style=rounded];',
    '  node [fontname="sans-serif", fontsize=12, shape=box, style=rounded, margin="0.16,0.08", height=0.35];',
    '  edge [fontname="sans-serif", fontsize=10, arrowsize=0.7];',
    ...body(graph, undefined, '  '),
    ...graph.edges.map((edge) => edgeLine(edge, anchors)),
    '}',
    '',
  ].join('\n');
}

function body(graph: TaskGraphResult, group: string | undefined, indent: string): string[] {
  return [
    ...graph.nodes.filter((node) => node.group === group).map((node) => indent + nodeLine(node)),
    ...graph.groups
      .filter((inner) => inner.group === group)
      .flatMap((inner) => [
        `${indent}subgraph ${quoted(`cluster_${inner.id}`)} {`,
        `${indent}  id=${quoted(inner.id)}; class=${quoted(inner.kind)}; label=${quoted(inner.label)}; margin=12;`,
        ...body(graph, inner.id, `${indent}  `),
        `${indent}}`,
      ]),
  ];
}

function nodeLine(node: GraphNode): string {
  const shape = { task: '', barrier: ', shape=hexagon', host: ', shape=ellipse', value: ', shape=ellipse' }[node.kind];
  return `${quoted(node.id)} [id=${quoted(node.id)}, class=${quoted(node.kind)}, label=${quoted(node.label)}${shape}];`;
}

/** Graphviz joins nodes only; an edge of a group joins a node in it and is cut at its border. */
function edgeLine(edge: GraphEdge, anchors: ReadonlyMap<string, string>): string {
  const from = anchors.get(edge.from) ?? edge.from;
  const to = anchors.get(edge.to) ?? edge.to;
  const attributes = [
    `class=${quoted(edge.kind)}`,
    looks[edge.kind],
    ...(edge.label === undefined ? [] : [`label=${quoted(edge.label)}`]),
    ...(from === edge.from ? [] : [`ltail=${quoted(`cluster_${edge.from}`)}`]),
    ...(to === edge.to ? [] : [`lhead=${quoted(`cluster_${edge.to}`)}`]),
  ];
  return `  ${quoted(from)} -> ${quoted(to)} [${attributes.join(', ')}];`;
}

/** For each group the last node in it, however deep. */
function groupAnchors(graph: TaskGraphResult): Map<string, string> {
  const parents = new Map(graph.groups.map((group: GraphGroup) => [group.id, group.group]));
  const anchors = new Map<string, string>();
  for (const node of graph.nodes) {
    for (let group = node.group; group !== undefined; group = parents.get(group)) {
      anchors.set(group, node.id);
    }
  }
  return anchors;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
