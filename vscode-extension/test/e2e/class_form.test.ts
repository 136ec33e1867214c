/** The class-form examples in a real VS Code: what stands at the lines, how it follows an edit, what hovers say. */
import { after, afterEach, before, describe, test } from 'node:test';
import { Editor, exactly } from './editor.ts';

const toggle = 'Orchlens: Switch Dependency Analysis of Auto Scopes On or Off';

describe('class-form examples', () => {
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

  test('a launch shows what it waits for, and loses it with its deps=, and the fix brings it back', async () => {
    await editor.open('04_manual_scope.py');
    await editor.select('mixed, _ = pl.submit');
    await editor.annotation('weights, weighed = pl.submit', /^task 2 weigh <- task 1 project \(deps\), task 0 project \(deps\)$/);
    await editor.annotation('mixed, _ = pl.submit', /^task 3 weigh <- weigh \(deps\)$/);
    await editor.lens(/4 tasks, 3 edges/);
    await editor.screenshot('manual-scope', 520);

    await editor.select(', deps=[weighed]');
    await editor.page.keyboard.press('Delete');
    await editor.annotation('mixed, _ = pl.submit', /^task 3 weigh <- nothing$/);
    await editor.problem(/^Nothing orders the launch of 'weigh' behind the launch of 'weigh' in line 50.*race\/in-manual-scope/);
    await editor.screenshot('race');
    await editor.closePanel();
    await editor.focus();
    await editor.codeAction('Name weighed in deps=, so that this task waits for it');
    await editor.annotation('tokens, mixed, deps=[weighed])', /^task 3 weigh <- weigh \(deps\)$/);
  });

  test('the hover of a launch names its edges and where they come from', async () => {
    await editor.open('04_manual_scope.py');
    await editor.select('mixed, _ = pl.submit');
    await editor.annotation('mixed, _ = pl.submit', /^task 3 weigh <- weigh \(deps\)$/);
    await editor.hoverAnnotation('mixed, _ = pl.submit', /task 3.*task 2 weigh.*04_manual_scope\.py:50/s);
    await editor.screenshot('hover', 520);
  });

  test('the option switches between what is and what would be', async () => {
    await editor.open('02_three_hazards.py');
    await editor.select('right_power = self.measure');
    await editor.annotation('samples = self.capture(right', /if enabled: <- task 0 capture \(RAW\+WAW samples\) and 1 more/);
    await editor.lens(/4 tasks, 3 edges, longest chain 3/);
    await editor.screenshot('if-enabled', 520);
    await editor.command(toggle);
    await editor.annotation('samples = self.capture(right', /^task 2 capture <- measure \(derived: WAR samples\) and 1 more$/);
    await editor.lens(/4 tasks, 4 edges \(5 derived\), longest chain 4, widest 1, 2 NoDep/);
    await editor.screenshot('three-hazards', 520);
    await editor.command(toggle);
    await editor.annotation('samples = self.capture(right', /if enabled:/);
  });

  test('a fallback is explained where it happens', async () => {
    await editor.open('07_fallback.py');
    await editor.select('def recognise');
    await editor.command(toggle);
    await editor.annotation('def recognise', /^AUTO, fell back: unresolved location$/);
    await editor.problem(/^The storage of 'vector'.*unresolved_location/);
    await editor.screenshot('problems');
    await editor.closePanel();
    await editor.hoverAnnotation('def recognise', /AUTO.*storage of vector.*reshape/s);
    await editor.screenshot('fallback');
    await editor.command(toggle);
    await editor.annotation('def recognise', /^if enabled: AUTO, fell back: unresolved location$/);
  });

  test('a loop says what its fence saves', async () => {
    await editor.open('06_phase_fence.py');
    await editor.select('for worker in');
    await editor.annotation('for worker in', /^fence saves 48 dep entries \(64 -> 16\)$/);
    await editor.hoverAnnotation('for worker in', /Fence.*8 x 8 = 64.*8 \+ 8 = 16/s);
    await editor.screenshot('fence', 520);
  });

  test('the task graph follows the program and leads back to it', async () => {
    await editor.open('06_phase_fence.py');
    await editor.select('def cool_down');
    await editor.command('Orchlens: Show Task Graph');
    await editor.page.locator('.tab', { hasText: exactly('Tasks of cool_down') }).waitFor();
    const graph = editor.graph();
    await graph.locator('.box.barrier', { hasText: 'fence' }).waitFor();
    await editor.screenshot('task-graph');
    await graph.locator('.box.task', { hasText: 'relax' }).click();
    await editor.statusBar(/^Ln 42, Col 1$/);
    await editor.focused();
    await graph.locator('.box.task.chosen', { hasText: 'relax' }).waitFor();

    await editor.select('deps=[before]');
    await editor.page.keyboard.press('Delete');
    await graph.locator('svg:not(:has(.box.barrier)) .box.task', { hasText: 'relax' }).waitFor();
  });
});
