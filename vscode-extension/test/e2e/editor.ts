/** A real VS Code with the extension, in headless Chromium, as the tests use it: every wait is for something to be seen. */
import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { chromium, type Browser, type FrameLocator, type Locator, type Page } from 'playwright-core';

/** How long something may take to be seen before a test fails, in milliseconds. The machine may be busy. */
export const patience = 120_000;

/** A line as it is drawn: its own text, and what decorations add at its end. */
export interface DrawnLine {
  readonly text: string;
  readonly annotation: string;
}

/** The colour of what was found out about an earlier text, in the theme of the tests. */
const staleColour = 'rgb(180, 186, 192)';

/** How large the page is, in pixels. */
const size = { width: 1400, height: 800 };

/** Trust stays on, and nobody grants it: what the tests see is what a folder shows that was only opened. */
const settings = {
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Default Light Modern',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.hover.delay': 50,
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
  'workbench.reduceMotion': 'on',
  'files.autoSave': 'off',
  'window.confirmBeforeClose': 'never',
};

/** What has not happened yet is tried again. */
const ignored = (): void => undefined;

/** The editor and the page on it. */
export class Editor {
  readonly page: Page;
  readonly workspace: string;
  private readonly server: ChildProcess;
  private readonly browser: Browser;
  private readonly folder: string;

  private constructor(page: Page, workspace: string, server: ChildProcess, browser: Browser, folder: string) {
    this.page = page;
    this.workspace = workspace;
    this.server = server;
    this.browser = browser;
    this.folder = folder;
  }

