/** Writes a task graph to a file that the user names. */
import * as vscode from 'vscode';
import { dotOf } from './dot.ts';
import type { TaskGraphResult } from './protocol.ts';

/** What a graph can be written as. */
export type Format = 'svg' | 'png' | 'dot' | 'json';

const formats: readonly { readonly label: string; readonly description: string; readonly format: Format }[] = [
  { label: 'SVG', description: 'the picture as it is shown', format: 'svg' },
  { label: 'PNG', description: 'the picture as it is shown', format: 'png' },
  { label: 'DOT', description: 'the whole graph, for Graphviz', format: 'dot' },
  { label: 'JSON', description: 'the whole graph, with the reasons', format: 'json' },
];

/** Asks for a format; undefined if the user wants none after all. */
export async function chooseFormat(): Promise<Format | undefined> {
  const chosen = await vscode.window.showQuickPick(formats, { placeHolder: 'Export the task graph as' });
  return chosen?.format;
}

/** Asks for a file, beside the program by default, and writes the graph there. @param picture gives an SVG text, or the data URL of a PNG */
export async function save(
  graph: TaskGraphResult,
  source: vscode.Uri,
  format: Format,
  picture: () => Promise<string>,
): Promise<void> {
  const content = format === 'dot' ? dotOf(graph) : format === 'json' ? `${JSON.stringify(graph, null, 2)}\n` : await picture();
  const folder = source.scheme === 'file' ? vscode.Uri.joinPath(source, '..') : vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${graph.function}-tasks.${format}`;
  const file = await vscode.window.showSaveDialog({
    filters: { [format.toUpperCase()]: [format] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (file !== undefined) {
    const bytes = format === 'png' ? Buffer.from(content.slice(content.indexOf(',') + 1), 'base64') : Buffer.from(content);
    await vscode.workspace.fs.writeFile(file, bytes);
    void vscode.window.setStatusBarMessage(`$(check) Task graph written to ${vscode.workspace.asRelativePath(file)}`, 4000);
  }
}
