/** A `@pl.jit` program over three modules in a real VS Code: it follows an edit of the module that configures it. */
import { after, afterEach, before, describe, test } from 'node:test';
import { Editor } from './editor.ts';

describe('a program over three modules', () => {
  let editor: Editor;

  before(async () => {
    editor = await Editor.start();
  });

  after(async () => {
    await editor.close();
  });

  afterEach(async (context) => {
    await editor.leave(context.name, 'passed' in context && !context.passed);
  });

  test('an edit of the settings changes what stands at the launches', async () => {
    await editor.open('pipeline.py');
    await editor.select('return out');
    await editor.annotation('crisp = sharpen(', /^task 1/);
    await editor.annotation('out = tone(crisp', /^task 2.*if enabled: <- task 1 sharpen \(RAW crisp\)/);

    await editor.split();
    await editor.open('settings.py');
    await editor.select('sharpen: bool = True');
    await editor.page.keyboard.type('sharpen: bool = False');
    await editor.annotation('out = tone(clean', /^task 1.*if enabled: <- clean after its loop \(RAW clean\)/);
    await editor.annotation('crisp = sharpen(', /^$/);
    await editor.lens(/^2 tasks, /);
    await editor.screenshot('three-modules');
  });
});
