import assert from 'node:assert/strict';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { drawing } from '../../src/graphDrawing.ts';
import { asElk, placed } from '../../src/graphLayout.ts';
import { standsAt } from '../../src/graphPlaces.ts';
import { edgeKinds, Folding, type Part, type View } from '../../src/graphView.ts';
import { Layout } from '../../src/layout.ts';
import type { TaskGraphResult } from '../../src/protocol.ts';
import { edge, graph, group, node } from './taskGraphs.ts';

const layout = new Layout(path.resolve(import.meta.dirname, '../../src/layoutWorker.ts'));

after(() => layout.dispose());

/** A task, a loop around nothing but a scope with two tasks, the second of which waits for itself, and a task behind them. */
const program = graph(
  [
    node('a', '0  load'),
    node('b', '1  scale', 'scope', { critical: true }),
    node('c', '2  add', 'scope', { critical: true }),
    node('d', '3  store'),
  ],
  [group('loop', 'loop', 'range(8)'), group('scope', 'scope', 'MANUAL', 'loop')],
  [
    edge('a', 'b', 'runtime', { label: 'x' }),
    edge('b', 'c', 'user', { critical: true }),
    edge('c', 'c', 'runtime', { label: 'y +1' }),
    edge('c', 'b', 'runtime', { label: 't +1' }),
    edge('b', 'd', 'runtime', { redundant: true }),
    edge('c', 'd', 'runtime', { label: 'y' }),
    edge('a', 'd', 'race'),
  ],
);

const all = new Set(edgeKinds);

/** A view as text: boxes inside each other, and lines with how many edges they stand for. */
function told({ parts, lines, implied }: View): string {
  const part = (each: Part, indent: string): string =>
    each.is === 'open'
      ? `${indent}${each.groups.map(({ label }) => label).join(' > ')}\n${each.parts.map((inner) => part(inner, `${indent}  `)).join('')}`
      : `${indent}${each.node?.label ?? `[${each.groups.map(({ label }) => label).join(' > ')}: ${each.tasks}]`}${each.critical ? ' critical' : ''}${each.races > 0 ? ' race' : ''}${each.own.map(({ label }) => ` own ${label ?? '-'}`).join('')}\n`;
  const line = (each: View['lines'][number]) =>
    `${each.from} -> ${each.to}${each.within === undefined ? '' : ` in ${each.within}`}: ${each.kind} ${each.edges.length}${each.back ? ' back' : ''}${each.critical ? ' critical' : ''}\n`;
  return [...parts.map((each) => part(each, '')), ...lines.map(line), implied === 0 ? '' : `implied ${implied}\n`].join('');
}

test('groups that stand inside each other alone are one box, and a folded one has the edges of all in it', () => {
  assert.equal(
    told(new Folding(program).view({ open: new Set(), kinds: all, redundant: true })),
    `0  load race
[range(8) > MANUAL: 2] critical own - own y +1 own t +1
3  store race
a -> loop: runtime 1
loop -> d: runtime 2
a -> d: race 1
`,
  );
});

test('an open one has its own lines, and those to others lead to its border; what is switched off is not there', () => {
  assert.equal(
    told(new Folding(program).view({ open: new Set(['loop']), kinds: new Set(['user', 'runtime']), redundant: false })),
    `0  load race
range(8) > MANUAL
  1  scale critical
  2  add critical own y +1
3  store race
a -> loop: runtime 1
b -> c in loop: user 1 critical
c -> b in loop: runtime 1 back
loop -> d: runtime 1
`,
  );
});

test('what is to be seen says what must be open, and what is not seen which box it is in', () => {
  const folding = new Folding(program);
  assert.deepEqual(folding.around('c'), ['loop']);
  assert.equal(folding.seenIn('c', new Set()), 'loop');
  assert.equal(folding.seenIn('scope', new Set(['loop'])), 'loop');
  assert.equal(folding.seenIn('c', new Set(['loop'])), 'c');
});

test('a large graph opens level by level, and never with a single box', () => {
  const nodes = Array.from({ length: 80 }, (_, at) => node(`t${at}`, `${at}  work`, `layer${Math.floor(at / 8)}`));
  const layers = Array.from({ length: 10 }, (_, at) => group(`layer${at}`, 'call', 'layer()', 'loop'));
  const folding = new Folding(graph(nodes, [group('loop', 'loop', 'range(4)'), ...layers], []));
  assert.deepEqual(
    folding.levels().map((level) => [...level]),
    [[], ['loop']],
  );
});

/** So many tasks in layers, each waiting for some of those before it, up to the amount of edges. */
function large(tasks: number, edges: number): TaskGraphResult {
  const nodes = Array.from({ length: tasks }, (_, at) =>
    node(`t${at}`, `${at}  some_kernel_${at}`, `layer${Math.floor(at / 10)}`),
  );
  const layers = Array.from({ length: Math.ceil(tasks / 10) }, (_, at) => group(`layer${at}`, 'call', 'layer()'));
  const waits = Array.from({ length: edges }, (_, at) => {
    const to = 1 + ((at * 7) % (tasks - 1));
    return edge(`t${Math.max(0, to - 1 - ((at * 13) % 40))}`, `t${to}`, 'runtime');
  });
  return graph(nodes, layers, waits);
}

test('400 tasks with 3,000 edges, all of them unfolded, are laid out', async (context) => {
  const folding = new Folding(large(400, 3000));
  const choice = { open: folding.all(), kinds: all, redundant: true };
  await layout.of(asElk(folding.view({ ...choice, open: new Set() }))); // What loading the library takes is not counted.
  const started = performance.now();
  const view = folding.view(choice);
  const answer = await layout.of(asElk(view));
  const took = Math.round(performance.now() - started);
  context.diagnostic(`${view.lines.length} lines, ${view.implied} implied: laid out in ${took} ms`);
  const result = placed(view, answer ?? { id: '' });
  assert.equal(result.parts.length, 440);
  assert.ok(result.lines.every(({ points }) => points.length >= 2));
});

test('the drawing has roles and names for those who do not see it, and lets no name out of its text', async () => {
  const named = graph([node('a', '0  <b>"&')], [], [edge('a', 'a', 'runtime', { label: 'x +1' })]);
  const view = new Folding(named).view({ open: new Set(), kinds: all, redundant: true });
  const svg = drawing(placed(view, (await layout.of(asElk(view))) ?? { id: '' }));
  assert.match(svg, /<svg [^>]*role="group" aria-label="Task graph">/);
  assert.match(
    svg,
    /<g id="a" class="box task" role="button" tabindex="-1" aria-label="task 0 {2}&lt;b&gt;&quot;&amp;, 0 before it, 0 behind it">/,
  );
  assert.match(svg, />↻ x \+1<\/text>/);
});

test('the cursor stands at the innermost of what begins in its line, or at the head of its block', () => {
  const text = [
    'def run():',
    '    for i in pl.range(8):',
    '        with pl.at():',
    '            x = 1',
    '',
    '            y = 2',
    '    z = 3',
  ];
  const parts = [
    { id: 'loop', sourceLine: 1, sourceEndLine: 1 },
    { id: 'task', sourceLine: 2, sourceEndLine: 2 },
    { id: 'copy', sourceLine: 2, sourceEndLine: 2 },
  ];
  const at = (line: number) => standsAt(parts, line, (each) => text[each] ?? '').map(({ id }) => id);
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(at), [
    ['loop'],
    ['task', 'copy'],
    ['task', 'copy'],
    ['task', 'copy'],
    ['task', 'copy'],
    [],
  ]);
});
