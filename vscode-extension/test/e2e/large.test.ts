/** Programs of 370 tasks in a real VS Code: one of the project's own, and one of pypto-lib where a checkout of it is given. */
import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { Editor } from './editor.ts';
import { largeProgram } from './largeProgram.ts';

/** 20 characters, typed at the speed of a fast typist into the name of a region in a helper that is inlined. */
const typed = 'twenty_letters_long_';
const keyDelay = 33;

const checkout = process.env.ORCHLENS_CHECKOUT ?? '';
const model = 'deepseek_v4_flash_mtp';

describe('programs of 370 tasks', () => {
  let editor: Editor;

  afterEach(async (context) => {
    await editor.leave(context.name, 'passed' in context && !context.passed);
    await editor.close();
  });

  test('the annotations of the last of 20 keys in a helper are shown', async () => {
    editor = await Editor.start((workspace) => writeFile(path.join(workspace, 'large_forward.py'), largeProgram()));
    await editor.open('large_forward.py');
    await editor.select('"last_norm"');
    await editor.annotation('name_hint="logits"', /^task 369 logits <- last_norm \(runtime: RAW last_norm\)/);
    await editor.page.keyboard.press('ArrowLeft');
    await editor.page.keyboard.press('ArrowRight');
    await editor.page.keyboard.type(typed, { delay: keyDelay });
    await editor.freshAnnotation('name_hint="logits"', /^logits <- twenty_letters_long_last_norm \(RAW last_norm\)/);
    await editor.screenshot('large-program', 520);

    await editor.command('Orchlens: Show Task Graph');
    const graph = editor.graph();
    await graph.locator('.box.group', { hasText: 'layer()' }).first().waitFor();
    const whole = await graph.locator('main svg').boundingBox();
    const place = await graph.locator('main').boundingBox();
    assert.ok(whole !== null && place !== null && whole.width <= place.width && whole.height <= place.height, 'it is fitted');
    await graph.getByPlaceholder('Find a task, tensor or line').fill('gate');
    await graph.locator('output', { hasText: /^92 found$/ }).waitFor();
    await graph.getByPlaceholder('Find a task, tensor or line').press('Enter');
    await graph.locator('.box.task.found.selected', { hasText: 'gate' }).waitFor();
    await editor.screenshot('large-graph');
  });

  test(
    'the same in prefill_fwd of DeepSeek V4, with the helper in a module of its own',
    { skip: checkout === '' ? 'ORCHLENS_CHECKOUT names no checkout of pypto-lib' : false },
    async () => {
      editor = await Editor.start((workspace) =>
        cp(path.join(checkout, 'models', model), path.join(workspace, model), { recursive: true }),
      );
      await editor.open(`${model}/prefill_fwd.py`);
      await editor.select('rms_norm(x_head, final_norm_w, x_out_tile)');
      await editor.annotation('rms_norm(x_head, final_norm_w, x_out_tile)', /^task 367\b/);
      await editor.open(`${model}/rmsnorm.py`);
      await editor.select('"rms_norm"');
      await editor.page.keyboard.press('ArrowLeft');
      await editor.page.keyboard.press('ArrowRight');
      await editor.page.keyboard.type(typed, { delay: keyDelay });
      await editor.open(`${model}/prefill_fwd.py`);
      await editor.hoverAnnotation('rms_norm(x_head, final_norm_w, x_out_tile)', /twenty_letters_long_rms_norm/);
      await editor.screenshot('deepseek');
    },
  );
});
