/** Draws what the server says about a line at its end, where it moves no text and waits for nothing. */
import * as vscode from 'vscode';
import { lineAfter } from './lineTracking.ts';
import type { Annotation, AnnotationKind, AnnotationsParams } from './protocol.ts';

const kinds: readonly AnnotationKind[] = ['now', 'ifEnabled', 'warning'];

/** Keeps the annotations of every open document, moves them with the text, and shows them in each editor on it. */
export class Annotations implements vscode.Disposable {
  private readonly shown = new Map<string, readonly Annotation[]>();
  /** The version of each document since which its text is the same: other line ends make a new one, but no other text. */
  private readonly sameSince = new Map<string, number>();
  private readonly decorations: Record<AnnotationKind, vscode.TextEditorDecorationType>;
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    this.decorations = {
      now: decoration('orchlens.annotation.foreground', 'normal'),
      ifEnabled: decoration('orchlens.annotation.ifEnabledForeground', 'italic'),
      warning: decoration('orchlens.annotation.warningForeground', 'normal'),
    };
    this.subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.draw(editor))),
      vscode.workspace.onDidCloseTextDocument((document) => this.closed(document.uri.toString())),
      vscode.workspace.onDidChangeTextDocument((event) => this.follow(event)),
      ...Object.values(this.decorations),
    ];
  }

  /** Takes what the server sent. What is about another text than that of the open document is not shown. */
  accept(params: AnnotationsParams): void {
    const uri = vscode.Uri.parse(params.uri).toString();
    const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === uri);
    if (document === undefined || params.version < (this.sameSince.get(uri) ?? 0)) {
      return;
    }
    this.shown.set(uri, params.annotations);
    this.editorsOn(uri).forEach((editor) => this.draw(editor));
  }

  /** Whether the place is where an annotation with a hover of its own is drawn, so that no other hover belongs there. */
  explains(document: vscode.TextDocument, position: vscode.Position): boolean {
    const annotations = this.shown.get(document.uri.toString()) ?? [];
    return (
      position.isEqual(document.lineAt(position.line).range.end) &&
      annotations.some(({ line, hoverMarkdown }) => line === position.line && hoverMarkdown !== undefined)
    );
  }

  /** Forgets everything, for instance because the server is gone. */
  clear(): void {
    this.shown.clear();
    for (const editor of vscode.window.visibleTextEditors) {
      kinds.forEach((kind) => editor.setDecorations(this.decorations[kind], []));
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private closed(uri: string): void {
    this.shown.delete(uri);
    this.sameSince.delete(uri);
  }

  private editorsOn(uri: string): vscode.TextEditor[] {
    return vscode.window.visibleTextEditors.filter((editor) => editor.document.uri.toString() === uri);
  }

  /** Until the server has seen the newest text, what is known stays with its statement. */
  private follow(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges } = event;
    if (contentChanges.length === 0) {
      return;
    }
    const uri = document.uri.toString();
    this.sameSince.set(uri, document.version);
    const before = this.shown.get(uri);
    if (before === undefined) {
      return;
    }
    const textOf = (line: number) => (line < document.lineCount ? document.lineAt(line).text : '');
    this.shown.set(
      uri,
      before.flatMap((annotation) => {
        const line = lineAfter(annotation.line, contentChanges, textOf);
        return line === undefined ? [] : [{ ...annotation, line }];
      }),
    );
    this.editorsOn(uri).forEach((editor) => this.draw(editor));
  }

  private draw(editor: vscode.TextEditor): void {
    const annotations = this.shown.get(editor.document.uri.toString()) ?? [];
    for (const kind of kinds) {
      const options = annotations
        .filter((annotation) => annotation.kind === kind && annotation.line < editor.document.lineCount)
        .map((annotation) => rendered(annotation, editor.document));
      editor.setDecorations(this.decorations[kind], options);
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
