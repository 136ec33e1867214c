/** Starts and stops the server and hands what it sends to those who show it. */
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  type CloseHandlerResult,
  type LanguageClientOptions,
  type NotificationType,
  type RequestType,
  type ServerOptions,
  type StaticFeature,
} from 'vscode-languageclient/node';
import { findJava } from './java.ts';
import { bundledJava, StartupCaches } from './launch.ts';
import {
  annotations,
  generatedChanged,
  status,
  type AnnotationsParams,
  type GeneratedChangedParams,
  type StatusParams,
} from './protocol.ts';
import { Restarts } from './restarts.ts';
import type { ServerState } from './statusText.ts';

/** Those who take what the server sends by itself, and what becomes of it. */
export interface ServerEvents {
  annotations(params: AnnotationsParams): void;
  generatedChanged(params: GeneratedChangedParams): void;
  status(params: StatusParams): void;
  state(state: ServerState): void;
  /** Whether what is shown at the place has a hover already. */
  explains(document: vscode.TextDocument, position: vscode.Position): boolean;
  /** The section of the settings as the server is to see it. */
  settings(section: object): object;
}

/** The documents that the server knows. */
export const documents = { scheme: 'file', language: 'python' };

/**
 * What VS Code is not to do for this server. Diagnostics are pushed with each analysis, so that they change together with the
 * annotations: were they pulled, VS Code would ask for them when it saw fit, and not at all for a program whose imported module
 * was edited. Work that takes long shows in the status item of Orchlens, and need not show in a second one.
 */
const ownWays: StaticFeature = {
  fillClientCapabilities(capabilities) {
    delete capabilities.textDocument?.diagnostic;
    delete capabilities.workspace?.diagnostics;
    delete capabilities.window?.workDoneProgress;
  },
  initialize() {},
  getState: () => ({ kind: 'static' }),
  clear() {},
};

/** The one server of this window. */
export class Server implements vscode.Disposable {
  private readonly jar: string;
  private readonly caches: StartupCaches;
  private readonly events: ServerEvents;
  private readonly log: vscode.LogOutputChannel;
  private readonly restarts = new Restarts();
  private client: LanguageClient | undefined;
  private starting: Promise<void> | undefined;
  private current: ServerState = { kind: 'off' };

  /** @param storage a folder of the extension's own, where it may keep what it can make again */
  constructor(jar: string, storage: string, log: vscode.LogOutputChannel, events: ServerEvents) {
    this.jar = jar;
    this.caches = new StartupCaches(storage);
    this.log = log;
    this.events = events;
  }

  /** What has become of the process. */
  get state(): ServerState {
    return this.current;
  }

  /** Starts the server unless it runs or is being started. Says what is wrong if it cannot be started. */
  start(): Promise<void> {
    this.starting ??= this.launch();
    return this.starting;
  }

  /** Stops the server if it runs and starts a new one. */
  async restart(): Promise<void> {
    this.restarts.forget();
    this.become({ kind: 'starting' });
    await this.end();
    await this.start();
  }

  /** Stops the server; resolves when it is gone. */
  async stop(): Promise<void> {
    await this.end();
    this.become({ kind: 'off' });
  }

  /** Sends a request; undefined if no server runs. An answer that is an error is told to the user. */
  async ask<P, R>(type: RequestType<P, R, void>, params: P): Promise<R | undefined> {
    await this.starting;
    if (this.client?.state !== State.Running) {
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

  /** Sends a notification if a server runs; nobody waits for it. */
  tell<P>(type: NotificationType<P>, params: P): void {
    if (this.client?.state === State.Running) {
      this.client
        .sendNotification(type.method, params)
        .catch((error: unknown) => this.log.info(`${type.method}: ${String(error)}`));
    }
  }

  dispose(): void {
    this.caches.dispose();
    void this.stop();
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.starting = undefined;
    // One that has ended by itself already cannot be asked to stop.
    if (client !== undefined) {
      await client.dispose().catch((error: unknown) => this.log.info(`stopping: ${String(error)}`));
    }
  }

  private async launch(): Promise<void> {
    this.become({ kind: 'starting' });
    const java = findJava(vscode.workspace.getConfiguration('orchlens').get('java.home', ''), bundledJava(this.jar));
    if ('problem' in java) {
      this.fail(java.problem);
      return;
    }
    if (!fs.existsSync(this.jar)) {
      this.fail(`Its server is missing (${this.jar}); install the extension anew.`);
      return;
    }
    this.log.info(`starting ${java.executable} -jar ${this.jar} lsp`);
    const client = new LanguageClient('orchlens', 'Orchlens', this.serverOptions(java.executable), this.clientOptions());
    client.registerFeature(ownWays);
    client.onNotification(annotations, (params) => this.events.annotations(params));
    client.onNotification(generatedChanged, (params) => this.events.generatedChanged(params));
    client.onNotification(status, (params) => this.events.status(params));
    client.onDidChangeState(({ newState }) => this.changed(client, newState));
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.log.error(String(error));
      this.fail('The server did not start; the log says why.');
    }
  }

  private changed(client: LanguageClient, state: State): void {
    void vscode.commands.executeCommand('setContext', 'orchlens.running', state === State.Running);
    if (this.client === client && state !== State.Stopped) {
      this.become({ kind: state === State.Running ? 'running' : 'starting' });
    }
  }

  private become(state: ServerState): void {
    this.current = state;
    this.events.state(state);
  }

  private fail(problem: string): void {
    this.log.error(problem);
    this.become({ kind: 'failed', problem });
    void this.offerHelp(problem);
  }

  /** The connection is closed, and nobody here asked for it. */
  private ended(): CloseHandlerResult {
    if (this.restarts.another(Date.now())) {
      this.become({ kind: 'starting' });
      return { action: CloseAction.Restart, message: 'The server ended unexpectedly; starting it again.', handled: true };
    }
    const problem = 'The server ended unexpectedly, several times in a short while; the log says more.';
    this.fail(problem);
    return { action: CloseAction.DoNotRestart, message: problem, handled: true };
  }

  private serverOptions(executable: string): ServerOptions {
    return this.caches.command(executable, this.jar, (text) => this.log.info(text));
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [documents],
      outputChannel: this.log,
      initializationOptions: { endOfLineDecorations: true, visibleRanges: true },
      markdown: { isTrusted: { enabledCommands: ['orchlens.showGeneratedOrchestration'] } },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.ended(),
      },
      middleware: {
        provideHover: (document, position, token, next) =>
          this.events.explains(document, position) ? null : next(document, position, token),
        workspace: {
          configuration: async (params, token, next) => {
            const answers = await next(params, token);
            return answers instanceof Error ? answers : answers.map((section: object) => this.events.settings(section));
          },
        },
      },
    };
  }

  private async offerHelp(problem: string): Promise<void> {
    const choice = await vscode.window.showErrorMessage(`Orchlens: ${problem}`, 'Restart', 'Open Settings', 'Show Log');
    if (choice === 'Restart') {
      await this.restart();
    } else if (choice === 'Open Settings') {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'orchlens.java.home');
    } else if (choice === 'Show Log') {
      this.log.show();
    }
  }
}
