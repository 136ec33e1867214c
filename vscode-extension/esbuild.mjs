// Bundles the extension, its worker thread and the script of its page into dist. With --package it also puts the server's jar, the arguments of its JVM,
// the examples, the licence and the notices of what is bundled where the VSIX expects them.
import { build } from 'esbuild';
import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { notices } from './notices.mjs';

const packaging = process.argv.includes('--package');

const common = {
  outdir: 'dist',
  bundle: true,
  minify: packaging,
  sourcemap: packaging ? false : 'linked',
  metafile: true,
  logLevel: 'warning',
};
const built = await build({
  ...common,
  entryPoints: ['src/extension.ts', 'src/layoutWorker.ts'],
  outExtension: { '.js': '.cjs' },
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
});
await build({ ...common, entryPoints: ['src/graphPage.ts'], platform: 'browser', format: 'iife', target: 'es2022' });

if (packaging) {
  await rm('server', { recursive: true, force: true });
  await mkdir('server');
  await copyFile('../server/target/orchlens.jar', 'server/orchlens.jar');
  await copyFile('../server/jvm.args', 'server/jvm.args');
  await rm('examples', { recursive: true, force: true });
  await cp('../examples', 'examples', { recursive: true, filter: (file) => !file.includes('__pycache__') });
  await copyFile('../LICENSE', 'LICENSE');
  await writeFile('THIRD-PARTY-NOTICES.txt', await notices(Object.keys(built.metafile.inputs), '.'));
  const runtime = process.env.ORCHLENS_RUNTIME;
  if (runtime) {
    await cp(runtime, 'server/runtime', { recursive: true });
  }
}
