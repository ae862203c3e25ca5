// The tables of a catalog on their way to a search thread: written in short steps, each once, and read as they were.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogContents } from '../../../domain/ports.ts';
import { shareContents } from './search-task.ts';

const categoriesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `c${at}`, name: `Rörelse ${at}`, parentId: null },
    localized: { de: { name: `Name ${at} `.repeat(20) } },
  }));

const contents: CatalogContents = {
  ...{ attributes: [], synonyms: [], merchandisingRules: [], facets: [], popularTerms: ['tält'] },
  categories: categoriesOf(2),
};

test('a large table is written in steps that others may interrupt', async () => {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await shareContents({ ...contents, categories: categoriesOf(50_000) });
  isDone = true;
  assert.ok(turns > 2, String(turns));
});

test('only tables that are new are written, and at once none', async () => {
  const writing = shareContents(contents);
  assert.deepEqual(await shareContents(contents), await writing, 'asked for twice meanwhile');
  const before = shareContents(contents);
  assert.ok(!(before instanceof Promise));
  const read = before.map(({ name, bytes }) => [name, JSON.parse(Buffer.from(bytes).toString())]);
  assert.deepEqual(Object.fromEntries(read), contents);
  const after = await shareContents({ ...contents, synonyms: [{ id: 's', locale: null, words: ['a'] }] });
  const changed = after.filter(({ id }) => !before.some((table) => table.id === id));
  assert.deepEqual(
    changed.map(({ name }) => name),
    ['synonyms'],
  );
});
