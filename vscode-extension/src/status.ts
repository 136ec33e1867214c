/** Shows beside the language mode how auto scopes are treated, with a switch. */
import * as vscode from 'vscode';

const section = 'orchlens';
const option = 'analyzeAutoScopesForDeps';

/** The status item; it follows the setting. */
export function autoScopesStatus(): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('orchlens.autoScopes', { language: 'python', scheme: 'file' });
  item.name = 'Orchlens: auto scopes';
  const show = () => {
    const on = vscode.workspace.getConfiguration(section).get(option, false);
    item.text = on ? 'Auto scopes are analysed' : 'Auto scopes are left to the runtime';
    item.detail = 'PyPTO dependencies';
    item.command = { title: on ? 'Switch off' : 'Switch on', command: 'orchlens.toggleAutoScopes' };
  };
  show();
  return vscode.Disposable.from(
    item,
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${section}.${option}`)) {
        show();
      }
    }),
  );
}

/** Switches the option where it is set already, else in the workspace if there is one, else for the user. */
export async function toggleAutoScopes(): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  await configuration.update(option, !configuration.get(option, false), target(configuration));
}

function target(configuration: vscode.WorkspaceConfiguration): vscode.ConfigurationTarget {
  const where = configuration.inspect(option);
  const onlyGlobal = where?.workspaceValue === undefined && where?.globalValue !== undefined;
  return onlyGlobal || vscode.workspace.workspaceFolders === undefined
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;
}
