/** Draws what the server says about a line at its end, where it moves no text and waits for nothing. */
import * as vscode from 'vscode';
import { EditHistory, lineAfter, lineChanges } from './lineTracking.ts';
import type { Annotation, AnnotationKind, AnnotationsParams } from './protocol.ts';

const kinds: readonly AnnotationKind[] = ['now', 'ifEnabled', 'warning'];

/** For how long what is shown may be about an earlier text before it is dimmed, in milliseconds; most answers come sooner. */
const dimAfter = 400;

/** What is known of one open document. */
interface Known {
  /** At the lines of the newest text. */
  annotations: readonly Annotation[];
  /** The edits since the version that the server spoke of last. */
  readonly history: EditHistory;
  /** The version since which the text is the same: other line ends make a new one, but no other text. */
  sameSince: number;
  /** Runs while the server has not spoken of the newest text. */
  waiting: NodeJS.Timeout | undefined;
  /** Whether it has not for so long that all is dimmed, or is not there to speak. */
  late: boolean;
}

/**
 * Keeps the annotations of every open document, moves them with the text, and shows them in each editor on it. Nothing that was
 * shown vanishes for want of something newer: it is dimmed until that comes.
 */
export class Annotations implements vscode.Disposable {
  private readonly known = new Map<string, Known>();
  private readonly fresh: Record<AnnotationKind, vscode.TextEditorDecorationType>;
  private readonly stale: Record<AnnotationKind, vscode.TextEditorDecorationType>;
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    this.fresh = {
      now: decoration('orchlens.annotation.foreground', 'normal'),
      ifEnabled: decoration('orchlens.annotation.ifEnabledForeground', 'italic'),
      warning: decoration('orchlens.annotation.warningForeground', 'normal'),
    };
    this.stale = {
      now: decoration('orchlens.annotation.staleForeground', 'normal'),
      ifEnabled: decoration('orchlens.annotation.staleForeground', 'italic'),
      warning: decoration('orchlens.annotation.staleForeground', 'normal'),
    };
    this.subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.draw(editor))),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document.uri.toString())),
      vscode.workspace.onDidChangeTextDocument((event) => this.follow(event)),
      ...Object.values(this.fresh),
      ...Object.values(this.stale),
    ];
  }

  /** Takes what the server sent. What is about an earlier text than that of the open document is moved along with the edits since. */
  accept(params: AnnotationsParams): void {
    const uri = vscode.Uri.parse(params.uri).toString();
    const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === uri);
    if (document === undefined) {
      return;
    }
    const known = this.of(document, params.version);
    if (!known.history.reaches(params.version)) {
      return;
    }
    known.annotations = params.annotations.flatMap((annotation) => {
      const line = known.history.lineNow(annotation.line, params.version);
      return line === undefined ? [] : [{ ...annotation, line }];
    });
    known.history.heardOf(params.version);
    // What needs longest to find out is said as it was until the message that is complete.
    if (params.complete && params.version >= known.sameSince) {
      clearTimeout(known.waiting);
      known.waiting = undefined;
      known.late = false;
    }
    this.drawAll(uri);
  }

  /** Whether the place is where an annotation with a hover of its own is drawn, so that no other hover belongs there. */
  explains(document: vscode.TextDocument, position: vscode.Position): boolean {
    const annotations = this.known.get(document.uri.toString())?.annotations ?? [];
    return (
      position.isEqual(document.lineAt(position.line).range.end) &&
      annotations.some(({ line, hoverMarkdown }) => line === position.line && hoverMarkdown !== undefined)
    );
  }

  /** Dims everything: the server that said it is gone, and the next one has not spoken yet. */
  outdate(): void {
    for (const [uri, known] of this.known) {
      known.late = true;
      this.drawAll(uri);
    }
  }

  dispose(): void {
    [...this.known.keys()].forEach((uri) => this.forget(uri));
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** What is known of a document; of one not heard of before, nothing, from the version on that the server speaks of. */
  private of(document: vscode.TextDocument, version: number): Known {
    const uri = document.uri.toString();
    const before = this.known.get(uri);
    if (before !== undefined) {
      return before;
    }
    const known = { annotations: [], history: new EditHistory(version), sameSince: version, waiting: undefined, late: false };
    this.known.set(uri, known);
    return known;
  }

  private forget(uri: string): void {
    clearTimeout(this.known.get(uri)?.waiting);
    this.known.delete(uri);
  }

  /** Until the server has seen the newest text, what is known stays with its statement. */
  private follow(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges } = event;
    const uri = document.uri.toString();
    if (contentChanges.length === 0 || document.languageId !== 'python') {
      return;
    }
    const known = this.of(document, document.version - 1);
    const changes = lineChanges(contentChanges, (line) => (line < document.lineCount ? document.lineAt(line).text : ''));
    known.sameSince = document.version;
    known.history.add(document.version, changes);
    known.waiting ??= setTimeout(() => {
      known.waiting = undefined;
      known.late = true;
      this.drawAll(uri);
    }, dimAfter);
    // An edit inside of lines moves what is drawn by itself; to draw it anew with each key would cost more than the key.
    if (changes.length > 0) {
      known.annotations = known.annotations.flatMap((annotation) => {
        const line = lineAfter(annotation.line, changes);
        return line === undefined ? [] : [{ ...annotation, line }];
      });
      this.drawAll(uri);
    }
  }

  private drawAll(uri: string): void {
    vscode.window.visibleTextEditors
      .filter((editor) => editor.document.uri.toString() === uri)
      .forEach((editor) => this.draw(editor));
  }

  private draw(editor: vscode.TextEditor): void {
    const known = this.known.get(editor.document.uri.toString());
    const annotations = (known?.annotations ?? []).filter(({ line }) => line < editor.document.lineCount);
    const isStale = (annotation: Annotation) => known?.late === true || annotation.stale;
    for (const kind of kinds) {
      const ofKind = annotations.filter((annotation) => annotation.kind === kind);
      const drawn = (stale: boolean) =>
        ofKind.filter((annotation) => isStale(annotation) === stale).map((annotation) => rendered(annotation, editor.document));
      editor.setDecorations(this.fresh[kind], drawn(false));
      editor.setDecorations(this.stale[kind], drawn(true));
    }
  }
}

function rendered(annotation: Annotation, document: vscode.TextDocument): vscode.DecorationOptions {
  const end = document.lineAt(annotation.line).range.end;
  const options: vscode.DecorationOptions = {
    range: new vscode.Range(end, end),
    renderOptions: { after: { contentText: annotation.text.replaceAll(' ', '\u00a0') } },
  };
  if (annotation.hoverMarkdown !== undefined) {
    options.hoverMessage = hoverText(annotation.hoverMarkdown);
  }
  return options;
}

/** Markdown from the server. Its links may run only the commands that open something. */
function hoverText(markdown: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString(markdown);
  text.isTrusted = { enabledCommands: ['orchlens.showGeneratedOrchestration'] };
  return text;
}

function decoration(color: string, fontStyle: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor(color), fontStyle, margin: '0 0 0 2.5em' },
  });
}
