/** Task graphs for the unit tests. */
import type { GraphEdge, GraphGroup, GraphNode, TaskGraphResult } from '../../src/protocol.ts';

const place = { sourceUri: 'file:///p.py', sourceLine: 0, sourceEndLine: 0 };

export function node(id: string, label: string, group?: string, more: Partial<GraphNode> = {}): GraphNode {
  return { id, kind: 'task', label, critical: false, ...(group === undefined ? {} : { group }), ...place, ...more };
}

export function group(id: string, kind: GraphGroup['kind'], label: string, around?: string): GraphGroup {
  return { id, kind, label, ...(around === undefined ? {} : { group: around }), ...place };
}

export function edge(from: string, to: string, kind: GraphEdge['kind'], more: Partial<GraphEdge> = {}): GraphEdge {
  return { from, to, kind, why: [], redundant: false, critical: false, ...more };
}

export function graph(nodes: GraphNode[], groups: GraphGroup[], edges: GraphEdge[]): TaskGraphResult {
  return { entry: 'P', function: 'run', version: 1, nodes, groups, edges, entries: ['P'], stale: false };
}
