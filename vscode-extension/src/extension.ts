/** Wires the parts together: the server, the annotations, the generated C++ and the commands. */
import * as vscode from 'vscode';
import { DidChangeConfigurationNotification } from 'vscode-languageclient/node';
import { Annotations } from './annotations.ts';
import { AutoScopes } from './autoScopes.ts';
import { programCommands } from './commands.ts';
import { openExample } from './examples.ts';
import { GeneratedView } from './generatedView.ts';
import { generatedOrchestration, taskGraph, visibleRanges } from './protocol.ts';
import { documents, Server } from './server.ts';
import { showMenu, Status } from './status.ts';
import { TaskGraphView } from './taskGraph.ts';
import { VisibleRanges } from './visibleRanges.ts';

let server: Server | undefined;

/** Called by VS Code when a Python file opens. The server starts with the first one that mentions PyPTO. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Orchlens', { log: true });
  const annotations = new Annotations();
  const autoScopes = new AutoScopes(context.workspaceState);
  const status = new Status();
  const jar = vscode.Uri.joinPath(context.extensionUri, 'server', 'orchlens.jar').fsPath;
  const running = new Server(jar, context.globalStorageUri.fsPath, log, {
    annotations: (params) => {
      annotations.accept(params);
      status.counted(params);
    },
    status: (params) => status.worksOn(params),
    generatedChanged: ({ uri }) => {
      view.sourceChanged(vscode.Uri.parse(uri));
      void graph.sourceChanged(vscode.Uri.parse(uri));
    },
    state: (state) => {
      status.serverIs(state);
      if (state.kind === 'running') {
        shown.begin();
      } else {
        annotations.outdate();
      }
    },
    explains: (document, position) => annotations.explains(document, position),
    settings: (section) => autoScopes.applied(section),
  });
  const shown = new VisibleRanges(
    (document) => vscode.languages.match(documents, document) > 0,
    (params) => running.tell(visibleRanges, params),
  );
  const view = new GeneratedView((params) => running.ask(generatedOrchestration, params));
  const graph = new TaskGraphView((params) => running.ask(taskGraph, params), context.extensionUri);
  // The server asks for the settings when it hears that they have changed.
  const tellSettings = () => running.tell(DidChangeConfigurationNotification.type, { settings: {} });
  server = running;
  context.subscriptions.push(
    log,
    annotations,
    view,
    graph,
    autoScopes,
    status,
    shown,
    ...startWhenNeeded(running),
    autoScopes.onDidChange(tellSettings),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('orchlens.java.home')) {
        void running.restart();
      } else if (event.affectsConfiguration('orchlens')) {
        tellSettings();
      }
    }),
    ...programCommands(running, view, graph),
    vscode.commands.registerCommand('orchlens.exportTaskGraph', () => graph.export()),
    vscode.commands.registerCommand('orchlens.openExample', () => openExample(context)),
    vscode.commands.registerCommand('orchlens.toggleAutoScopes', () => autoScopes.toggle()),
    vscode.commands.registerCommand('orchlens.showMenu', () => showMenu(autoScopes)),
    vscode.commands.registerCommand('orchlens.restart', () => running.restart()),
    vscode.commands.registerCommand('orchlens.showLog', () => log.show()),
  );
}

/** Called by VS Code when the window closes. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** A Python file that never mentions PyPTO is none of our business, and needs no server. */
function startWhenNeeded(running: Server): vscode.Disposable[] {
  const watching: vscode.Disposable[] = [];
  const look = (document: vscode.TextDocument) => {
    if (document.languageId === 'python' && document.uri.scheme === 'file' && document.getText().includes('pypto')) {
      vscode.Disposable.from(...watching).dispose();
      void running.start();
    }
  };
  watching.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
  );
  vscode.workspace.textDocuments.forEach(look);
  return watching;
}
