/**
 * How auto scopes are shown: as the setting says, or as the user has switched the view since. The switch is kept with the window's
 * own state, so that a look at "what if" writes nothing into anybody's settings.
 */
import * as vscode from 'vscode';

const section = 'orchlens';
const option = 'analyzeAutoScopesForDeps';
const key = `${section}.${option}`;

/** The option `analyze_auto_scopes_for_deps` as the view has it. */
export class AutoScopes implements vscode.Disposable {
  private readonly state: vscode.Memento;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];

  /** Fires when the view has it otherwise than before. */
  readonly onDidChange = this.changed.event;

  constructor(state: vscode.Memento) {
    this.state = state;
    this.subscriptions = [
      this.changed,
      vscode.workspace.onDidChangeConfiguration((event) => {
        // Whoever sets the setting wants to see it.
        if (event.affectsConfiguration(key)) {
          void this.set(undefined);
        }
      }),
      this.languageStatus(),
    ];
  }

  /** Whether the option is on. */
  get on(): boolean {
    return this.state.get<boolean>(key) ?? vscode.workspace.getConfiguration(section).get(option, false);
  }

  /** Switches it for this workspace's windows, until it is switched back or the setting is changed. */
  async toggle(): Promise<void> {
    await this.set(!this.on);
  }

  /** The section of the settings as the server is to see it. */
  applied(settings: object): object {
    return { ...settings, [option]: this.on };
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async set(value: boolean | undefined): Promise<void> {
    await this.state.update(key, value);
    this.changed.fire();
  }

  /** Shows it beside the language mode, with the switch. */
  private languageStatus(): vscode.Disposable {
    const item = vscode.languages.createLanguageStatusItem('orchlens.autoScopes', { language: 'python', scheme: 'file' });
    item.name = 'Orchlens: auto scopes';
    const show = () => {
      item.text = this.on ? 'Auto scopes are analysed' : 'Auto scopes are left to the runtime';
      item.detail = 'PyPTO dependencies';
      item.command = { title: this.on ? 'Switch off' : 'Switch on', command: 'orchlens.toggleAutoScopes' };
    };
    show();
    return vscode.Disposable.from(item, this.onDidChange(show));
  }
}
