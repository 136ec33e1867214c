/** What a foreign folder and other users of the machine cannot do. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test, type TestContext } from 'node:test';
import { Editor, exactly } from './editor.ts';

const launcher = path.resolve(import.meta.dirname, '../../../orchlens');

describe('security', () => {
  test('a folder that nobody has trusted is shown, and its settings neither choose a program nor a place to write', async (context) => {
    const editor = await Editor.start(hostile);
    context.after(() => editor.close());
    await editor.open('03_windows.py');
    await editor.select('def field');
    await editor.annotation('centre = self.smooth', /task 5/);
    await editor.codeAction('Generate orchestration C++ of Windows');
    await editor.page.locator('.tab', { hasText: exactly('03_windows.orchestration.cpp') }).waitFor();
    const outside = path.dirname(editor.workspace);
    assert.ok(existsSync(path.join(editor.workspace, '03_windows.orchestration.cpp')), 'written beside the program');
    assert.ok(!existsSync(path.join(outside, 'written')), 'nothing written outside of the folder');
    assert.ok(!existsSync(path.join(editor.workspace, 'was-run')), 'the Java of the folder did not run');
  });

  test('the browser editor lets nobody in without the password that it prints', async (context) => {
    const { address, password, cache } = await edit(context);
    const stranger = await fetch(address, { redirect: 'manual' });
    assert.equal(stranger.status, 302);
    assert.match(stranger.headers.get('location') ?? '', /\/login/);
    const login = new URL('/login', address);
    const wrong = await enter(login, 'wrong');
    assert.equal(wrong.headers.get('set-cookie'), null);
    const right = await enter(login, password);
    assert.equal(right.status, 302);
    assert.match(right.headers.get('set-cookie') ?? '', /^code-server-session=/);
    assert.equal((await stat(path.join(cache, 'editor'))).mode & 0o077, 0, 'no other user reads its logs');
  });
});

/** Settings that would have a program of the folder run as its Java, and C++ be written outside. */
async function hostile(workspace: string): Promise<void> {
  const bin = path.join(workspace, 'jdk', 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(workspace, 'jdk', 'release'), 'JAVA_VERSION="25"\n');
  await writeFile(path.join(bin, 'java'), `#!/bin/sh\ntouch '${path.join(workspace, 'was-run')}'\n`);
  await chmod(path.join(bin, 'java'), 0o755);
  await mkdir(path.join(workspace, '.vscode'));
  const chosen = { 'orchlens.java.home': path.join(workspace, 'jdk'), 'orchlens.generated.directory': '../written' };
  await writeFile(path.join(workspace, '.vscode', 'settings.json'), JSON.stringify(chosen));
}

/** Runs `./orchlens edit` with a cache of its own, in which the installed editor is linked, until the test ends. */
async function edit(context: TestContext): Promise<{ address: string; password: string; cache: string }> {
  const cache = await mkdtemp(path.join(os.tmpdir(), 'orchlens-cache-'));
  const installed = path.resolve(process.env.ORCHLENS_CODE_SERVER ?? '', '../../../../..');
  await symlink(installed, path.join(cache, path.basename(installed)));
  const node = path.resolve(process.execPath, '../../../..');
  await symlink(node, path.join(cache, path.basename(node)));
  const editor = spawn(launcher, ['edit', '--port', '0'], {
    env: { ...process.env, ORCHLENS_CACHE: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  context.after(async () => {
    if (editor.exitCode === null) {
      const ended = once(editor, 'exit');
      editor.kill();
      await ended;
    }
    await rm(cache, { recursive: true, force: true });
  });
  let address: string | undefined;
  for await (const line of createInterface({ input: editor.stdout })) {
    address ??= /Orchlens is at +(\S+)/.exec(line)?.[1];
    const password = /The password is (\S+)/.exec(line)?.[1];
    if (address !== undefined && password !== undefined) {
      editor.stdout.resume();
      return { address, password, cache };
    }
  }
  throw new Error('the editor ended before it said where it is');
}

function enter(login: URL, password: string): Promise<Response> {
  return fetch(login, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ password, base: '/', href: login.href }),
  });
}
