import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Restarts } from '../../src/restarts.ts';

test('a server that ends is started again twice within three minutes, then no more', () => {
  const restarts = new Restarts();
  assert.deepEqual(
    [0, 1_000, 179_999, 180_000, 180_001].map((now) => restarts.another(now)),
    [true, true, false, true, false],
  );
});

test('a restart by hand counts anew', () => {
  const restarts = new Restarts();
  assert.deepEqual(
    [0, 0, 0].map((now) => restarts.another(now)),
    [true, true, false],
  );
  restarts.forget();
  assert.equal(restarts.another(0), true);
});
