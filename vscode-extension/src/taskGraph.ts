/** The graph of a function's tasks beside the program, drawn by Graphviz and redrawn with every edit. */
import * as vscode from 'vscode';
import { askForOne } from './choice.ts';
import { dotOf } from './dot.ts';
import { drawnEdges } from './arrange.ts';
import { Layout } from './layout.ts';
import type { Position, TaskGraphParams, TaskGraphResult } from './protocol.ts';
import { escaped, graphPage } from './taskGraphPage.ts';

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
  private readonly following: vscode.Disposable;

  /**
   * @param layoutScript the bundled worker that lays graphs out
   */
  constructor(ask: AskGraph, layoutScript: string) {
    this.ask = ask;
    this.layout = new Layout(layoutScript);
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
      this.shown = { source, position, graph, dot: dotOf(graph) };
      await this.draw(this.shown);
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
      await this.panel?.webview.postMessage({ stale: true });
      return;
    }
    const before = this.shown;
    this.shown = { source, position, graph, dot: dotOf(graph) };
    if (this.shown.dot !== before?.dot) {
      await this.draw(this.shown);
    } else {
      await this.panel?.webview.postMessage({ stale: graph.stale });
    }
  }

  dispose(): void {
    this.panel?.dispose();
    this.following.dispose();
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
    panel.webview.html = graphPage({
      drawing: drawing.replace(/^[^]*?(?=<svg|<p>)/, ''),
      stale: graph.stale,
      implied: drawnEdges(graph).implied,
      of: `${graph.entry}.${graph.function}`,
    });
    await this.point();
  }

  /** Marks what stands at the cursor. */
  private async point(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const graph = this.shown?.graph;
    if (this.panel === undefined || graph === undefined || editor === undefined) {
      return;
    }
    const uri = editor.document.uri.toString();
    const chosen = [...graph.nodes, ...graph.groups]
      .filter(({ sourceLine }) => sourceLine === editor.selection.active.line)
      .filter(({ sourceUri }) => vscode.Uri.parse(sourceUri).toString() === uri)
      .map(({ id }) => id);
    await this.panel.webview.postMessage({ chosen });
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
