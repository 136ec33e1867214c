import assert from 'node:assert/strict';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { Layout } from '../../src/layout.ts';

const layout = new Layout(path.resolve(import.meta.dirname, '../../src/layoutWorker.ts'));

after(() => layout.dispose());

test('a graph comes back as a drawing', async () => {
  assert.match((await layout.draw('digraph { a -> b }')) ?? '', /<svg[^]*<title>a&#45;&gt;b<\/title>/);
});

test('of several graphs that wait only the newest is drawn', async () => {
  const drawings = await Promise.all([1, 2, 3].map((n) => layout.draw(`digraph { node_${n} }`)));
  assert.deepEqual(
    drawings.map((drawing) => drawing && /node_\d/.exec(drawing)?.[0]),
    ['node_1', undefined, 'node_3'],
  );
});

test('a graph that cannot be read is refused, and the next one is drawn', async () => {
  await assert.rejects(layout.draw('digraph {'), /The task graph could not be drawn: .*syntax error/s);
  assert.match((await layout.draw('digraph { c }')) ?? '', /<title>c<\/title>/);
});
