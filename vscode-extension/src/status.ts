/** The status item of Orchlens: what the server is doing, and behind a click what can be done about it. */
import * as vscode from 'vscode';
import type { AutoScopes } from './autoScopes.ts';
import type { AnnotationsParams, Counts, StatusParams } from './protocol.ts';
import { statusText, type FileSummary, type ServerState } from './statusText.ts';

/** Shows the newest state; counts are those of the file in the active editor. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('orchlens.status', vscode.StatusBarAlignment.Left, 10);
  private readonly counts = new Map<string, Counts>();
  private server: ServerState = { kind: 'off' };
  private work: StatusParams | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    this.item.name = 'Orchlens';
    this.item.command = 'orchlens.showMenu';
    this.subscriptions = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
      vscode.languages.onDidChangeDiagnostics(() => this.show()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.counts.delete(uri.toString())),
    ];
  }

  /** Takes what has become of the server's process. */
  serverIs(state: ServerState): void {
    this.server = state;
    if (state.kind !== 'running') {
      this.work = undefined;
      this.counts.clear();
    }
    this.show();
  }

  /** Takes what the server says of its work. */
  worksOn(work: StatusParams): void {
    this.work = work;
    this.show();
  }

  /** Takes the counts of a file. */
  counted({ uri, counts }: AnnotationsParams): void {
    this.counts.set(vscode.Uri.parse(uri).toString(), counts);
    this.show();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private summary(uri: vscode.Uri): FileSummary | undefined {
    const counts = this.counts.get(uri.toString());
    const isProblem = ({ source, severity }: vscode.Diagnostic) =>
      source === 'orchlens' && severity <= vscode.DiagnosticSeverity.Warning;
    return counts && { ...counts, problems: vscode.languages.getDiagnostics(uri).filter(isProblem).length };
  }

  private show(): void {
    const active = vscode.window.activeTextEditor?.document.uri;
    const shown = statusText(this.server, this.work, active === undefined ? undefined : this.summary(active));
    if (shown === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = `$(${shown.icon}) ${shown.text}`;
    this.item.accessibilityInformation = { label: shown.text, role: 'button' };
    this.item.tooltip = shown.tooltip;
    this.item.backgroundColor = {
      none: undefined,
      warning: new vscode.ThemeColor('statusBarItem.warningBackground'),
      error: new vscode.ThemeColor('statusBarItem.errorBackground'),
    }[shown.severity];
    this.item.show();
  }
}

/** Offers what can be done: the commands, and the switch of the option as it stands. */
export async function showMenu(autoScopes: AutoScopes): Promise<void> {
  const choices = [
    {
      label: `$(eye) Show Auto Scopes as ${autoScopes.on ? 'Left to the Runtime' : 'Analysed'}`,
      command: 'orchlens.toggleAutoScopes',
    },
    { label: '$(open-preview) Show Generated Orchestration', command: 'orchlens.showGeneratedOrchestration' },
    { label: '$(type-hierarchy) Show Task Graph', command: 'orchlens.showTaskGraph' },
    { label: '$(debug-restart) Restart Server', command: 'orchlens.restart' },
    { label: '$(output) Show Log', command: 'orchlens.showLog' },
  ];
  const chosen = await vscode.window.showQuickPick(choices, { placeHolder: 'Orchlens' });
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(chosen.command);
  }
}
