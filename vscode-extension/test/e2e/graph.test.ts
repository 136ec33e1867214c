/** The task graph in a real VS Code: what is drawn, folded, found, told and exported, by mouse and by keys. */
import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { Editor } from './editor.ts';

const checkout = process.env.ORCHLENS_CHECKOUT ?? '';

describe('task graph', () => {
  let editor: Editor;

  before(async () => {
    editor = await Editor.start(async (workspace) => {
      if (checkout !== '') {
        await cp(path.join(checkout, 'models'), path.join(workspace, 'models'), { recursive: true });
      }
    });
  });

  after(async () => {
    await editor.close();
  });

  afterEach(async (context) => {
    await editor.leave(context.name, 'passed' in context && !context.passed);
  });

  test('a race is red, its line says why, groups fold by keys, and the graph is written to a file', async () => {
    await editor.open('04_manual_scope.py');
    await editor.select(', deps=[weighed]');
    await editor.page.keyboard.press('Delete');
    await editor.command('Orchlens: Show Task Graph');
    const graph = editor.graph();
    await graph.locator('.edge.race').first().waitFor();
    await graph.locator('.edge.race .hit').first().dispatchEvent('click', { bubbles: true });
    await graph.locator('aside', { hasText: 'race: nothing orders the two. Nothing orders the launch of' }).waitFor();
    await editor.screenshot('graph-race', 640);

    const scope = graph.locator('.box.group.open', { hasText: 'MANUAL' });
    await scope.focus();
    await scope.press(' ');
    const folded = graph.locator('.box.group:not(.open)', { hasText: 'MANUAL' });
    await folded.locator('text', { hasText: /^4 tasks, \d races?$/ }).waitFor();
    assert.equal(await folded.getAttribute('aria-expanded'), 'false');
    await graph.getByPlaceholder('Find a task, tensor or line').fill('weigh');
    await graph.locator('output', { hasText: /^2 found$/ }).waitFor();
    await graph.getByPlaceholder('Find a task, tensor or line').press('Enter');
    await graph.locator('.box.task.selected').waitFor();

    await graph.getByRole('button', { name: 'Export...' }).click();
    await editor.choose('Export the task graph as', 'JSON');
    const dialog = editor.page.locator('.quick-input-widget:visible input').first();
    await dialog.waitFor();
    await editor.page.keyboard.press('Enter');
    await editor.statusBar(/Task graph written to attend-tasks\.json/);
    const written = JSON.parse(await readFile(path.join(editor.workspace, 'attend-tasks.json'), 'utf8')) as { nodes: unknown[] };
    assert.equal(written.nodes.length, 4);
  });

  for (const model of checkout === '' ? [] : ['qwen3_14b', 'deepseek_v4_flash_mtp']) {
    test(`prefill_fwd of ${model} opens as a picture that can be read`, async () => {
      await editor.open(`${model}/prefill_fwd.py`);
      await editor.select('def prefill_fwd(');
      await editor.statusBar(/^\s*Orchlens: .* tasks/);
      await editor.command('Orchlens: Show Task Graph');
      await editor.choose('Several programs have this. Which one?', 'prefill_fwd');
      await editor.graph().locator('.box').first().waitFor();
      await editor.screenshot(`graph-${model}`);
    });
  }
});
