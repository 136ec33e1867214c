/** How the server's process is started, and what makes its next start quick. Nothing here needs VS Code. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** A program and its arguments. */
export interface Command {
  readonly command: string;
  readonly args: string[];
}

/** The Java that the extension for one platform brings along, if this is one. */
export function bundledJava(jar: string): string | undefined {
  const executable = path.join(path.dirname(jar), 'runtime', 'bin', process.platform === 'win32' ? 'java.exe' : 'java');
  return fs.existsSync(executable) ? executable : undefined;
}

/** Starts the language server; with the startup cache at the path if it has been made. */
export function serverCommand(java: string, jar: string, cache: string): Command {
  const quick = fs.existsSync(cache) ? [`-XX:AOTCache=${cache}`] : [];
  return { command: java, args: [flags(jar), ...quick, '-jar', jar, 'lsp'] };
}

/** The arguments of the JVM stand in a file beside the jar, which other ways to start the server read too. */
function flags(jar: string): string {
  return `@${path.join(path.dirname(jar), 'jvm.args')}`;
}

/** Where the startup cache of this Java and this jar lies. The JVM takes a cache only from the very same two. */
export function startupCache(folder: string, java: string, jar: string): string {
  const hash = createHash('sha256');
  for (const file of [java, jar]) {
    const { mtimeMs, size } = fs.statSync(file);
    hash.update(`${file}\n${mtimeMs}\n${size}\n`);
  }
  for (const file of [path.join(path.dirname(path.dirname(java)), 'release'), path.join(path.dirname(jar), 'jvm.args')]) {
    hash.update(fs.existsSync(file) ? fs.readFileSync(file) : '');
  }
  return path.join(folder, `orchlens-${hash.digest('hex').slice(0, 16)}.aot`);
}

/**
 * Makes the startup cache, unless it is there: a JVM watches the server work on a program of its own, at the lowest priority,
 * in a process of its own. Older caches in the folder go. Resolves to whether there is a cache now.
 */
export async function makeStartupCache(java: string, jar: string, cache: string, signal: AbortSignal): Promise<boolean> {
  if (fs.existsSync(cache)) {
    return true;
  }
  const folder = path.dirname(cache);
  fs.mkdirSync(folder, { recursive: true });
  const unfinished = path.join(folder, `unfinished-${process.pid}.aot`);
  const code = await trained(java, [flags(jar), `-XX:AOTCacheOutput=${unfinished}`, '-jar', jar, 'train'], signal);
  if (code !== 0 || !fs.existsSync(unfinished)) {
    fs.rmSync(unfinished, { force: true });
    return false;
  }
  for (const name of fs.readdirSync(folder)) {
    if (/^orchlens-.*\.aot$/.test(name)) {
      fs.rmSync(path.join(folder, name), { force: true });
    }
  }
  fs.renameSync(unfinished, cache);
  return true;
}

/** The startup caches of one folder: used where there is one, and made where there is none, once the editor has settled. */
export class StartupCaches {
  /** Long enough for the first programs to have been analysed, in milliseconds. */
  private static readonly delay = 30_000;

  private readonly folder: string;
  private readonly ended = new AbortController();
  private waiting: NodeJS.Timeout | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Starts the server as quickly as can be now, and sees to it that the next time is quicker. */
  command(java: string, jar: string, log: (text: string) => void): Command {
    const cache = startupCache(this.folder, java, jar);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      makeStartupCache(java, jar, cache, this.ended.signal).then(
        (made) => log(made ? `the startup cache is ${cache}` : 'this Java made no startup cache'),
        (error: unknown) => log(`no startup cache: ${String(error)}`),
      );
    }, StartupCaches.delay);
    return serverCommand(java, jar, cache);
  }

  dispose(): void {
    clearTimeout(this.waiting);
    this.ended.abort();
  }
}

function trained(java: string, args: string[], signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve) => {
    const training = spawn(java, args, { stdio: 'ignore', signal });
    training.once('error', () => resolve(null));
    training.once('exit', resolve);
    if (training.pid !== undefined) {
      try {
        os.setPriority(training.pid, os.constants.priority.PRIORITY_LOW);
      } catch {
        // It has ended already, or the system does not let us: then it runs like any other.
      }
    }
  });
}
