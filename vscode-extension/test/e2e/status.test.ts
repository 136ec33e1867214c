/** The status item in a real VS Code, what commands say to somebody who is new, and what stays on view while something newer is on its way or cannot come. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { Editor, exactly } from './editor.ts';
import { largeProgram } from './largeProgram.ts';

describe('status item', () => {
  let editor: Editor;

  before(async () => {
    editor = await Editor.start((workspace) => writeFile(path.join(workspace, 'large_forward.py'), largeProgram()));
  });

  after(async () => {
    await editor.close();
  });

  afterEach(async (context) => {
    await editor.leave(context.name, 'passed' in context && !context.passed);
  });

  test('a command that has nothing to show says what it needs', async () => {
    await editor.command('Orchlens: Show Task Graph');
    await editor.notification(/open a PyPTO program first, a Python file that imports pypto\.language/);
  });

  test('it says that the server starts, what it analyses for long, and what the file holds', async () => {
    const seen = await editor.watchStatus();
    await editor.open('large_forward.py');
    await editor.statusBar(/^\s*Orchlens: 370 tasks/);
    const states = (await seen()).filter((text, at, all) => text !== all[at - 1]);
    assert.deepEqual(
      states.map((text) => text.replace(/\d[\d,]* edges/, 'N edges')),
      ['Orchlens: starting', 'Orchlens: analysing large_forward.py', 'Orchlens: 370 tasks, N edges'],
    );
  });

  test('the example of the walkthrough opens in a copy, at its launches', async () => {
    await editor.command('Orchlens: Open an Example');
    await editor.freshAnnotation('mixed, _ = pl.submit', /^task 3 weigh <- weigh \(deps\)$/);
  });

  test('a line that is indented too little dims what is known, and takes nothing away', async () => {
    await editor.open('04_manual_scope.py');
    await editor.select('mixed, _ = pl.submit');
    await editor.annotation('mixed, _ = pl.submit', /^task 3 weigh <- weigh \(deps\)$/);
    await editor.command('Orchlens: Show Generated Orchestration');
    await editor.line('params_t3_deps[params_t3_deps_count++] = weighed;', 1).waitFor();
    await editor.focus();

    // Outdented once, it can be read, and the compiler refuses the program; twice, it cannot be read.
    await editor.page.keyboard.press('Home');
    await editor.page.keyboard.press('Shift+Tab');
    await editor.dimmed('params_t3_deps[params_t3_deps_count++] = weighed;', 1);
    await editor.page.keyboard.press('Shift+Tab');
    await editor.staleAnnotation('mixed, _ = pl.submit', /^task 3 weigh <- weigh \(deps\)$/);
    await editor.staleAnnotation(
      'weights, weighed = pl.submit',
      /^task 2 weigh <- task 1 project \(deps\), task 0 project \(deps\)$/,
    );
    await editor.dimmed('params_t3_deps[params_t3_deps_count++] = weighed;', 1);
    await editor.screenshot('stale');

    await editor.page.keyboard.press('Control+Z');
    await editor.page.keyboard.press('Control+Z');
    await editor.freshAnnotation('mixed, _ = pl.submit', /^task 3 weigh <- weigh \(deps\)$/);
  });

  test('a server that ends is started again; when it ends too often it has failed, and Restart brings it back', async () => {
    await editor.open('04_manual_scope.py');
    await editor.select('mixed, _ = pl.submit');
    await editor.freshAnnotation('mixed, _ = pl.submit', /^task 3 weigh <- weigh \(deps\)$/);
    await editor.statusBar(/^\s*Orchlens: 4 tasks, 3 edges/);
    for (let time = 0; time < 2; time++) {
      const seen = await editor.watchStatus();
      await editor.killServer();
      await editor.statusBar(exactly('Orchlens: starting'));
      await editor.statusBar(/^\s*Orchlens: 4 tasks, 3 edges/);
      assert.ok(!(await seen()).includes('Orchlens: failed'));
    }
    await editor.killServer();
    await editor.statusBar(exactly('Orchlens: failed'));
    await editor.staleAnnotation('mixed, _ = pl.submit', /^task 3 weigh <- weigh \(deps\)$/);
    await editor.screenshot('status-failed');
    await editor.statusMenu('Restart Server');
    await editor.statusBar(/^\s*Orchlens: 4 tasks, 3 edges/);
    await editor.freshAnnotation('mixed, _ = pl.submit', /^task 3 weigh <- weigh \(deps\)$/);
  });
});
