/** The graph of a function's tasks beside the program, laid out by ELK and drawn anew with every edit. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { askForOne } from './choice.ts';
import { drawing } from './graphDrawing.ts';
import { chooseFormat, save, type Format } from './graphExport.ts';
import { asElk, placed } from './graphLayout.ts';
import { drawingMessage, type DrawingMessage, type FromPage, type ToPage } from './graphMessages.ts';
import { flat, Folding, type Choice } from './graphView.ts';
import { Layout } from './layout.ts';
import type { Position, TaskGraphParams, TaskGraphResult } from './protocol.ts';
import { standsAt } from './graphPlaces.ts';
import { graphPage } from './taskGraphPage.ts';

/** Asks the server; undefined means that no server runs. */
export type AskGraph = (params: TaskGraphParams) => Promise<TaskGraphResult | null | undefined>;

/** How small a drawing may be shown when it opens: below that nobody can read it. */
const smallest = 0.55;

/** From how many edges on those that follow from others are left out until the legend is told to show them. */
const manyEdges = 120;

/** What the panel shows, or will when it is laid out. */
interface Shown {
  readonly source: vscode.Uri;
  readonly position: Position;
  readonly graph: TaskGraphResult;
  readonly folding: Folding;
  readonly choice: Choice;
}

/** One panel, which shows the function that was asked for last. */
export class TaskGraphView implements vscode.Disposable {
  private readonly ask: AskGraph;
  /** What the page does. */
  private readonly script: string;
  private panel: vscode.WebviewPanel | undefined;
  private shown: Shown | undefined;
  /** How many graphs were asked for; only the answer to the newest question counts. */
  private asked = 0;
  /** How much room the page has, in pixels, from when it is there. */
  private room: { width: number; height: number } | undefined;
  /** The drawing that the page has. */
  private drawn: DrawingMessage | undefined;
  private rendered: ((content: string) => void) | undefined;
  private readonly layout: Layout;
  private readonly following: vscode.Disposable;

  /**
   * @param extension the folder of the extension, with the bundled worker that lays graphs out and the script of the page
   */
  constructor(ask: AskGraph, extension: vscode.Uri) {
    this.ask = ask;
    this.script = readFileSync(vscode.Uri.joinPath(extension, 'dist', 'graphPage.js').fsPath, 'utf8');
    this.layout = new Layout(vscode.Uri.joinPath(extension, 'dist', 'layoutWorker.cjs').fsPath);
    this.following = vscode.window.onDidChangeTextEditorSelection(() => void this.point());
  }

  /** Opens the panel on the function at the position. */
  async show(source: vscode.Uri, position: Position, entry: string | undefined): Promise<void> {
    const params: TaskGraphParams = { uri: source.toString(), position };
    const graph = await askForOne(this.ask, entry === undefined ? params : { ...params, entry });
    this.asked++;
    if (graph === null) {
      void vscode.window.showInformationMessage(
        'There is no Orchestration function here to draw; put the cursor into a PyPTO program.',
      );
    } else if (graph !== undefined) {
      this.shown = firstShown(source, position, graph);
      const panel = this.panel ?? this.open();
      panel.title = `Tasks of ${graph.function}`;
      // A page that is still being loaded asks for its drawing when it is there.
      if (this.room !== undefined) {
        await this.drawFirst(this.shown);
      }
    }
  }

  /** The server says that the program's facts may be others now. */
  async sourceChanged(source: vscode.Uri): Promise<void> {
    const { shown } = this;
    if (shown?.source.toString() !== source.toString()) {
      return;
    }
    const position = positionOf(shown.graph, source) ?? shown.position;
    const number = ++this.asked;
    const params: TaskGraphParams = { uri: source.toString(), position };
    const graph = await this.ask(shown.graph.entries.length > 1 ? { ...params, entry: shown.graph.entry } : params);
    if (number !== this.asked) {
      return;
    }
    if (graph?.function !== shown.graph.function) {
      await this.tell({ type: 'stale', stale: true });
      return;
    }
    await this.draw({ ...shown, position, graph, folding: new Folding(graph) });
  }

  /** Asks for a format and a file, and writes the graph there; says what is needed where none is shown. */
  async export(): Promise<void> {
    const { shown } = this;
    if (shown === undefined || this.panel === undefined) {
      void vscode.window.showInformationMessage(
        'Orchlens: show a task graph first (Orchlens: Show Task Graph); then it can be exported.',
      );
      return;
    }
    const format = await chooseFormat();
    if (format !== undefined) {
      await save(shown.graph, shown.source, format, () => this.picture(format));
    }
  }

  dispose(): void {
    this.panel?.dispose();
    this.following.dispose();
    void this.layout.dispose();
  }

  /** Draws what is new to the reader: with as many groups open as can be read at once. */
  private async drawFirst(shown: Shown): Promise<void> {
    const room = this.room ?? { width: 700, height: 600 };
    const levels = shown.folding.levels();
    let open = levels[0] ?? new Set<string>();
    for (const level of levels) {
      const choice = { ...shown.choice, open: level };
      const answer = await this.layout.of(asElk(shown.folding.view(choice))).catch(() => undefined);
      if (answer === undefined) {
        break;
      }
      const scale = Math.min(room.width / (answer.width ?? 1), room.height / (answer.height ?? 1));
      const boxes = flat(shown.folding.view({ ...choice, open }).parts).length;
      if (scale < smallest && boxes > 3) {
        break;
      }
      open = level;
    }
    await this.draw({ ...shown, choice: { ...shown.choice, open } });
  }