  /**
   * Starts an editor of its own, with its own settings, on a copy of the examples.
   *
   * @param prepare changes the copy before it is opened
   */
  static async start(prepare?: (workspace: string) => Promise<void>): Promise<Editor> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'orchlens-e2e-'));
    const workspace = path.join(folder, 'examples');
    await cp(path.resolve(import.meta.dirname, '../../../examples'), workspace, { recursive: true });
    await prepare?.(workspace);
    await mkdir(path.join(folder, 'data', 'User'), { recursive: true });
    await writeFile(path.join(folder, 'data', 'User', 'settings.json'), JSON.stringify(settings));
    await installExtension(folder);
    const password = randomBytes(12).toString('base64url');
    const { server, address } = await startCodeServer(folder, password);
    const browser = await launchBrowser().catch((error: unknown) => {
      server.kill(); // Left alone, it would keep the tests from ending.
      throw error;
    });
    const context = await browser.newContext({ viewport: size });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
    const editor = new Editor(await context.newPage(), workspace, server, browser, folder);
    await editor.load(`${address}/?folder=${encodeURIComponent(workspace)}`, password).catch(async (error: unknown) => {
      await editor.screenshot('failed-to-start');
      await editor.close();
      throw error;
    });
    return editor;
  }

  /** Ends browser and editor and removes what they kept. */
  async close(): Promise<void> {
    await this.browser.close();
    if (this.server.exitCode === null && this.server.signalCode === null) {
      const ended = once(this.server, 'exit');
      this.server.kill();
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Opens a file of the workspace by its name, as a user would with Quick Open; the keyboard is in it then. */
  async open(name: string): Promise<void> {
    const file = path.basename(name);
    await this.pick('Control+P', name, exactly(file));
    await this.page.locator(`.editor-group-container.active .tab.active[data-resource-name="${file}"]`).waitFor();
    await this.page.locator(`.editor-group-container.active .monaco-editor.focused[data-uri$="/${file}"]`).waitFor();
  }

  /** Shows the file of the first group in a second one beside it, where the keyboard is then. */
  async split(): Promise<void> {
    await this.page.keyboard.press('Control+\\');
    await this.group(1).locator('.monaco-editor.focused[data-uri]').waitFor();
  }

  /** Runs a command from the Command Palette by its title. */
  async command(title: string): Promise<void> {
    await this.pick('F1', `>${title}`, exactly(title));
  }

  /** Waits for a question with a list of answers and takes the one with the label. */
  async choose(question: string, label: string): Promise<void> {
    await this.page.locator('.quick-input-widget:visible').getByPlaceholder(question).waitFor();
    await this.take(label, exactly(label));
  }

  /** Puts the cursor of the active editor, which must have the keyboard, at a line and column, both from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.focused();
    await this.pick('Control+G', `:${line}:${column}`, exactly(`Press 'Enter' to go to line ${line} at column ${column}.`));
    await this.statusBar(exactly(`Ln ${line}, Col ${column}`));
  }

  /** Selects the first place where the text stands in the active editor. */
  async select(text: string): Promise<void> {
    await this.goTo(1); // Nothing is selected then, so that what the status bar counts below is what was found.
    await this.page.keyboard.press('Control+F');
    const find = this.page.locator('.editor-group-container.active .find-widget.visible');
    await find.locator('textarea[aria-label="Find"]').fill(text);
    await this.statusBar(new RegExp(`^Ln \\d+, Col \\d+ \\(${text.length} selected\\)$`));
    await this.closeFind(find);
    await this.focused();
  }

  /** Closes the find widget: while it still looks for the text, it takes no notice of the key. */
  private async closeFind(find: Locator): Promise<void> {
    while ((await find.count()) > 0) {
      await find.locator('textarea[aria-label="Find"]').press('Escape', { timeout: 2000 }).catch(ignored);
      await find.waitFor({ state: 'detached', timeout: 2000 }).catch(ignored);
    }
  }

  /** Waits until an item of the status bar says what matches. */
  async statusBar(expected: RegExp): Promise<void> {
    await this.page.locator('.statusbar-item:visible', { hasText: expected }).waitFor();
  }

  /** From now on, keeps each text that the status item of Orchlens shows; gives what looks into that. */
  async watchStatus(): Promise<() => Promise<string[]>> {
    await this.page.evaluate(watchStatus);
    return () => this.page.evaluate(() => (window as { statusTexts?: string[] }).statusTexts ?? []);
  }

  /** Clicks on the status item of Orchlens and takes what has the label from its menu. */
  async statusMenu(label: string): Promise<void> {
    await this.page.locator('.statusbar-item:visible', { hasText: /^\s*Orchlens: / }).click();
    await this.choose('Orchlens', label);
  }

  /** Kills the extension's server, as the lack of memory would. */
  async killServer(): Promise<void> {
    for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''); // It may have ended meanwhile.
      if (command.includes(path.join(this.folder, 'extensions')) && command.includes('orchlens.jar\0lsp')) {
        process.kill(Number(id), 'SIGKILL');
        return;
      }
    }
    throw new Error('the server does not run');
  }

  /** The lines that the editor group draws now, from the top; groups count from 0 from the left. */
  async lines(group = 0): Promise<DrawnLine[]> {
    return this.page.evaluate(drawnLines, group);
  }

  /** Waits until a drawn line with the text has an annotation that matches; gives that annotation. */
  async annotation(text: string, expected: RegExp, group = 0): Promise<string> {
    return this.annotationIn(undefined, text, expected, group);
  }

  /** The same for an annotation that is dimmed, since it is about an earlier text. */
  async staleAnnotation(text: string, expected: RegExp, group = 0): Promise<string> {
    return this.annotationIn(true, text, expected, group);
  }

  /** The same for one that is not. */
  async freshAnnotation(text: string, expected: RegExp, group = 0): Promise<string> {
    return this.annotationIn(false, text, expected, group);
  }

  private async annotationIn(stale: boolean | undefined, text: string, expected: RegExp, group: number): Promise<string> {
    try {
      const wanted = { text, group, source: expected.source, stale, staleColour };
      const found = await this.page.waitForFunction(annotationOf, wanted);
      return ((await found.jsonValue()) as { annotation: string }).annotation;
    } catch (error) {
      throw new Error(`no line with '${text}' got an annotation like ${expected}; drawn are\n${await this.drawn(group)}`, {
        cause: error,
      });
    }
  }

  /** Waits until a code lens that matches is drawn. */
  async lens(expected: RegExp, group = 0): Promise<void> {
    await this.group(group).locator('.codelens-decoration', { hasText: expected }).first().waitFor();
  }

  /** The first drawn line that holds the text. */
  line(text: string, group = 0): Locator {
    return this.group(group)
      .locator('.view-line', { hasText: new RegExp(escaped(text)) })
      .first();
  }

  /** Waits until the group draws, at one time, a line with the one text and none with the other. */
  async shows({ present, absent }: { present: string; absent: string }, group = 0): Promise<void> {
    await this.page.waitForFunction(drawsOnly, { present, absent, group });
  }

  /** Waits until the line with the text is drawn half transparent. */
  async dimmed(text: string, group = 0): Promise<void> {
    await this.page.waitForFunction(isDimmed, { text, group });
  }

  /** Waits until the line with the text is marked as the counterpart of what is selected on the other side. */
  async marked(text: string, group = 0): Promise<void> {
    await this.page.waitForFunction(isMarked, { text, group });
  }

  /**
   * Moves the mouse onto the annotation of the line with the text and waits for a hover that matches. Lines move when a code
   * lens comes in above them, so it looks again where the annotation is, each time with more patience, until the hover is there.
   */
  async hoverAnnotation(text: string, expected: RegExp): Promise<void> {
    const hover = this.page.locator('.monaco-hover:visible', { hasText: expected }).first();
    const started = Date.now();
    await this.nothingFloats();
    for (let wait = patience / 16; ; wait *= 2) {
      const box = await this.annotationBox(text);
      await this.page.mouse.move(box.x - 200, box.y + 60);
      await this.page.mouse.move(box.x + 12, box.y + box.height / 2, { steps: 4 });
      try {
        await hover.waitFor({ timeout: wait });
        return;
      } catch (error) {
        if (Date.now() - started > patience) {
          throw error;
        }
      }
    }
  }

  /** The page of the task graph. */
  graph(): FrameLocator {
    return this.page.frameLocator('iframe.webview').frameLocator('#active-frame');
  }

  /** Waits until the active editor is one of text and has the keyboard. */
  async focused(): Promise<void> {
    await this.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
  }

  /** Puts the keyboard back into the editor of the first group. */
  async focus(): Promise<void> {
    await this.page.keyboard.press('Control+1');
    await this.group(0).locator('.monaco-editor.focused').waitFor();
  }

  /** Waits for a notification that matches, and takes it away. */
  async notification(expected: RegExp): Promise<void> {
    await this.page.locator('.notifications-toasts .notification-list-item', { hasText: expected }).waitFor();
    await this.command('Notifications: Clear All Notifications');
  }

  /** Opens the Problems panel and waits until it lists one that matches. */
  async problem(expected: RegExp): Promise<void> {
    if (!(await this.page.locator('.markers-panel').isVisible())) {
      await this.page.keyboard.press('Control+Shift+M');
    }
    await this.page.locator('.markers-panel .monaco-list-row', { hasText: expected }).first().waitFor();
  }

  /** Closes the panel if it is open. */
  async closePanel(): Promise<void> {
    if (await this.page.locator('.part.panel').isVisible()) {
      await this.page.keyboard.press('Control+J');
      await this.page.locator('.part.panel').waitFor({ state: 'hidden' });
    }
  }

  /** Opens the menu of code actions at the cursor and takes the one with the title. */
  async codeAction(title: string): Promise<void> {
    await this.page.keyboard.press('Control+.');
    await this.page.locator('.action-widget .monaco-list-row.focused', { hasText: exactly(title) }).waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.locator('.action-widget:visible').first().waitFor({ state: 'detached' });
  }

  /** Ends a test: a picture if it failed, then nothing floats over the page, nothing is unsaved, nothing is open. */
  async leave(test: string, failed: boolean): Promise<void> {
    if (failed) {
      await this.screenshot(`failed-${test.replace(/\W+/g, '-')}`);
    }
    await this.page.keyboard.press('Escape');
    await this.nothingFloats();
    await this.closePanel();
    while ((await this.page.locator('.tab').count()) > 0) {
      const tabs = await this.page.locator('.tab').count();
      await this.command('View: Revert and Close Editor');
      await this.page.waitForFunction((before) => document.querySelectorAll('.tab').length < before, tabs);
    }
  }

  /** Takes a picture of the page, or of its upper part of the given height. */
  async screenshot(name: string, height = size.height): Promise<void> {
    const folder = process.env.ORCHLENS_SCREENSHOTS ?? path.resolve(import.meta.dirname, '../../test-output');
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: path.join(folder, `${name}.png`), clip: { x: 0, y: 0, width: size.width, height } });
  }

  private async load(address: string, password: string): Promise<void> {
    this.page.setDefaultTimeout(patience);
    await this.page.goto(address);
    await this.page.locator('input[type=password]').fill(password);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    await this.page.keyboard.press('Control+B'); // Lines with annotations are long; the side bar is in their way.
    await this.page.locator('.explorer-folders-view').waitFor({ state: 'hidden' });
  }

  /** The group of editors with the number, from 0 from the left. */
  private group(number: number): Locator {
    return this.page.locator('.editor-group-container').nth(number);
  }

  /**
   * Opens the quick input with the keys, types, waits until the row that Enter takes has such a label, and takes it. A page
   * inside the editor that takes the keyboard closes the quick input, which is then opened again.
   */
  private async pick(keys: string, typed: string, label: RegExp): Promise<void> {
    for (let attempts = 1; ; attempts++) {
      await this.page.keyboard.press(keys);
      try {
        await this.typeToPick(typed, label, patience / 8);
        break;
      } catch (error) {
        if (attempts === 6) {
          throw error;
        }
        await this.page.keyboard.press('Escape');
      }
    }
    await this.takePicked(label);
  }

  private async take(typed: string, label: RegExp): Promise<void> {
    await this.typeToPick(typed, label, patience);
    await this.takePicked(label);
  }

  private async typeToPick(typed: string, label: RegExp, timeout: number): Promise<void> {
    await this.page.locator('.quick-input-widget:visible').locator('input').first().fill(typed, { timeout });
    await this.picked(label).waitFor({ timeout });
  }

  private async takePicked(label: RegExp): Promise<void> {
    await this.page.keyboard.press('Enter');
    await this.picked(label).waitFor({ state: 'detached' }); // The widget may be there again at once, with a question.
  }

  private picked(label: RegExp): Locator {
    const widget = this.page.locator('.quick-input-widget:visible');
    return widget.locator('.monaco-list-row.focused .label-name', { hasText: label });
  }

  /** Takes the mouse away and waits until no hover is left. */
  private async nothingFloats(): Promise<void> {
    await this.page.mouse.move(0, 0);
    await this.page.locator('.monaco-hover:visible').first().waitFor({ state: 'detached' });
  }

  private async drawn(group: number): Promise<string> {
    return (await this.lines(group)).map((line) => `${line.text}   <<${line.annotation}>>`).join('\n');
  }

  private async annotationBox(text: string): Promise<{ x: number; y: number; height: number }> {
    const box = await this.page.waitForFunction(boxOfAnnotation, text);
    return (await box.jsonValue()) as { x: number; y: number; height: number };
  }
}

