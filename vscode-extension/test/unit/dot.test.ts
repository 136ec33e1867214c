import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dotOf } from '../../src/dot.ts';
import { edge, graph, group, node } from './taskGraphs.ts';

test('groups nest, an edge of a group starts at its border, and quotes in names are kept', () => {
  // A producer loop in a scope, a fence behind it, and a reader that names both it and "the rest".
  const drawn = graph(
    [
      node('task-0', '0  fill', 'loop-0'),
      node('barrier-0', 'fence', 'scope-0', { kind: 'barrier' }),
      node('task-1', '1  read'),
      node('value-rest', '"the rest"', undefined, { kind: 'value' }),
    ],
    [group('scope-0', 'scope', 'MANUAL'), group('loop-0', 'loop', 'parallel(8)', 'scope-0')],
    [
      edge('loop-0', 'barrier-0', 'user', { label: 'done' }),
      edge('barrier-0', 'task-1', 'derived'),
      edge('value-rest', 'task-1', 'ifEnabled'),
    ],
  );
  const lines = dotOf(drawn).split('\n').slice(5);
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
  "task-0" -> "barrier-0" [class="user", color=black, label="done", ltail="cluster_loop-0"];
  "barrier-0" -> "task-1" [class="derived", color=blue];
  "value-rest" -> "task-1" [class="ifEnabled", color=gray, style=dashed];
}
`,
  );
});