  /** Draws, unless what is to be shown has changed when the layout is ready. */
  private async draw(shown: Shown, goTo?: string): Promise<void> {
    this.shown = shown;
    const view = shown.folding.view(shown.choice);
    try {
      const answer = await this.layout.of(asElk(view));
      if (answer === undefined || this.shown !== shown) {
        return;
      }
      this.drawn = drawingMessage(shown, view, drawing(placed(view, answer)), goTo);
      await this.tell(this.drawn);
      await this.point();
    } catch (error) {
      void vscode.window.showErrorMessage(`Orchlens: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Marks what stands at the cursor. */
  private async point(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const { shown } = this;
    if (this.panel === undefined || shown === undefined || editor?.document.languageId !== 'python') {
      return;
    }
    const uri = editor.document.uri.toString();
    const parts = [...shown.graph.nodes, ...shown.graph.groups].filter(
      ({ sourceUri }) => vscode.Uri.parse(sourceUri).toString() === uri,
    );
    const text = (line: number) => editor.document.lineAt(line).text;
    const chosen = standsAt(parts, editor.selection.active.line, text);
    const ids = new Set(chosen.map(({ id }) => shown.folding.seenIn(id, shown.choice.open)));
    await this.tell({ type: 'chosen', ids: [...ids] });
  }

  private open(): vscode.WebviewPanel {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel('orchlens.taskGraph', 'Tasks', place, {
      enableScripts: true,
      localResourceRoots: [],
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.shown = undefined;
      this.room = undefined;
      this.drawn = undefined;
      this.asked++;
    });
    panel.webview.onDidReceiveMessage((said: FromPage) => this.hear(said));
    panel.webview.html = graphPage(this.script, randomBytes(16).toString('hex'));
    this.panel = panel;
    return panel;
  }

  private async tell(message: ToPage): Promise<void> {
    await this.panel?.webview.postMessage(message);
  }

  private async hear(said: FromPage): Promise<void> {
    const { shown } = this;
    if (shown === undefined) {
      return;
    }
    const { choice, folding } = shown;
    switch (said.type) {
      case 'ready': {
        const isFirst = this.drawn === undefined;
        this.room = said;
        // A page that was hidden begins anew.
        await (isFirst ? this.drawFirst(shown) : this.draw(shown));
        break;
      }
      case 'source':
        await this.reveal(said.id);
        break;
      case 'toggle': {
        const open = new Set(choice.open);
        if (!open.delete(said.id)) {
          open.add(said.id);
        }
        await this.draw({ ...shown, choice: { ...choice, open } });
        break;
      }
      case 'unfold':
        await this.draw({ ...shown, choice: { ...choice, open: folding.all() } });
        break;
      case 'fold':
        await this.draw({ ...shown, choice: { ...choice, open: new Set() } });
        break;
      case 'show':
        await this.draw(
          { ...shown, choice: { ...choice, open: new Set([...choice.open, ...folding.around(said.id)]) } },
          said.id,
        );
        break;
      case 'kinds':
        await this.draw({ ...shown, choice: { ...choice, kinds: new Set(said.kinds), redundant: said.redundant } });
        break;
      case 'export':
        await this.export();
        break;
      case 'picture':
        this.rendered?.(said.content);
        break;
    }
  }

  private async picture(format: Format): Promise<string> {
    const content = new Promise<string>((resolve) => {
      this.rendered = resolve;
    });
    this.panel?.reveal(undefined, true);
    await this.tell({ type: 'render', format: format === 'png' ? 'png' : 'svg' });
    return content;
  }

  private async reveal(id: string): Promise<void> {
    const graph = this.shown?.graph;
    const place = [...(graph?.nodes ?? []), ...(graph?.groups ?? [])].find((candidate) => candidate.id === id);
    if (place !== undefined) {
      const range = new vscode.Range(place.sourceLine, 0, place.sourceLine, 0);
      await vscode.window.showTextDocument(vscode.Uri.parse(place.sourceUri), {
        viewColumn: vscode.ViewColumn.One,
        selection: range,
      });
    }
  }
}

/** A graph as it is shown at first: all that is known to hold. */
function firstShown(source: vscode.Uri, position: Position, graph: TaskGraphResult): Shown {
  const choice: Choice = {
    open: new Set(),
    kinds: new Set(['race', 'user', 'derived', 'runtime', 'ifEnabled']),
    redundant: graph.edges.length < manyEdges,
  };
  return { source, position, graph, folding: new Folding(graph), choice };
}

/** A place in the function as it was drawn last; an edit above it may have moved the one that was asked for. */
function positionOf(graph: TaskGraphResult, source: vscode.Uri): Position | undefined {
  const node = [...graph.groups, ...graph.nodes].find(
    (candidate) => vscode.Uri.parse(candidate.sourceUri).toString() === source.toString(),
  );
  return node === undefined ? undefined : { line: node.sourceLine, character: 0 };
}