function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: needed('ORCHLENS_CHROMIUM'),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

async function installExtension(folder: string): Promise<void> {
  const run = promisify(execFile);
  const options = ['--extensions-dir', `${folder}/extensions`, '--user-data-dir', `${folder}/data`];
  await run(process.execPath, [needed('ORCHLENS_CODE_SERVER'), ...options, '--install-extension', needed('ORCHLENS_VSIX')], {
    env: { ...process.env, EXTENSIONS_GALLERY: '{}' },
  });
}

/** Starts code-server on a free port; resolves when it says where it listens. */
async function startCodeServer(folder: string, password: string): Promise<{ server: ChildProcess; address: string }> {
  await writeFile(path.join(folder, 'config.yaml'), '');
  const args = [
    ...[needed('ORCHLENS_CODE_SERVER'), '--config', `${folder}/config.yaml`, '--auth', 'password'],
    ...['--bind-addr', '127.0.0.1:0', '--user-data-dir', `${folder}/data`, '--extensions-dir', `${folder}/extensions`],
    ...['--disable-telemetry', '--disable-update-check'],
    ...['--disable-getting-started-override', '--disable-proxy', '--ignore-last-opened'],
  ];
  const server = spawn(process.execPath, args, {
    env: { ...process.env, EXTENSIONS_GALLERY: '{}', PASSWORD: password },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stderr.resume(); // It complains about a part of VS Code that code-server does not have.
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line);
    const address = /listening on (http:\/\/[^/\s]+)/.exec(line)?.[1];
    if (address !== undefined) {
      server.stdout.resume();
      return { server, address };
    }
  }
  throw new Error(`code-server ended before it listened:\n${said.join('\n')}`);
}

