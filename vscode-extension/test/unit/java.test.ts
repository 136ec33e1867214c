import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { test, type TestContext } from 'node:test';
import { findJava } from '../../src/java.ts';

/** A folder that looks like a Java of the given version, removed after the test. */
async function fakeJava(context: TestContext, version: string): Promise<string> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'orchlens-java-'));
  context.after(() => rm(home, { recursive: true }));
  await mkdir(path.join(home, 'bin'));
  await writeFile(path.join(home, 'release'), `IMPLEMENTOR="Someone"\nJAVA_VERSION="${version}"\n`);
  const executable = path.join(home, 'bin', 'java');
  await writeFile(executable, '');
  await chmod(executable, 0o755);
  return home;
}

test('the configured Java is taken if it is recent enough', async (context) => {
  const home = await fakeJava(context, '25.0.1');
  assert.deepEqual(findJava(home), { executable: path.join(home, 'bin', 'java') });
});

test('the Java that came with the extension is taken before any other but the configured one', async (context) => {
  const home = await fakeJava(context, '25');
  assert.deepEqual(findJava('', '/extension/server/runtime/bin/java'), { executable: '/extension/server/runtime/bin/java' });
  assert.deepEqual(findJava(home, '/extension/server/runtime/bin/java'), { executable: path.join(home, 'bin', 'java') });
});

test('an early-access release counts by its feature number', async (context) => {
  const home = await fakeJava(context, '27-ea');
  assert.deepEqual(findJava(home), { executable: path.join(home, 'bin', 'java') });
});

test('a configured Java that is too old is refused by name, and no other is taken instead', async (context) => {
  const home = await fakeJava(context, '17.0.15');
  assert.deepEqual(findJava(home), {
    problem: `The setting orchlens.java.home names ${home}, which is no Java 25 or newer.`,
  });
});

test('a configured path that is not whole is refused, since the folder that is open would decide what it means', () => {
  assert.deepEqual(findJava('jdk'), {
    problem: 'The setting orchlens.java.home is jdk; it must be a whole path, from the root on.',
  });
});

test('a path that is not whole is not searched for a Java either', async (context) => {
  const home = await fakeJava(context, '26');
  const before = { ...process.env };
  context.after(() => Object.assign(process.env, before));
  process.env.ORCHLENS_JAVA = path.relative(process.cwd(), home);
  process.env.JAVA_HOME = await fakeJava(context, '25');
  assert.deepEqual(findJava(''), { executable: path.join(process.env.JAVA_HOME, 'bin', 'java') });
});

test('a configured folder that is not there is refused by name', () => {
  assert.deepEqual(findJava('/no/such/folder'), {
    problem: 'The setting orchlens.java.home names /no/such/folder, which is no Java 25 or newer.',
  });
});

test('without a setting, ORCHLENS_JAVA goes before everything else', async (context) => {
  const home = await fakeJava(context, '26');
  const before = process.env.ORCHLENS_JAVA;
  context.after(() => {
    if (before === undefined) {
      delete process.env.ORCHLENS_JAVA;
    } else {
      process.env.ORCHLENS_JAVA = before;
    }
  });
  process.env.ORCHLENS_JAVA = home;
  assert.deepEqual(findJava(''), { executable: path.join(home, 'bin', 'java') });
});
