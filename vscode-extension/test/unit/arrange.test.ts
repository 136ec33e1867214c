import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnEdges, rows } from '../../src/arrange.ts';
import type { GraphEdge, TaskGraphResult } from '../../src/protocol.ts';

const place = { sourceUri: 'file:///p.py', sourceLine: 0 };

/** A graph of tasks named by numbers, of which those in `groups` lie in the group that is named. */
function graph(
  tasks: number,
  edges: [number, number, GraphEdge['kind']][],
  groups: Record<number, string> = {},
): TaskGraphResult {
  const nodes = Array.from({ length: tasks }, (_, at) => {
    const group = groups[at];
    return { id: `${at}`, kind: 'task' as const, label: `${at}`, ...place, ...(group === undefined ? {} : { group }) };
  });
  return {
    entry: 'P',
    function: 'run',
    version: 1,
    nodes,
    groups: [...new Set(Object.values(groups))].map((id) => ({ id, kind: 'scope', label: id, ...place })),
    edges: edges.map(([from, to, kind]) => ({ from: `${from}`, to: `${to}`, kind })),
    entries: ['P'],
    stale: false,
  };
}

test('a few edges are all drawn', () => {
  const all = graph(3, [
    [0, 1, 'user'],
    [1, 2, 'user'],
    [0, 2, 'user'],
  ]);
  assert.deepEqual(drawnEdges(all), { edges: all.edges, implied: 0 });
});

test('of many edges those are left out that the others imply', () => {
  const everyPair = Array.from({ length: 40 }, (_, to) => Array.from({ length: to }, (_, from) => [from, to, 'user'] as const));
  const drawn = drawnEdges(
    graph(
      40,
      everyPair.flat().map((edge) => [...edge]),
    ),
  );
  assert.equal(drawn.implied, 780 - 39);
  assert.deepEqual(
    drawn.edges.map(({ from, to }) => Number(to) - Number(from)),
    Array.from({ length: 39 }, () => 1),
  );
});

test('what would hold if enabled implies nothing that holds now', () => {
  const chain = Array.from({ length: 600 }, (_, at): [number, number, GraphEdge['kind']] => [at, at + 1, 'ifEnabled']);
  const drawn = drawnEdges(graph(601, [...chain, [0, 600, 'user'], [0, 599, 'ifEnabled']]));
  assert.equal(drawn.implied, 1);
  assert.ok(drawn.edges.some(({ kind }) => kind === 'user'));
});

test('what waits for nothing is drawn in about as many columns as rows', () => {
  assert.deepEqual(rows(graph(9, [])), [
    ['0', '3'],
    ['1', '4'],
    ['2', '5'],
    ['3', '6'],
    ['4', '7'],
    ['5', '8'],
  ]);
});

test('groups that wait for nothing stand below each other, and what waits for something beside it is left where it is', () => {
  assert.deepEqual(rows(graph(5, [[0, 1, 'user']], { 0: 'a', 1: 'a', 2: 'b', 3: 'c' })), [
    ['1', '3'],
    ['2', '4'],
  ]);
});
