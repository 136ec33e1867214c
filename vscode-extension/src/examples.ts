/** The examples that come with the extension, in a copy that the user may change. */
import * as vscode from 'vscode';

/** Opens the example that the walkthrough speaks of. A copy that is there already is left as the user left it. */
export async function openExample(context: vscode.ExtensionContext): Promise<void> {
  const copy = vscode.Uri.joinPath(context.globalStorageUri, 'examples');
  const example = vscode.Uri.joinPath(copy, '04_manual_scope.py');
  if (!(await exists(example))) {
    await vscode.workspace.fs.copy(vscode.Uri.joinPath(context.extensionUri, 'examples'), copy, { overwrite: true });
  }
  const editor = await vscode.window.showTextDocument(example);
  const lines = editor.document.getText().split('\n');
  const launches = lines.findIndex((line) => line.includes('pl.manual_scope():') && line.trimStart().startsWith('with '));
  const place = new vscode.Position(Math.max(0, launches), 0);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenter);
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false; // Not there: that is the answer.
  }
}
