/** A real VS Code with the extension, in headless Chromium, as the tests use it: every wait is for something to be seen. */
import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';

/** How long something may take to be seen before a test fails, in milliseconds. The machine may be busy. */
export const patience = 60_000;

/** A line as it is drawn: its own text, and what decorations add at its end. */
export interface DrawnLine {
  readonly text: string;
  readonly annotation: string;
}

/** How large the page is, in pixels. */
const size = { width: 1400, height: 800 };

const settings = {
  'security.workspace.trust.enabled': false,
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

  /** Starts an editor of its own, with its own settings, on a copy of the examples. */
  static async start(): Promise<Editor> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'orchlens-e2e-'));
    const workspace = path.join(folder, 'examples');
    await cp(path.resolve(import.meta.dirname, '../../../examples'), workspace, { recursive: true });
    await mkdir(path.join(folder, 'data', 'User'), { recursive: true });
    await writeFile(path.join(folder, 'data', 'User', 'settings.json'), JSON.stringify(settings));
    await installExtension(folder);
    const { server, address } = await startCodeServer(folder);
    const browser = await chromium.launch({
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
    const context = await browser.newContext({ viewport: size });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    await page.goto(`${address}/?folder=${encodeURIComponent(workspace)}`);
    await page.waitForSelector('.explorer-folders-view .monaco-list-row');
    await page.keyboard.press('Control+B'); // Lines with annotations are long; the side bar is in their way.
    await page.locator('.explorer-folders-view').waitFor({ state: 'hidden' });
    return new Editor(page, workspace, server, browser, folder);
  }

  /** Ends browser and editor and removes what they kept. */
  async close(): Promise<void> {
    await this.browser.close();
    await new Promise<void>((resolve) => {
      this.server.once('exit', () => resolve());
      this.server.kill();
    });
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Opens a file of the workspace by its name, as a user would with Quick Open. */
  async open(name: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    await this.page.locator('.quick-input-widget input').first().fill(name);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: path.basename(name) }).first().waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.locator('.tab.active', { hasText: path.basename(name) }).waitFor();
    await this.page.locator('.editor-instance .monaco-editor .view-line').first().waitFor();
  }

  /** Runs a command from the Command Palette by its title. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.page.locator('.quick-input-widget input').first().fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Puts the cursor at a line and column, both from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('Control+G');
    await this.page.locator('.quick-input-widget input').first().fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Selects the first place where the text stands in the active editor. */
  async select(text: string): Promise<void> {
    await this.goTo(1);
    await this.page.keyboard.press('Control+F');
    const input = this.page.locator('.find-widget.visible textarea[aria-label="Find"]');
    await input.fill(text);
    await this.page.locator('.find-widget.visible .matchesCount', { hasText: /\d+ of \d+/ }).waitFor();
    await this.page.keyboard.press('Escape');
    await this.page.locator('.find-widget.visible').waitFor({ state: 'detached' });
  }

  /** The lines that the editor group draws now, from the top; groups count from 0 from the left. */
  async lines(group = 0): Promise<DrawnLine[]> {
    return this.page.evaluate(drawnLines, group);
  }

  /** Waits until a drawn line with the text has an annotation that matches; gives that annotation. */
  async annotation(text: string, expected: RegExp, group = 0): Promise<string> {
    try {
      const found = await this.page.waitForFunction(annotationOf, { text, group, source: expected.source });
      return ((await found.jsonValue()) as { annotation: string }).annotation;
    } catch (error) {
      throw new Error(`no line with '${text}' got an annotation like ${expected}; drawn are\n${await this.drawn(group)}`, {
        cause: error,
      });
    }
  }

  /** Waits until a code lens that matches is drawn. */
  async lens(expected: RegExp): Promise<void> {
    await this.page.locator('.codelens-decoration', { hasText: expected }).first().waitFor();
  }

  /** The drawn line that holds the text. */
  line(text: string, group = 0): Locator {
    const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[\\s\\u00a0]'));
    return this.page.locator('.editor-instance').nth(group).locator('.view-line', { hasText: pattern }).first();
  }

  /** Waits until the line with the text is marked as the counterpart of what is selected on the other side. */
  async marked(text: string, group = 0): Promise<void> {
    await this.page.waitForFunction(isMarked, { text, group });
  }

  /**
   * Moves the mouse onto the annotation of the line with the text and gives the text of the hover that shows. Lines move when
   * a code lens comes in above them, so it looks again where the annotation is until the expected hover is there.
   */
  async hoverAnnotation(text: string, expected: RegExp): Promise<string> {
    const hover = this.page.locator('.monaco-hover:visible', { hasText: expected }).first();
    const started = Date.now();
    for (;;) {
      const box = await this.annotationBox(text);
      await this.page.mouse.move(box.x - 200, box.y + 60);
      await this.page.mouse.move(box.x + 12, box.y + box.height / 2, { steps: 4 });
      try {
        await hover.waitFor({ timeout: patience / 12 });
        return await hover.innerText();
      } catch (error) {
        if (Date.now() - started > patience) {
          throw error;
        }
      }
    }
  }

  /** Puts the keyboard back into the editor. */
  async focus(): Promise<void> {
    await this.page.keyboard.press('Control+1');
    await this.page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
  }

  /** Opens the Problems panel and waits until it lists one that matches. */
  async problem(expected: RegExp): Promise<void> {
    if (!(await this.page.locator('.markers-panel').isVisible())) {
      await this.page.keyboard.press('Control+Shift+M');
    }
    await this.page.locator('.markers-panel .monaco-list-row', { hasText: expected }).first().waitFor();
  }

  /** Waits until an item of the status bar says exactly this. */
  async statusBar(text: string): Promise<void> {
    await this.page.locator('.statusbar-item').getByText(text, { exact: true }).waitFor();
  }

  /** Ends a test: a picture if it failed, then nothing floats over the page, nothing is unsaved, nothing is open. */
  async leave(test: string, failed: boolean): Promise<void> {
    if (failed) {
      await this.screenshot(`failed-${test.replace(/\W+/g, '-')}`);
    }
    await this.page.mouse.move(0, 0);
    await this.page.keyboard.press('Escape');
    if (await this.page.locator('.part.panel').isVisible()) {
      await this.page.keyboard.press('Control+J');
      await this.page.locator('.part.panel').waitFor({ state: 'hidden' });
    }
    while ((await this.page.locator('.tab').count()) > 0) {
      const tabs = await this.page.locator('.tab').count();
      await this.command('View: Revert and Close Editor');
      await this.page.waitForFunction((before) => document.querySelectorAll('.tab').length < before, tabs);
    }
  }

  /** Takes a picture of the page, or of its upper part of the given height. */
  async screenshot(name: string, height = size.height): Promise<void> {
    const folder = process.env['ORCHLENS_SCREENSHOTS'] ?? path.resolve(import.meta.dirname, '../../test-output');
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: path.join(folder, `${name}.png`), clip: { x: 0, y: 0, width: size.width, height } });
  }

  private async drawn(group: number): Promise<string> {
    return (await this.lines(group)).map((line) => `${line.text}   <<${line.annotation}>>`).join('\n');
  }

  private async annotationBox(text: string): Promise<{ x: number; y: number; height: number }> {
    const box = await this.page.waitForFunction(boxOfAnnotation, text);
    return (await box.jsonValue()) as { x: number; y: number; height: number };
  }
}

