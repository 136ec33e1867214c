/**
 * The extension for this platform on a machine without any Java: what the VSIX holds is started in an empty environment, as
 * the extension starts it. ORCHLENS_PLATFORM_VSIX names the file.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { findJava } from '../../src/java.ts';
import { bundledJava, makeStartupCache, serverCommand, startupCache, type Command } from '../../src/launch.ts';

const example = path.resolve(import.meta.dirname, '../../../examples/01_first_tasks.py');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orchlens-packaged-'));
after(() => fs.rmSync(folder, { recursive: true }));

const vsix = process.env.ORCHLENS_PLATFORM_VSIX ?? '';
const unpacked = spawnSync('unzip', ['-q', vsix, '-d', folder]);
assert.equal(unpacked.status, 0, `unzip ${vsix}: ${unpacked.stderr.toString()}`);
const jar = path.join(folder, 'extension', 'server', 'orchlens.jar');

/** The lines of the example that have annotations, with their texts, as a server started by the command says. */
async function annotated({ command, args }: Command): Promise<string[]> {
  const server: ChildProcess = spawn(command, args, { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
  assert.ok(server.stdin && server.stdout);
  const connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const annotations = new Promise<{ annotations: { line: number; text: string }[] }>((resolve) => {
    connection.onNotification('orchlens/annotations', (params: { complete: boolean; annotations: [] }) => {
      if (params.complete) {
        resolve(params);
      }
    });
  });
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    capabilities: {},
    initializationOptions: { endOfLineDecorations: true },
  });
  await connection.sendNotification('initialized', {});
  const textDocument = {
    uri: pathToFileURL(example).href,
    languageId: 'python',
    version: 1,
    text: fs.readFileSync(example, 'utf8'),
  };
  await connection.sendNotification('textDocument/didOpen', { textDocument });
  const lines = (await annotations).annotations.map(({ line, text }) => `${line + 1}: ${text}`);
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  await new Promise((resolve) => server.once('exit', resolve));
  connection.dispose();
  return lines;
}

const expected = [
  '38: if enabled: MANUAL (compiler)',
  '44: task 0 brighten <- nothing',
  '45: task 1 sharpen <- brighten (runtime: RAW bright)',
  '45: if enabled: <- task 0 brighten (RAW bright); bright NoDep',
];

test('the server runs on the Java that came with it', async () => {
  const java = findJava('', bundledJava(jar));
  assert.deepEqual(java, { executable: path.join(folder, 'extension', 'server', 'runtime', 'bin', 'java') });
  assert.deepEqual(await annotated(serverCommand(bundledJava(jar) ?? '', jar, '/no/cache')), expected);
});

test('that Java reads what a project chooses', () => {
  const project = path.join(folder, 'project');
  fs.mkdirSync(project);
  fs.writeFileSync(path.join(project, 'pyproject.toml'), '[tool.orchlens]\nstrict = 1\n');
  fs.writeFileSync(path.join(project, 'program.py'), '');
  const check = ['-jar', jar, 'check', path.join(project, 'program.py')];
  const { status, stderr } = spawnSync(bundledJava(jar) ?? '', check, { env: {}, encoding: 'utf8' });
  const message = `orchlens: ${path.join(project, 'pyproject.toml')}: 'strict' in [tool.orchlens] must be true or false.`;
  assert.deepEqual({ status, stderr }, { status: 2, stderr: `${message}\n` });
});

test('that Java makes a startup cache and starts with it', async () => {
  const java = bundledJava(jar) ?? '';
  const cache = startupCache(path.join(folder, 'storage'), java, jar);
  assert.equal(await makeStartupCache(java, jar, cache, new AbortController().signal), true);
  assert.deepEqual(fs.readdirSync(path.dirname(cache)), [path.basename(cache)]);
  const command = serverCommand(java, jar, cache);
  assert.ok(command.args.includes(`-XX:AOTCache=${cache}`));
  // Told to, the JVM ends where it cannot use the cache.
  const { status } = spawnSync(java, ['-XX:AOTMode=on', ...command.args.slice(0, -1), '--version'], { env: {} });
  assert.equal(status, 0);
  assert.deepEqual(await annotated(command), expected);
});

test('the software of others is named with its licences', () => {
  const notices = fs.readFileSync(path.join(folder, 'extension', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['antlr4-runtime', 'lsp4j', 'gson', 'picocli', 'vscode-languageclient 11', 'vscode-jsonrpc', 'elkjs']) {
    assert.ok(notices.includes(name), name);
  }
  const inJar = spawnSync('unzip', ['-p', jar, 'META-INF/THIRD-PARTY-NOTICES.txt']).stdout.toString();
  assert.ok(notices.startsWith(inJar) && inJar.includes('antlr4-runtime'));
});
