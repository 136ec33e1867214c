import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusText, type FileSummary } from '../../src/statusText.ts';

const file = 'file:///work/deepseek%20v4/prefill_fwd.py';

test('nothing is shown before a program is opened', () => {
  assert.equal(statusText({ kind: 'off' }, undefined, undefined), undefined);
});

test('a process that is on its way and a server that reads its settings are both starting', () => {
  const starting = { icon: 'loading~spin', text: 'Orchlens: starting', tooltip: 'The server is starting.', severity: 'none' };
  assert.deepEqual(statusText({ kind: 'starting' }, undefined, undefined), starting);
  assert.deepEqual(statusText({ kind: 'running' }, undefined, undefined), starting);
  assert.deepEqual(statusText({ kind: 'running' }, { state: 'starting', message: 'Reading settings.' }, undefined), {
    ...starting,
    tooltip: 'Reading settings.',
  });
});

test('work names its file, and which of how many it is where there are several', () => {
  const work = { state: 'analysing', message: 'Analysing prefill_fwd.py, 12 of 37.', uri: file } as const;
  const shown = { icon: 'sync~spin', tooltip: 'Analysing prefill_fwd.py, 12 of 37.', severity: 'none' };
  assert.deepEqual(statusText({ kind: 'running' }, { ...work, done: 11, total: 37 }, undefined), {
    ...shown,
    text: 'Orchlens: analysing prefill_fwd.py 12 of 37',
  });
  assert.deepEqual(statusText({ kind: 'running' }, { ...work, done: 0, total: 1 }, undefined), {
    ...shown,
    text: 'Orchlens: analysing prefill_fwd.py',
  });
});

test('a server that is ready shows the counts of the file, its programs only where there are several, problems only where there are any', () => {
  const ready = { state: 'ready', message: 'Everything is analysed.' } as const;
  const text = (file?: FileSummary) => statusText({ kind: 'running' }, ready, file)?.text;
  assert.equal(text(), 'Orchlens: ready');
  assert.equal(text({ programs: 1, tasks: 1, edges: 0, problems: 0 }), 'Orchlens: 1 task, 0 edges');
  assert.equal(
    text({ programs: 2, tasks: 370, edges: 2413, problems: 1 }),
    'Orchlens: 2 programs, 370 tasks, 2,413 edges, 1 problem',
  );
});

test('a file that cannot be analysed is a warning, a server that is gone an error', () => {
  const work = { state: 'failed', message: 'prefill_fwd.py wants more memory than there is.', uri: file } as const;
  assert.deepEqual(statusText({ kind: 'running' }, work, undefined), {
    icon: 'warning',
    text: 'Orchlens: cannot analyse prefill_fwd.py',
    tooltip: 'prefill_fwd.py wants more memory than there is.',
    severity: 'warning',
  });
  assert.deepEqual(statusText({ kind: 'failed', problem: 'The server ended.' }, work, undefined), {
    icon: 'error',
    text: 'Orchlens: failed',
    tooltip: 'The server ended.',
    severity: 'error',
  });
});
