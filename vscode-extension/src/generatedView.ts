/** The generated C++ beside the program: read-only, live with every edit, each side marking what is selected on the other. */
import * as vscode from 'vscode';
import { askForOne } from './choice.ts';
import type { GeneratedLine, GeneratedParams, GeneratedResult, Position } from './protocol.ts';

/** The scheme of the documents that hold generated C++. */
export const generatedScheme = 'orchlens-generated';

/** Asks the server; undefined means that no server runs. */
export type AskGenerated = (params: GeneratedParams) => Promise<GeneratedResult | null | undefined>;

/** One open C++ document. */
interface View {
  readonly source: vscode.Uri;
  readonly entry: string;
  /** The last C++ that there was, and the lines of it that have a source. */
  readonly text: string | undefined;
  readonly lines: readonly GeneratedLine[];
  /** Whether the program has changed since, and there is no C++ of it as it stands. */
  readonly stale: boolean;
}

/** Provides the documents and links the selections of both sides. */
export class GeneratedView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly views = new Map<string, View>();
  /** The newest question for each document; the answer to an earlier one may come later. */
  private readonly newest = new Map<string, Promise<string>>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly counterpart = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('orchlens.counterpart.background'),
    overviewRulerColor: new vscode.ThemeColor('orchlens.counterpart.background'),
  });
  /** What is on view of a text that cannot be read any more. */
  private readonly dimmed = vscode.window.createTextEditorDecorationType({ opacity: '0.5' });
  private readonly subscriptions: vscode.Disposable[];

  readonly onDidChange = this.changed.event;
  private readonly ask: AskGenerated;

  constructor(ask: AskGenerated) {
    this.ask = ask;
    this.subscriptions = [
      this.changed,
      this.counterpart,
      this.dimmed,
      vscode.workspace.registerTextDocumentContentProvider(generatedScheme, this),
      vscode.window.onDidChangeTextEditorSelection((event) => this.selectionChanged(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.closed(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.dim(document.uri.toString())),
      vscode.window.onDidChangeVisibleTextEditors((editors) =>
        editors.forEach(({ document }) => this.dim(document.uri.toString())),
      ),
    ];
  }

  /** Opens the C++ of the entry at the position beside the program and goes to the lines of the statement there. */
  async show(source: vscode.Uri, position: Position | undefined, entry: string | undefined): Promise<void> {
    const params: GeneratedParams = { uri: source.toString() };
    if (entry !== undefined) {
      params.entry = entry;
    }
    if (position !== undefined) {
      params.position = position;
    }
    const result = await askForOne(this.ask, params);
    if (result === undefined) {
      return;
    }
    if (result === null) {
      void vscode.window.showInformationMessage(
        'There is no Orchestration function here to generate C++ from; put the cursor into a PyPTO program.',
      );
      return;
    }
    const uri = uriOf(source, result.entry);
    this.views.set(uri.toString(), { source, entry: result.entry, text: undefined, lines: result.lines, stale: result.stale });
    const document = await vscode.workspace.openTextDocument(uri);
    this.changed.fire(uri); // It was open already, or the program changed while it was opened.
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
    });
    if (position !== undefined) {
      this.mark(editor, this.linesFor(uri, source, position.line, position.line), true);
    }
  }

  /** The server says that the C++ of the program's entries may be another one now. */
  sourceChanged(source: vscode.Uri): void {
    for (const [key, view] of this.views) {
      if (view.source.toString() === source.toString()) {
        this.changed.fire(vscode.Uri.parse(key));
      }
    }
  }

  /** The C++ as it is now. Also VS Code asks, for instance for a document that was open when the window was closed. */
  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const key = uri.toString();
    const view = this.views.get(key) ?? { ...parse(uri), text: undefined, lines: [], stale: false };
    this.views.set(key, view);
    const answer = this.ask({ uri: view.source.toString(), entry: view.entry }).then((result): Promise<string> | string => {
      const newer = this.newest.get(key);
      return newer === undefined || newer === answer ? this.accept(key, view, result) : newer;
    });
    this.newest.set(key, answer);
    return answer;
  }

  /** Gives the text to show: the C++ or, while the program as it stands has none, the last that there was, dimmed. */
  private accept(key: string, view: View, result: GeneratedResult | null | undefined): string {
    if (result === null) {
      return `// ${view.entry} is no longer an entry of ${vscode.workspace.asRelativePath(view.source)}.\n`;
    }
    const isCode = result?.complete === true;
    const next = isCode ? { ...view, text: result.text, lines: result.lines, stale: result.stale } : { ...view, stale: true };
    if (this.views.has(key)) {
      this.views.set(key, next);
      this.dim(key);
    }
    return next.text ?? result?.text ?? '// The Orchlens server is not running.\n';
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Dims the editors on a document, or no longer. */
  private dim(key: string): void {
    const view = this.views.get(key);
    if (view !== undefined) {
      const editors = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === key);
      const all = new vscode.Range(0, 0, Number.MAX_SAFE_INTEGER, 0);
      editors.forEach((editor) => editor.setDecorations(this.dimmed, view.stale ? [editor.document.validateRange(all)] : []));
    }
  }

  private closed(document: vscode.TextDocument): void {
    if (document.uri.scheme !== generatedScheme) {
      return;
    }
    this.views.delete(document.uri.toString());
    this.newest.delete(document.uri.toString());
    vscode.window.visibleTextEditors.forEach((editor) => editor.setDecorations(this.counterpart, []));
  }

  /** Only the side that the user is on leads; the other follows. */
  private selectionChanged(event: vscode.TextEditorSelectionChangeEvent): void {
    const editor = event.textEditor;
    if (editor !== vscode.window.activeTextEditor || this.views.size === 0) {
      return;
    }
    const selection = event.selections[0] ?? editor.selection;
    if (editor.document.uri.scheme === generatedScheme) {
      void this.followIntoSource(editor, selection);
    } else {
      this.followIntoGenerated(editor, selection);
    }
  }

  private followIntoGenerated(editor: vscode.TextEditor, selection: vscode.Selection): void {
    editor.setDecorations(this.counterpart, []);
    for (const target of vscode.window.visibleTextEditors) {
      if (target.document.uri.scheme === generatedScheme) {
        const lines = this.linesFor(target.document.uri, editor.document.uri, selection.start.line, selection.end.line);
        this.mark(target, lines, true);
      }
    }
  }

  private async followIntoSource(editor: vscode.TextEditor, selection: vscode.Selection): Promise<void> {
    editor.setDecorations(this.counterpart, []);
    const view = this.views.get(editor.document.uri.toString());
    const chosen = (view?.lines ?? []).filter(
      (line) => line.cppLine >= selection.start.line && line.cppLine <= selection.end.line,
    );
    const first = chosen[0];
    if (view === undefined || first === undefined) {
      return;
    }
    const source = vscode.Uri.parse(first.sourceUri);
    const target = await editorOn(source, view.source);
    const lines = chosen
      .filter((line) => vscode.Uri.parse(line.sourceUri).toString() === source.toString())
      .map((line) => line.sourceLine);
    this.mark(target, lines, true);
    target.selection = new vscode.Selection(first.sourceLine, 0, first.sourceLine, 0);
  }

  private linesFor(generated: vscode.Uri, source: vscode.Uri, from: number, to: number): number[] {
    return (this.views.get(generated.toString())?.lines ?? [])
      .filter((line) => vscode.Uri.parse(line.sourceUri).toString() === source.toString())
      .filter((line) => line.sourceLine >= from && line.sourceLine <= to)
      .map((line) => line.cppLine);
  }

  private mark(editor: vscode.TextEditor, lines: readonly number[], reveal: boolean): void {
    const ranges = [...new Set(lines)]
      .filter((line) => line < editor.document.lineCount)
      .map((line) => editor.document.lineAt(line).range);
    editor.setDecorations(this.counterpart, ranges);
    const first = ranges[0];
    if (reveal && first !== undefined) {
      editor.revealRange(first, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }
}

/** The editor that shows the file, opened in the column of the program if there is none. */
async function editorOn(file: vscode.Uri, program: vscode.Uri): Promise<vscode.TextEditor> {
  const visible = (uri: vscode.Uri) =>
    vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
  const open = visible(file);
  if (open !== undefined) {
    return open;
  }
  const viewColumn = visible(program)?.viewColumn ?? vscode.ViewColumn.One;
  return vscode.window.showTextDocument(file, { viewColumn, preserveFocus: true, preview: true });
}

/** The address of an entry's C++: its path is what the tab shows, its query is what finds it again. */
function uriOf(source: vscode.Uri, entry: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: generatedScheme,
    path: `/${entry}.orchestration.cpp`,
    query: JSON.stringify({ source: source.toString(), entry }),
  });
}

function parse(uri: vscode.Uri): { source: vscode.Uri; entry: string } {
  const query = JSON.parse(uri.query) as { source: string; entry: string };
  return { source: vscode.Uri.parse(query.source), entry: query.entry };
}
