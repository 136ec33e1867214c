/** Starts and stops the server and hands what it sends to those who show it. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import {
  LanguageClient,
  State,
  type LanguageClientOptions,
  type StaticFeature,
  type RequestType,
  type ServerOptions,
} from 'vscode-languageclient/node';
import { findJava } from './java.ts';
import { annotations, generatedChanged, type AnnotationsParams, type GeneratedChangedParams } from './protocol.ts';

/** Those who take what the server sends by itself. */
export interface ServerEvents {
  annotations(params: AnnotationsParams): void;
  generatedChanged(params: GeneratedChangedParams): void;
  stopped(): void;
  /** Whether what is shown at the place has a hover already. */
  explains(document: vscode.TextDocument, position: vscode.Position): boolean;
}

/**
 * Diagnostics are pushed with each analysis, so that they change together with the annotations. Were they pulled, VS Code
 * would ask for them when it saw fit, and not at all for a program whose imported module was edited.
 */
const pushedDiagnostics: StaticFeature = {
  fillClientCapabilities(capabilities) {
    delete capabilities.textDocument?.diagnostic;
    delete capabilities.workspace?.diagnostics;
  },
  initialize() {},
  getState: () => ({ kind: 'static' }),
  clear() {},
};

/** The one server of this window. */
export class Server implements vscode.Disposable {
  private readonly jar: string;
  private readonly events: ServerEvents;
  private readonly log: vscode.LogOutputChannel;
  private client: LanguageClient | undefined;
  private starting: Promise<void> | undefined;

  constructor(jar: string, log: vscode.LogOutputChannel, events: ServerEvents) {
    this.jar = jar;
    this.log = log;
    this.events = events;
  }

  /** Starts the server unless it runs or is being started. Says what is wrong if it cannot be started. */
  start(): Promise<void> {
    this.starting ??= this.launch();
    return this.starting;
  }

  /** Stops the server if it runs and starts a new one. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Stops the server; resolves when it is gone. */
  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.starting = undefined;
    if (client !== undefined) {
      await client.dispose();
    }
    this.events.stopped();
  }

  /** Sends a request; undefined if no server runs. An answer that is an error is told to the user. */
  async ask<P, R>(type: RequestType<P, R, void>, params: P): Promise<R | undefined> {
    await this.starting;
    if (this.client === undefined || this.client.state !== State.Running) {
      return undefined;
    }
    try {
      return await this.client.sendRequest<R>(type.method, params);
    } catch (error) {
      this.log.error(`${type.method}: ${String(error)}`);
      void vscode.window.showErrorMessage(`Orchlens: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  dispose(): void {
    void this.stop();
  }

  private async launch(): Promise<void> {
    const java = findJava(vscode.workspace.getConfiguration('orchlens').get('java.home', ''));
    if ('problem' in java) {
      this.log.error(java.problem);
      void this.offerSettings(java.problem);
      return;
    }
    if (!fs.existsSync(this.jar)) {
      void vscode.window.showErrorMessage(`Orchlens: its server is missing (${this.jar}); install the extension anew.`);
      return;
    }
    this.log.info(`starting ${java.executable} -jar ${this.jar} lsp`);
    const client = new LanguageClient('orchlens', 'Orchlens', this.serverOptions(java.executable), this.clientOptions());
    client.registerFeature(pushedDiagnostics);
    client.onNotification(annotations, (params) => this.events.annotations(params));
    client.onNotification(generatedChanged, (params) => this.events.generatedChanged(params));
    client.onDidChangeState(({ newState }) => {
      void vscode.commands.executeCommand('setContext', 'orchlens.running', newState === State.Running);
      if (newState === State.Stopped) {
        this.events.stopped();
      }
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.log.error(`the server did not start: ${String(error)}`);
      void this.offerSettings('The server did not start; the log says why.');
    }
  }

  private serverOptions(executable: string): ServerOptions {
    const flags = path.join(path.dirname(this.jar), 'jvm.args');
    return { command: executable, args: [`@${flags}`, '-jar', this.jar, 'lsp'] };
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: 'file', language: 'python' }],
      outputChannel: this.log,
      initializationOptions: { endOfLineDecorations: true },
      synchronize: { configurationSection: 'orchlens' },
      markdown: { isTrusted: { enabledCommands: ['orchlens.showGeneratedOrchestration'] } },
      middleware: {
        provideHover: (document, position, token, next) =>
          this.events.explains(document, position) ? null : next(document, position, token),
      },
    };
  }

  private async offerSettings(problem: string): Promise<void> {
    const choice = await vscode.window.showErrorMessage(`Orchlens: ${problem}`, 'Open Settings', 'Show Log');
    if (choice === 'Open Settings') {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'orchlens.java.home');
    } else if (choice === 'Show Log') {
      this.log.show();
    }
  }
}
