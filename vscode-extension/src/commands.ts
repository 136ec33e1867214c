/** The commands about a place in a program: they find the place, and say what they need where there is none. */
import * as vscode from 'vscode';
import { askForOne } from './choice.ts';
import type { GeneratedView } from './generatedView.ts';
import { dependencyReport, type Position, type ReportParams } from './protocol.ts';
import type { Server } from './server.ts';
import type { TaskGraphView } from './taskGraph.ts';

/** The commands about a place in a program. */
export function programCommands(running: Server, view: GeneratedView, graph: TaskGraphView): vscode.Disposable[] {
  const command = (name: string, act: (at: At) => Promise<void>) =>
    vscode.commands.registerCommand(name, async (uri?: string | vscode.Uri, place?: Position | string, entry?: string) => {
      const at = placeOf(uri, place, entry);
      if (at === undefined || running.state.kind === 'off') {
        void vscode.window.showInformationMessage(
          'Orchlens: open a PyPTO program first, a Python file that imports pypto.language, and put the cursor into a function of it.',
        );
      } else if (running.state.kind === 'failed') {
        await offerRestart(running.state.problem);
      } else {
        await act(at);
      }
    });
  return [
    command('orchlens.showGeneratedOrchestration', (at) => view.show(at.uri, at.position, at.entry)),
    command('orchlens.showTaskGraph', (at) => graph.show(at.uri, at.position ?? { line: 0, character: 0 }, at.entry)),
    command('orchlens.copyDependencyReport', (at) => copyReport(running, at)),
  ];
}

async function offerRestart(problem: string): Promise<void> {
  const choice = await vscode.window.showErrorMessage(`Orchlens has no server: ${problem}`, 'Restart');
  if (choice !== undefined) {
    await vscode.commands.executeCommand('orchlens.restart');
  }
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
    void vscode.window.showInformationMessage(
      'There is no Orchestration function here to report on; put the cursor into a PyPTO program.',
    );
  } else if (result !== undefined) {
    await vscode.env.clipboard.writeText(result.text);
    void vscode.window.setStatusBarMessage(`$(check) Dependency report of ${result.entry}.${result.function} copied`, 4000);
  }
}
