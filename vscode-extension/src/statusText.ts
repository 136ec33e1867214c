/** What the status item says in each state of the server. */
import type { Counts, StatusParams } from './protocol.ts';

/** The server's process: not wanted yet, on its way, there, or gone for a reason, in words for the user. */
export type ServerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly problem: string };

/** What is to be said of a file: how much there is in it, and how many of its problems are errors or warnings. */
export interface FileSummary extends Counts {
  readonly problems: number;
}

/** The item: its text with an icon in front, a sentence for its tooltip, and how urgent it is. */
export interface StatusText {
  readonly icon: string;
  readonly text: string;
  readonly tooltip: string;
  readonly severity: 'none' | 'warning' | 'error';
}

/**
 * The item for a state; undefined where there is nothing to show.
 *
 * @param work what a running server said last of its work
 * @param file the one that is looked at
 */
export function statusText(
  server: ServerState,
  work: StatusParams | undefined,
  file: FileSummary | undefined,
): StatusText | undefined {
  switch (server.kind) {
    case 'off':
      return undefined;
    case 'starting':
      return { icon: 'loading~spin', text: 'Orchlens: starting', tooltip: 'The server is starting.', severity: 'none' };
    case 'failed':
      return { icon: 'error', text: 'Orchlens: failed', tooltip: server.problem, severity: 'error' };
    case 'running':
      return running(work, file);
  }
}

function running(work: StatusParams | undefined, file: FileSummary | undefined): StatusText {
  switch (work?.state) {
    case undefined:
    case 'starting':
      return {
        icon: 'loading~spin',
        text: 'Orchlens: starting',
        tooltip: work?.message ?? 'The server is starting.',
        severity: 'none',
      };
    case 'analysing':
      return { icon: 'sync~spin', text: `Orchlens: analysing ${progress(work)}`, tooltip: work.message, severity: 'none' };
    case 'failed':
      return {
        icon: 'warning',
        text: `Orchlens: cannot analyse ${fileName(work.uri)}`,
        tooltip: work.message,
        severity: 'warning',
      };
    case 'ready':
      return {
        icon: 'check',
        text: `Orchlens: ${file === undefined ? 'ready' : summary(file)}`,
        tooltip: work.message,
        severity: 'none',
      };
  }
}

/** The file that is worked on, and which of how many it is where there are several. */
function progress({ uri, done = 0, total = 1 }: StatusParams): string {
  return total > 1 ? `${fileName(uri)} ${done + 1} of ${total}` : fileName(uri);
}

function summary({ programs, tasks, edges, problems }: FileSummary): string {
  return [
    ...(programs > 1 ? [amount(programs, 'program')] : []),
    amount(tasks, 'task'),
    amount(edges, 'edge'),
    ...(problems > 0 ? [amount(problems, 'problem')] : []),
  ].join(', ');
}

function amount(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

function fileName(uri: string | undefined): string {
  return uri === undefined ? 'a file' : decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}