function needed(variable: string): string {
  const value = process.env[variable];
  if (value === undefined || value === '') {
    throw new Error(`${variable} is not set; run these tests with ./orchlens test`);
  }
  return value;
}

/** What matches the text and nothing but space around it. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${escaped(text)}\\s*$`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[\\s\\u00a0]');
}

// What follows runs in the page. Text there holds no-break spaces, and what a decoration adds is the content of a
// pseudo-element, so it is in no text of the document.

function drawnLines(group: number): DrawnLine[] {
  const editor = document.querySelectorAll('.editor-group-container')[group];
  const tops = [...(editor?.querySelectorAll<HTMLElement>('.view-line') ?? [])];
  tops.sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top));
  return tops.map((line) => ({
    text: line.textContent.replaceAll('\u00a0', ' '),
    annotation: [...line.querySelectorAll('span')]
      .map((span) => getComputedStyle(span, '::after').content)
      .filter((content) => content.startsWith('"'))
      .map((content) => content.slice(1, -1).replaceAll('\u00a0', ' ').replaceAll('\\"', '"'))
      .join(''),
  }));
}

interface WantedAnnotation {
  readonly text: string;
  readonly group: number;
  readonly source: string;
  /** Whether only what is dimmed counts, or only what is not. */
  readonly stale: boolean | undefined;
  readonly staleColour: string;
}

