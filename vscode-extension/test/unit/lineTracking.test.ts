import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditHistory, lineAfter, lineChanges, type Change } from '../../src/lineTracking.ts';

/** The lines of `before` that are still there once `changes` have made `after` of it, as text. */
function survivors(before: string, after: string, ...changes: Change[]): (string | undefined)[] {
  const lines = after.split('\n');
  const edit = lineChanges(changes, (at) => lines[at] ?? '');
  return before.split('\n').map((_, line) => {
    const moved = lineAfter(line, edit);
    return moved === undefined ? undefined : lines[moved];
  });
}

function change(startLine: number, startCharacter: number, endLine: number, endCharacter: number, text: string): Change {
  return {
    range: { start: { line: startLine, character: startCharacter }, end: { line: endLine, character: endCharacter } },
    text,
  };
}

test('typing inside a line leaves every line where it is', () => {
  assert.deepEqual(survivors('one\ntwo', 'one\ntwo!', change(1, 3, 1, 3, '!')), ['one', 'two!']);
});

test('a line break at the end of a statement leaves the statement and moves those below', () => {
  assert.deepEqual(survivors('one\ntwo', 'one\n\ntwo', change(0, 3, 0, 3, '\n')), ['one', 'two']);
});

test('a line break in front of a statement moves it down', () => {
  assert.deepEqual(survivors('  one\ntwo', '\n  one\ntwo', change(0, 0, 0, 0, '\n')), ['  one', 'two']);
});

test('lines inside a deleted part are gone, those whose rest is joined to another go there', () => {
  assert.deepEqual(survivors('one\ntwo\nsix\nten', 'one\nten', change(0, 3, 2, 3, '')), ['one', undefined, 'one', 'ten']);
});

test('several changes of one edit add up', () => {
  const after = '\none\n\ntwo\nsix';
  assert.deepEqual(survivors('one\ntwo\nsix', after, change(0, 0, 0, 0, '\n'), change(0, 3, 0, 3, '\n')), ['one', 'two', 'six']);
});

test('an edit inside of lines does nothing to lines', () => {
  assert.deepEqual(
    lineChanges([change(1, 3, 1, 5, '!')], () => 'two!'),
    [],
  );
});

test('lines joined to the one before them move what is below up', () => {
  assert.deepEqual(survivors('one\ntwo\nsix', 'onetwo\nsix', change(0, 3, 1, 0, '')), ['onetwo', 'onetwo', 'six']);
});

test('an answer about an earlier version is moved along with the edits since, and with no other ones', () => {
  const history = new EditHistory(1);
  history.add(
    2,
    lineChanges([change(0, 0, 0, 0, '\n')], () => ''),
  );
  history.add(
    4,
    lineChanges([change(5, 0, 7, 0, '')], () => ''),
  );
  assert.deepEqual(
    [1, 2, 3, 4].map((version) => history.lineNow(9, version)),
    [8, 7, 7, 9],
  );
  assert.equal(history.lineNow(6, 3), undefined);
});

test('no answer is taken about a version before the one that was heard of last', () => {
  const history = new EditHistory(1);
  history.add(
    2,
    lineChanges([change(0, 0, 0, 0, '\n')], () => ''),
  );
  history.add(
    3,
    lineChanges([change(0, 0, 0, 0, '\n')], () => ''),
  );
  history.heardOf(2);
  assert.deepEqual(
    [1, 2, 3].map((version) => history.reaches(version)),
    [false, true, true],
  );
  assert.equal(history.lineNow(4, 2), 5);
});
