/** Several programs may have the function at a place, for instance what a factory makes: the user says which one is meant. */
import * as vscode from 'vscode';

/** Asks the server; where several entries could be meant and none was named, asks the user and then for that one. */
export async function askForOne<P extends { entry?: string }, R extends { entries: string[] }>(
  ask: (params: P) => Promise<R | null | undefined>,
  params: P,
): Promise<R | null | undefined> {
  const answer = await ask(params);
  if (answer === null || answer === undefined || params.entry !== undefined || answer.entries.length < 2) {
    return answer;
  }
  const entry = await vscode.window.showQuickPick(answer.entries, { placeHolder: 'Several programs have this. Which one?' });
  return entry === undefined ? undefined : ask({ ...params, entry });
}