function annotationOf({ text, group, source, stale, staleColour }: WantedAnnotation): { annotation: string } | undefined {
  const editor = document.querySelectorAll('.editor-group-container')[group];
  for (const line of editor?.querySelectorAll('.view-line') ?? []) {
    if (!line.textContent.replaceAll('\u00a0', ' ').includes(text)) {
      continue;
    }
    const annotation = [...line.querySelectorAll('span')]
      .map((span) => getComputedStyle(span, '::after'))
      .filter((after) => after.content.startsWith('"') && (stale === undefined || stale === (after.color === staleColour)))
      .map((after) => after.content.slice(1, -1).replaceAll('\u00a0', ' ').replaceAll('\\"', '"'))
      .join('');
    if (new RegExp(source).test(annotation)) {
      return { annotation };
    }
  }
  return undefined;
}

function drawsOnly({ present, absent, group }: { present: string; absent: string; group: number }): boolean {
  const editor = document.querySelectorAll('.editor-group-container')[group];
  const drawn = [...(editor?.querySelectorAll('.view-line') ?? [])];
  const draws = (text: string) => drawn.some((line) => line.textContent.replaceAll('\u00a0', ' ').includes(text));
  return draws(present) && !draws(absent);
}

function boxOfAnnotation(text: string): { x: number; y: number; height: number } | undefined {
  for (const line of document.querySelectorAll('.view-line')) {
    if (!line.textContent.replaceAll('\u00a0', ' ').includes(text)) {
      continue;
    }
    for (const span of line.querySelectorAll('span')) {
      const after = getComputedStyle(span, '::after');
      if (after.content.startsWith('"')) {
        const box = span.getBoundingClientRect();
        const width = span.querySelector('*') === null ? parseFloat(after.width) || box.width : box.width;
        return { x: box.right - width / 2, y: box.top, height: box.height };
      }
    }
  }
  return undefined;
}

/** Whether a decoration with a background lies behind the whole of the line; such ones are drawn in a layer of their own. */
function isMarked({ text, group }: { text: string; group: number }): boolean {
  const editor = document.querySelectorAll('.editor-group-container')[group];
  for (const line of editor?.querySelectorAll<HTMLElement>('.view-line') ?? []) {
    if (line.textContent.replaceAll('\u00a0', ' ').includes(text)) {
      const place = line.getBoundingClientRect();
      return [...(editor?.querySelectorAll('.view-overlays .cdr') ?? [])].some((mark) => {
        const box = mark.getBoundingClientRect();
        const painted = getComputedStyle(mark).backgroundColor;
        return Math.abs(box.top - place.top) < 2 && /^rgba?\(255, 216, 102/.test(painted);
      });
    }
  }
  return false;
}

function watchStatus(): void {
  const texts: string[] = [];
  (window as { statusTexts?: string[] }).statusTexts = texts;
  const look = () => {
    for (const item of document.querySelectorAll('.statusbar-item')) {
      const text = item.textContent.replaceAll('\u00a0', ' ').trim();
      if (text.startsWith('Orchlens: ') && texts.at(-1) !== text) {
        texts.push(text);
      }
    }
  };
  look();
  const bar = document.querySelector('.part.statusbar');
  if (bar !== null) {
    new MutationObserver(look).observe(bar, { subtree: true, childList: true, characterData: true });
  }
}

/** Whether all of the line with the text is drawn half transparent. */
function isDimmed({ text, group }: { text: string; group: number }): boolean {
  const editor = document.querySelectorAll('.editor-group-container')[group];
  const lines = [...(editor?.querySelectorAll('.view-line') ?? [])];
  const line = lines.find(({ textContent }) => textContent.replaceAll('\u00a0', ' ').includes(text));
  const spans = [...(line?.querySelectorAll('span > span') ?? [])];
  return spans.length > 0 && spans.every((span) => getComputedStyle(span).opacity === '0.5');
}