async function installExtension(folder: string): Promise<void> {
  const run = promisify(execFile);
  const options = ['--extensions-dir', `${folder}/extensions`, '--user-data-dir', `${folder}/data`];
  await run(process.execPath, [needed('ORCHLENS_CODE_SERVER'), ...options, '--install-extension', needed('ORCHLENS_VSIX')], {
    env: { ...process.env, EXTENSIONS_GALLERY: '{}' },
  });
}

/** Starts code-server on a free port; resolves when it says where it listens. */
async function startCodeServer(folder: string): Promise<{ server: ChildProcess; address: string }> {
  const args = [
    ...[needed('ORCHLENS_CODE_SERVER'), '--auth', 'none', '--bind-addr', '127.0.0.1:0'],
    ...['--user-data-dir', `${folder}/data`, '--extensions-dir', `${folder}/extensions`],
    ...['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'],
    ...['--disable-getting-started-override', '--disable-proxy', '--ignore-last-opened'],
  ];
  const server = spawn(process.execPath, args, {
    env: { ...process.env, EXTENSIONS_GALLERY: '{}' },
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

// What follows runs in the page. Text there holds no-break spaces, and what a decoration adds is the content of a
// pseudo-element, so it is in no text of the document.

function drawnLines(group: number): DrawnLine[] {
  const editor = document.querySelectorAll('.editor-instance')[group];
  const tops = [...(editor?.querySelectorAll<HTMLElement>('.view-line') ?? [])];
  tops.sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top));
  return tops.map((line) => ({
    text: (line.textContent ?? '').replaceAll('\u00a0', ' '),
    annotation: [...line.querySelectorAll('span')]
      .map((span) => getComputedStyle(span, '::after').content)
      .filter((content) => content.startsWith('"'))
      .map((content) => content.slice(1, -1).replaceAll('\u00a0', ' ').replaceAll('\\"', '"'))
      .join(''),
  }));
}

function annotationOf({ text, group, source }: { text: string; group: number; source: string }): { annotation: string } | undefined {
  const editor = document.querySelectorAll('.editor-instance')[group];
  for (const line of editor?.querySelectorAll('.view-line') ?? []) {
    if (!(line.textContent ?? '').replaceAll('\u00a0', ' ').includes(text)) {
      continue;
    }
    const annotation = [...line.querySelectorAll('span')]
      .map((span) => getComputedStyle(span, '::after').content)
      .filter((content) => content.startsWith('"'))
      .map((content) => content.slice(1, -1).replaceAll('\u00a0', ' ').replaceAll('\\"', '"'))
      .join('');
    if (new RegExp(source).test(annotation)) {
      return { annotation };
    }
  }
  return undefined;
}

function boxOfAnnotation(text: string): { x: number; y: number; height: number } | undefined {
  for (const line of document.querySelectorAll('.view-line')) {
    if (!(line.textContent ?? '').replaceAll('\u00a0', ' ').includes(text)) {
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
  const editor = document.querySelectorAll('.editor-instance')[group];
  for (const line of editor?.querySelectorAll<HTMLElement>('.view-line') ?? []) {
    if ((line.textContent ?? '').replaceAll('\u00a0', ' ').includes(text)) {
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
