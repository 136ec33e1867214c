/** Finds the Java that runs the server, without starting one: a JDK says its version in its `release` file. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** The oldest Java that runs the server. */
export const minimumJava = 25;

/** Where the search for a Java ended: the executable, or why there is none, in words for the user. */
export type JavaSearch = { readonly executable: string } | { readonly problem: string };

/**
 * Searches the configured folder only, if there is one; else takes the Java that came with the extension, if one did; else
 * searches the environment and the usual folders. Only whole paths count.
 */
export function findJava(configuredHome: string, bundled?: string): JavaSearch {
  if (configuredHome !== '') {
    if (!path.isAbsolute(configuredHome)) {
      return { problem: `The setting orchlens.java.home is ${configuredHome}; it must be a whole path, from the root on.` };
    }
    const executable = recentJava(configuredHome);
    return executable === undefined
      ? { problem: `The setting orchlens.java.home names ${configuredHome}, which is no Java ${minimumJava} or newer.` }
      : { executable };
  }
  if (bundled !== undefined) {
    return { executable: bundled };
  }
  for (const home of candidateHomes()) {
    // What a relative path leads to depends on the folder that is open, which must not choose what runs.
    const executable = path.isAbsolute(home) ? recentJava(home) : undefined;
    if (executable !== undefined) {
      return { executable };
    }
  }
  return {
    problem:
      `Orchlens needs a Java ${minimumJava} or newer and found none in JAVA_HOME, on the PATH or in the usual folders. ` +
      'Install one, or name its folder in the setting orchlens.java.home.',
  };
}

/** The executable of the Java at the folder if it is recent enough. */
function recentJava(home: string): string | undefined {
  const executable = path.join(home, 'bin', process.platform === 'win32' ? 'java.exe' : 'java');
  const version = javaVersion(home);
  return version !== undefined && version >= minimumJava && fs.existsSync(executable) ? executable : undefined;
}

/** The feature release that the Java at the folder states. */
function javaVersion(home: string): number | undefined {
  try {
    const match = /^JAVA_VERSION="(\d+)/m.exec(fs.readFileSync(path.join(home, 'release'), 'utf8'));
    return match?.[1] === undefined ? undefined : Number(match[1]);
  } catch {
    return undefined; // No Java there, or none that says what it is: the search goes on.
  }
}

/** Folders that may hold a Java, the likeliest first. */
function* candidateHomes(): Generator<string> {
  for (const variable of ['ORCHLENS_JAVA', 'JAVA_HOME', 'JDK_HOME']) {
    const value = process.env[variable];
    if (value !== undefined && value !== '') {
      yield value;
    }
  }
  for (const folder of (process.env.PATH ?? '').split(path.delimiter).filter((entry) => path.isAbsolute(entry))) {
    const home = homeOfExecutable(path.join(folder, process.platform === 'win32' ? 'java.exe' : 'java'));
    if (home !== undefined) {
      yield home;
    }
  }
  for (const parent of usualParents()) {
    for (const child of childrenOf(parent)) {
      yield path.join(parent, child);
      yield path.join(parent, child, 'Contents', 'Home');
    }
  }
}

function usualParents(): string[] {
  const home = os.homedir();
  const everywhere = [path.join(home, '.sdkman', 'candidates', 'java'), path.join(home, '.jdks')];
  switch (process.platform) {
    case 'win32':
      return ['Java', 'Eclipse Adoptium', 'Microsoft', 'Zulu']
        .map((vendor) => path.join(process.env.ProgramFiles ?? 'C:\\Program Files', vendor))
        .concat(everywhere);
    case 'darwin':
      return ['/Library/Java/JavaVirtualMachines', ...everywhere];
    default:
      return ['/usr/lib/jvm', '/opt/java', '/opt', ...everywhere];
  }
}

/** The folder above `bin` of an executable, behind any links. */
function homeOfExecutable(executable: string): string | undefined {
  try {
    return path.dirname(path.dirname(fs.realpathSync(executable)));
  } catch {
    return undefined; // Not there: this folder of the PATH has no java.
  }
}

function childrenOf(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort().reverse();
  } catch {
    return []; // This usual folder does not exist here.
  }
}
