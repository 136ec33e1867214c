/** Tells the server which lines of which documents are shown, so that it works on those first. */
import * as vscode from 'vscode';
import type { VisibleRangesParams } from './protocol.ts';

/** The shortest time between two reports, in milliseconds. */
const pause = 100;

/** Watches the editors; tells of a document when it is shown, scrolled or hidden, and not for each edit. */
export class VisibleRanges implements vscode.Disposable {
  private readonly tell: (params: VisibleRangesParams) => void;
  private readonly concerns: (document: vscode.TextDocument) => boolean;
  /** What was told last of each document that is shown, as text. */
  private readonly told = new Map<string, string>();
  private resting: NodeJS.Timeout | undefined;
  private moved = false;
  private readonly subscriptions: vscode.Disposable[];

  /**
   * @param concerns whether the server knows the document
   */
  constructor(concerns: (document: vscode.TextDocument) => boolean, tell: (params: VisibleRangesParams) => void) {
    this.concerns = concerns;
    this.tell = tell;
    this.subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors(() => this.look()),
      vscode.window.onDidChangeTextEditorVisibleRanges(() => this.look()),
    ];
  }

  /** Tells everything anew, to a server that has heard nothing. */
  begin(): void {
    this.told.clear();
    this.moved = false;
    this.report();
  }

  dispose(): void {
    clearTimeout(this.resting);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private look(): void {
    if (this.resting !== undefined) {
      this.moved = true;
      return;
    }
    this.report();
    this.resting = setTimeout(() => {
      this.resting = undefined;
      if (this.moved) {
        this.moved = false;
        this.look();
      }
    }, pause);
  }

  private report(): void {
    const shown = new Map<string, VisibleRangesParams>();
    for (const { document, visibleRanges } of vscode.window.visibleTextEditors) {
      if (this.concerns(document)) {
        const uri = document.uri.toString();
        const ranges = visibleRanges.map(({ start, end }) => ({ start: plain(start), end: plain(end) }));
        shown.set(uri, { uri, ranges: [...(shown.get(uri)?.ranges ?? []), ...ranges] });
      }
    }
    for (const uri of this.told.keys()) {
      if (!shown.has(uri)) {
        this.told.delete(uri);
        this.tell({ uri, ranges: [] });
      }
    }
    for (const [uri, params] of shown) {
      const text = JSON.stringify(params);
      if (this.told.get(uri) !== text) {
        this.told.set(uri, text);
        this.tell(params);
      }
    }
  }
}

function plain({ line, character }: vscode.Position): { line: number; character: number } {
  return { line, character };
}
