import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { test } from 'node:test';

const launcher = path.resolve(import.meta.dirname, '../../../orchlens');

function run(args: string[], environment: Record<string, string> = {}): { code: number | null; out: string; err: string } {
  const result = spawnSync(launcher, args, { encoding: 'utf8', env: { ...process.env, ...environment } });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

test('help lists the commands and is no error', () => {
  const { code, out, err } = run(['--help']);
  assert.equal(code, 0);
  assert.match(out, /^Usage: \.\/orchlens COMMAND/);
  assert.equal(err, '');
});

test('no command and an unknown command are errors of usage', () => {
  assert.equal(run([]).code, 2);
  const { code, out, err } = run(['frobnicate']);
  assert.equal(code, 2);
  assert.match(err, /^orchlens: there is no command 'frobnicate'\nUsage:/);
  assert.equal(out, '');
});

test('a Java that does not suffice is named', () => {
  const { code, out, err } = run(['facts', 'program.py'], { ORCHLENS_JAVA: '/no/such/java' });
  assert.equal(code, 3);
  assert.equal(err, 'orchlens: ORCHLENS_JAVA is /no/such/java, where there is no Java; Orchlens wants Java 25 or newer\n');
  assert.equal(out, '');
});

test('a folder that is not there and a port that is no number are refused before anything is set up', () => {
  assert.deepEqual(run(['edit', '/no/such/folder']), { code: 2, out: '', err: 'orchlens: there is no folder /no/such/folder\n' });
  assert.deepEqual(run(['edit', '--port', 'x']), { code: 2, out: '', err: "orchlens: --port wants a number, not 'x'\n" });
});
