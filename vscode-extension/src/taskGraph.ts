/** The graph of a function's tasks beside the program, drawn by Graphviz and redrawn with every edit. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { askForOne } from './choice.ts';
import { dotOf } from './dot.ts';
import { Layout } from './layout.ts';
import type { Position, TaskGraphParams, TaskGraphResult } from './protocol.ts';

/** Asks the server; undefined means that no server runs. */
export type AskGraph = (params: TaskGraphParams) => Promise<TaskGraphResult | null | undefined>;

/** What the panel shows, or will when it is laid out. */
interface Shown {
  readonly source: vscode.Uri;
  readonly position: Position;
  readonly graph: TaskGraphResult;
  /** The graph in the language of Graphviz. */
  readonly dot: string;
}

/** One panel, which shows the function that was asked for last. */
export class TaskGraphView implements vscode.Disposable {
  private readonly ask: AskGraph;
  private panel: vscode.WebviewPanel | undefined;
  private shown: Shown | undefined;
  /** How many graphs were asked for; only the answer to the newest question counts. */
  private asked = 0;
  private readonly layout: Layout;

  /**
   * @param layoutScript the bundled worker that lays graphs out
   */
  constructor(ask: AskGraph, layoutScript: string) {
    this.ask = ask;
    this.layout = new Layout(layoutScript);
  }

  /** Opens the panel on the function at the position. */
  async show(source: vscode.Uri, position: Position, entry: string | undefined): Promise<void> {
    const params: TaskGraphParams = { uri: source.toString(), position };
    const graph = await askForOne(this.ask, entry === undefined ? params : { ...params, entry });
    this.asked++;
    if (graph === null) {
      void vscode.window.showInformationMessage('There is no Orchestration function here to draw.');
    } else if (graph !== undefined) {
      this.shown = { source, position, graph, dot: dotOf(graph) };
      await this.draw(this.shown);
    }
  }

  /** The server says that the program's facts may be others now. */
  async sourceChanged(source: vscode.Uri): Promise<void> {
    const { shown } = this;
    if (shown === undefined || shown.source.toString() !== source.toString()) {
      return;
    }
    const position = positionOf(shown.graph, source) ?? shown.position;
    const number = ++this.asked;
    const params: TaskGraphParams = { uri: source.toString(), position };
    const graph = await this.ask(shown.graph.entries.length > 1 ? { ...params, entry: shown.graph.entry } : params);
    if (graph === undefined || graph === null || graph.function !== shown.graph.function || number !== this.asked) {
      return;
    }
    const before = this.shown;
    this.shown = { source, position, graph, dot: dotOf(graph) };
    if (this.shown.dot !== before?.dot) {
      await this.draw(this.shown);
    }
  }

  dispose(): void {
    this.panel?.dispose();
    void this.layout.dispose();
  }

  /** Draws, unless what is to be shown has changed when the layout is ready. */
  private async draw({ graph, dot }: Shown): Promise<void> {
    const drawing = await this.layout.draw(dot).catch((error: unknown) => `<p>${escaped(String(error))}</p>`);
    if (drawing === undefined || this.shown?.dot !== dot) {
      return;
    }
    const panel = this.panel ?? this.open();
    panel.title = `Tasks of ${graph.function}`;
    panel.webview.html = page(drawing.replace(/^[^]*?(?=<svg|<p>)/, ''));
  }

  private open(): vscode.WebviewPanel {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel('orchlens.taskGraph', 'Tasks', place, { enableScripts: true });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.shown = undefined;
      this.asked++;
    });
    panel.webview.onDidReceiveMessage((id: string) => this.reveal(id));
    this.panel = panel;
    return panel;
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

/** A place in the function as it was drawn last; an edit above it may have moved the one that was asked for. */
function positionOf(graph: TaskGraphResult, source: vscode.Uri): Position | undefined {
  const node = graph.nodes.find((candidate) => vscode.Uri.parse(candidate.sourceUri).toString() === source.toString());
  return node === undefined ? undefined : { line: node.sourceLine, character: 0 };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function page(drawing: string): string {
  const nonce = randomBytes(16).toString('hex');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">
  text { fill: var(--vscode-editor-foreground); font-family: var(--vscode-font-family); }
  .node path, .node polygon, .node ellipse { fill: var(--vscode-editorWidget-background); stroke: var(--vscode-editorWidget-border, #888); }
  .node { cursor: pointer; }
  .node:hover path, .node:hover polygon, .node:hover ellipse { stroke: var(--vscode-focusBorder); stroke-width: 2; }
  .cluster path, .cluster polygon { fill: none; stroke: var(--vscode-editorIndentGuide-activeBackground1, #888); }
  .cluster { cursor: pointer; }
  .edge path { stroke: var(--vscode-editor-foreground); }
  .edge polygon { fill: var(--vscode-editor-foreground); stroke: var(--vscode-editor-foreground); }
  .edge.derived path { stroke: var(--vscode-charts-blue); }
  .edge.derived polygon { fill: var(--vscode-charts-blue); stroke: var(--vscode-charts-blue); }
  .edge.ifEnabled path { stroke: var(--vscode-disabledForeground); }
  .edge.ifEnabled polygon { fill: var(--vscode-disabledForeground); stroke: var(--vscode-disabledForeground); }
  .edge.ifEnabled text { fill: var(--vscode-disabledForeground); }
  ul { list-style: none; padding: 0; display: flex; gap: 1.5em; font-family: var(--vscode-font-family); }
  .derived-key { color: var(--vscode-charts-blue); }
  .ifEnabled-key { color: var(--vscode-disabledForeground); }
</style>
</head>
<body>
<ul><li>written by you</li><li class="derived-key">derived</li><li class="ifEnabled-key">derived if enabled</li></ul>
${drawing}
<script nonce="${nonce}">
  const vscode = acquireVsCodeApi();
  const drawing = document.querySelector('svg');
  let { zoom = 1, x = 0, y = 0 } = vscode.getState() ?? {};
  const keep = () => vscode.setState({ zoom, x: window.scrollX, y: window.scrollY });
  const show = () => { drawing?.style.setProperty('zoom', zoom); };
  show();
  window.scrollTo(x, y);
  window.addEventListener('scroll', keep);
  window.addEventListener('wheel', (event) => {
    if (event.ctrlKey) {
      event.preventDefault();
      zoom = Math.min(4, Math.max(0.1, zoom * (event.deltaY < 0 ? 1.1 : 0.9)));
      show();
      keep();
    }
  }, { passive: false });
  // The program gets the keyboard. Did it come here first, it could come back behind the jump to the program.
  drawing?.addEventListener('mousedown', (event) => {
    if (event.target.closest('.node, .cluster')) { event.preventDefault(); }
  });
  drawing?.addEventListener('click', (event) => {
    const part = event.target.closest('.node, .cluster');
    if (part) { vscode.postMessage(part.id); }
  });
</script>
</body>
</html>`;
}
