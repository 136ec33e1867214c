/** Wires the parts together: the server, the annotations, the generated C++ and the commands. */
import * as vscode from 'vscode';
import { Annotations } from './annotations.ts';
import { askForOne } from './choice.ts';
import { GeneratedView } from './generatedView.ts';
import { dependencyReport, generatedOrchestration, taskGraph, type Position, type ReportParams } from './protocol.ts';
import { Server } from './server.ts';
import { autoScopesStatus, toggleAutoScopes } from './status.ts';
import { TaskGraphView } from './taskGraph.ts';

let server: Server | undefined;

/** Called by VS Code when a Python file opens. The server starts with the first one that mentions PyPTO. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Orchlens', { log: true });
  const annotations = new Annotations();
  const jar = vscode.Uri.joinPath(context.extensionUri, 'server', 'orchlens.jar').fsPath;
  const running = new Server(jar, log, {
    annotations: (params) => annotations.accept(params),
    generatedChanged: ({ uri }) => {
      view.sourceChanged(vscode.Uri.parse(uri));
      void graph.sourceChanged(vscode.Uri.parse(uri));
    },
    stopped: () => annotations.clear(),
    explains: (document, position) => annotations.explains(document, position),
  });
  const view = new GeneratedView((params) => running.ask(generatedOrchestration, params));
  const layout = vscode.Uri.joinPath(context.extensionUri, 'dist', 'layoutWorker.cjs').fsPath;
  const graph = new TaskGraphView((params) => running.ask(taskGraph, params), layout);
  server = running;
  context.subscriptions.push(
    log,
    annotations,
    view,
    graph,
    autoScopesStatus(),
    ...startWhenNeeded(running),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('orchlens.java.home')) {
        void running.restart();
      }
    }),
    ...commands(running, view, graph, log),
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

function commands(
  running: Server,
  view: GeneratedView,
  graph: TaskGraphView,
  log: vscode.LogOutputChannel,
): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand(
      'orchlens.showGeneratedOrchestration',
      async (uri?: string | vscode.Uri, place?: Position | string, entry?: string) => {
        const at = placeOf(uri, place, entry);
        if (at !== undefined) {
          await view.show(at.uri, at.position, at.entry);
        }
      },
    ),
    vscode.commands.registerCommand('orchlens.showTaskGraph', async (uri?: string | vscode.Uri, place?: Position, entry?: string) => {
      const at = placeOf(uri, place, entry);
      if (at !== undefined) {
        await graph.show(at.uri, at.position ?? { line: 0, character: 0 }, at.entry);
      }
    }),
    vscode.commands.registerCommand(
      'orchlens.copyDependencyReport',
      async (uri?: string | vscode.Uri, place?: Position, entry?: string) => {
        const at = placeOf(uri, place, entry);
        if (at !== undefined) {
          await copyReport(running, at);
        }
      },
    ),
    vscode.commands.registerCommand('orchlens.toggleAutoScopes', toggleAutoScopes),
    vscode.commands.registerCommand('orchlens.restartServer', () => running.restart()),
    vscode.commands.registerCommand('orchlens.showLog', () => log.show()),
  ];
}

/** What a command is about: a document, a place in it, and the name of one of the entries that have that place. */
interface At {
  readonly uri: vscode.Uri;
  readonly position: Position | undefined;
  readonly entry: string | undefined;
}

/** Where a command was called: by a code lens with its arguments, else where the cursor of the active editor is. */
function placeOf(uri?: string | vscode.Uri, place?: Position | string, entry?: string): At | undefined {
  const editor = vscode.window.activeTextEditor;
  if (typeof uri === 'string') {
    return {
      uri: vscode.Uri.parse(uri),
      position: typeof place === 'object' ? place : undefined,
      entry: typeof place === 'string' ? place : entry,
    };
  }
  const active = uri ?? editor?.document.uri;
  if (active === undefined) {
    return undefined;
  }
  const cursor = editor?.document.uri.toString() === active.toString() ? editor.selection.active : undefined;
  return {
    uri: active,
    position: cursor === undefined ? undefined : { line: cursor.line, character: cursor.character },
    entry: undefined,
  };
}

async function copyReport(running: Server, { uri, position, entry }: At): Promise<void> {
  const params: ReportParams = { uri: uri.toString() };
  if (position !== undefined) {
    params.position = position;
  }
  if (entry !== undefined) {
    params.entry = entry;
  }
  const result = await askForOne((asked: ReportParams) => running.ask(dependencyReport, asked), params);
  if (result === null) {
    void vscode.window.showInformationMessage('There is no Orchestration function here to report on.');
  } else if (result !== undefined) {
    await vscode.env.clipboard.writeText(result.text);
    void vscode.window.setStatusBarMessage(`$(check) Dependency report of ${result.entry}.${result.function} copied`, 4000);
  }
}
