import assert from 'node:assert/strict';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { Layout } from '../../src/layout.ts';

const layout = new Layout(path.resolve(import.meta.dirname, '../../src/layoutWorker.ts'));

after(() => layout.dispose());

const one = (id: string) => ({ id, children: [{ id: `${id}-a`, width: 30, height: 20 }] });

test('a graph comes back with places', async () => {
  const graph = {
    id: 'g',
    layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'DOWN', 'elk.layered.spacing.nodeNodeBetweenLayers': '20' },
    children: [
      { id: 'a', width: 30, height: 20 },
      { id: 'b', width: 30, height: 20 },
    ],
    edges: [{ id: 'e', sources: ['a'], targets: ['b'] }],
  };
  const laidOut = await layout.of(graph);
  assert.deepEqual(
    laidOut?.children?.map(({ id, x, y }) => [id, x, y]),
    [
      ['a', 12, 12],
      ['b', 12, 52],
    ],
  );
});

test('of several graphs that wait only the newest is laid out', async () => {
  const laidOut = await Promise.all(['one', 'two', 'three'].map((id) => layout.of(one(id))));
  assert.deepEqual(
    laidOut.map((graph) => graph?.id),
    ['one', undefined, 'three'],
  );
});

test('a graph that cannot be laid out is refused, and the next one is laid out', async () => {
  const broken = { ...one('broken'), edges: [{ id: 'e', sources: ['nobody'], targets: ['broken-a'] }] };
  await assert.rejects(layout.of(broken), /The task graph could not be drawn: .*nobody/s);
  assert.equal((await layout.of(one('next')))?.id, 'next');
});
