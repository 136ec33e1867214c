import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { dotOf } from '../../src/dot.ts';
import type { TaskGraphResult } from '../../src/protocol.ts';

const place = { sourceUri: 'file:///p.py', sourceLine: 0 };

/** A producer loop in a scope, a fence behind it, and a reader that names both it and "the rest". */
const graph: TaskGraphResult = {
  entry: 'P',
  function: 'run',
  version: 1,
  nodes: [
    { id: 'task-0', kind: 'task', label: '0  fill', group: 'loop-0', ...place },
    { id: 'barrier-0', kind: 'barrier', label: 'fence', group: 'scope-0', ...place },
    { id: 'task-1', kind: 'task', label: '1  read', ...place },
    { id: 'value-rest', kind: 'value', label: '"the rest"', ...place },
  ],
  groups: [
    { id: 'scope-0', kind: 'scope', label: 'MANUAL', ...place },
    { id: 'loop-0', kind: 'loop', label: 'parallel(8)', group: 'scope-0', ...place },
  ],
  edges: [
    { from: 'loop-0', to: 'barrier-0', kind: 'user', label: 'done' },
    { from: 'barrier-0', to: 'task-1', kind: 'derived' },
    { from: 'value-rest', to: 'task-1', kind: 'ifEnabled' },
  ],
  entries: ['P'],
  stale: false,
};

test('groups nest, an edge of a group starts at its border, and quotes in names are kept', () => {
  const lines = dotOf(graph).split('\n').slice(5);
  assert.equal(
    lines.join('\n'),
    `  "task-1" [id="task-1", class="task", label="1  read"];
  "value-rest" [id="value-rest", class="value", label="\\"the rest\\"", shape=ellipse];
  subgraph "cluster_scope-0" {
    id="scope-0"; class="scope"; label="MANUAL"; margin=12;
    "barrier-0" [id="barrier-0", class="barrier", label="fence", shape=hexagon];
    subgraph "cluster_loop-0" {
      id="loop-0"; class="loop"; label="parallel(8)"; margin=12;
      "task-0" [id="task-0", class="task", label="0  fill"];
    }
  }
  "task-0" -> "barrier-0" [class="user", label="done", ltail="cluster_loop-0"];
  "barrier-0" -> "task-1" [class="derived"];
  "value-rest" -> "task-1" [class="ifEnabled", style=dashed];
}
`,
  );
});

test('Graphviz draws it with the ids and classes that the page needs', async () => {
  const drawing = (await Graphviz.load()).dot(dotOf(graph));
  assert.match(drawing, /<g id="task&#45;0" class="node task">/);
  assert.match(drawing, /<g id="loop&#45;0" class="cluster loop">/);
  assert.match(drawing, /class="edge ifEnabled"/);
});
