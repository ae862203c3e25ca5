// How the words of a query match: exactly, by synonym, as a prefix, or by typo; in a language with stems.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SynonymSet } from '../../domain/search/catalog.ts';
import { analyzeText } from '../text-document.ts';
import { resolveWords } from './word-match.ts';

const texts = ['camping tents', 'a camp', 'headlamp', 'rain jacket', 'cold rain'];
const documents = texts.map((body) => analyzeText('en', [{ text: body, weight: 1 }]));

/** For each word, the kinds of match with a result, and the texts each finds. */
const resolve = (query: string, synonyms: readonly SynonymSet[] = []) =>
  resolveWords(query, 'en', synonyms, documents).map(({ ways }) =>
    ways
      .map(({ kind, weigh }) => ({
        kind,
        found: texts.filter((_, at) => weigh(documents[at] ?? assert.fail()) > 0),
      }))
      .filter(({ found }) => found.length > 0)
      .map(({ kind, found }) => `${kind}: ${found.join(', ')}`),
  );

test('a word matches by its stem, the last one also as a prefix', () => {
  assert.deepEqual(resolve('tent camps'), [['exact: camping tents'], ['exact: camping tents, a camp']]);
  assert.deepEqual(resolve('camping'), [['exact: camping tents, a camp']]);
  assert.deepEqual(resolve('cam'), [['prefix: camping tents, a camp']]);
  assert.deepEqual(resolve('cam tent')[0], []);
});

test('a mistyped word matches the stems of near words', () => {
  assert.deepEqual(resolve('cmaping'), [['typo: camping tents, a camp']]);
  assert.deepEqual(resolve('jcaket'), [['typo: rain jacket']]);
  assert.deepEqual(resolve('heddlmap'), [['typo: headlamp']]);
  assert.deepEqual(resolve('eadlamp'), [['typo: headlamp']]);
  assert.deepEqual(resolve('jedlamp')[0], [], 'two edits are too many below eight letters');
});

test('synonyms are compared by stem too, and a word with a synonym is not treated as mistyped', () => {
  const sets = [{ id: 's', locale: 'en-us', words: ['torches', 'head lamp', 'headlamps'] }];
  assert.deepEqual(resolve('torch', sets), [['synonym: headlamp']]);
  assert.deepEqual(resolve('head lamp', sets), [['synonym: headlamp'], ['synonym: headlamp']]);
  assert.deepEqual(resolve('lamp', sets), [[]]);
  const parkas = [{ id: 's', locale: null, words: ['cagoule', 'rain jacket'] }];
  assert.deepEqual(resolve('cagoules', parkas), [['synonym: rain jacket']]);
  assert.deepEqual(resolve('cagoules', [{ id: 's', locale: 'fr', words: ['cagoule', 'rain jacket'] }]), [[]]);
});

test('without documents no word matches', () => {
  assert.deepEqual(resolveWords('tent', 'en', [], []).length, 1);
  assert.deepEqual(resolveWords(' ', 'en', [], documents), []);
});
