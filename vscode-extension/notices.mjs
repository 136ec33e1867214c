// The notices of the software of others that a bundle holds: those of the whole project, and the licence of every npm package that a
// bundled file belongs to.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const RULE = `\n${'-'.repeat(80)}\n`;

/** The folder of the package that a bundled file belongs to; undefined for a file of this project. */
function folderOf(file) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
}

/** What is to be said of one package: its name, version and licence, with the licence's text. */
async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.(md|txt))?$/i.test(each));
  if (!file) {
    throw new Error(`${name} is bundled and has no licence beside it`);
  }
  return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
}

/** The notices for a bundle of these files, whose paths start in this folder. */
export async function notices(files, folder) {
  const folders = new Set(files.map(folderOf).filter((each) => each !== undefined));
  const parts = [await readFile(join(folder, '../THIRD-PARTY-NOTICES.txt'), 'utf8')];
  for (const each of [...folders].sort()) {
    parts.push(await noticeOf(join(folder, each)));
  }
  return parts.join(RULE);
}
