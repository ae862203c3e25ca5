// The analyzer's rules for queries and its guarantees for any text in any language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/fixtures/any-character.ts';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { ANALYSIS_VERSION, buildAnalyzer, QUERY_WORDS_MAX, SURFACE_LENGTH_MAX } from './analyze.ts';
import { stemmers } from './stemmers.ts';
import { stopWordLists } from './stop-words.ts';

const english = buildAnalyzer('en');
const anyLanguage = fc.constantFrom(...Object.keys(stopWordLists), 'pl', 'und');
const word = fc.constantFrom(
  ...[
    'Running',
    'shoes',
    'the',
    'élégantes',
    'Häuser',
    'ёлки',
    'новый',
    'σπίτια',
    'KADINLAR',
    'الكتاب',
    'किताबें',
  ],
  ...[
    '고양이는',
    '北京大学',
    'シャツを買う',
    'รองเท้า',
    "l'eau",
    'T-Shirt',
    '3,5',
    '16GB',
    'ß',
    'Điện',
    'thủy',
    'y',
    'yes',
    'oxoxoxoux',
  ],
);
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme' }),
  fc.array(word).map((words) => words.join(' ')),
  fc.string({ unit: fc.constantFrom(...'abeilnorstuyzäéñçß '), maxLength: 60 }),
);

test('a document keeps every word in order, stop words included', () => {
  assert.deepEqual(english.analyzeDocument('The shoes, the RUNNING shoes'), [
    { surface: 'the', stem: 'the' },
    { surface: 'shoes', stem: 'shoe' },
    { surface: 'the', stem: 'the' },
    { surface: 'running', stem: 'run' },
    { surface: 'shoes', stem: 'shoe' },
  ]);
});

test('a query drops stop words unless there is nothing else', () => {
  assert.deepEqual(english.analyzeQuery('the red of the shoes'), [
    { surface: 'red', stem: 'red', isLast: false, times: 1 },
    { surface: 'shoes', stem: 'shoe', isLast: true, times: 1 },
  ]);
  assert.deepEqual(english.analyzeQuery('The Who'), [
    { surface: 'the', stem: 'the', isLast: false, times: 1 },
    { surface: 'who', stem: 'who', isLast: true, times: 1 },
  ]);
  assert.deepEqual(english.analyzeQuery(' ... '), []);
});

test('after a dropped stop word, the last remaining word counts as the last', () => {
  assert.deepEqual(
    english.analyzeQuery('red shirt with the').map((one) => [one.surface, one.isLast]),
    [
      ['red', false],
      ['shirt', true],
    ],
  );
});

test('words with one stem are one word, at the first position, in the last spelling if they end the text', () => {
  assert.deepEqual(english.analyzeQuery('shoe red shoes red'), [
    { surface: 'shoe', stem: 'shoe', isLast: false, times: 2 },
    { surface: 'red', stem: 'red', isLast: true, times: 2 },
  ]);
  assert.deepEqual(english.analyzeQuery('running red run'), [
    { surface: 'run', stem: 'run', isLast: true, times: 2 },
    { surface: 'red', stem: 'red', isLast: false, times: 1 },
  ]);
});

test('a word with a digit is never stemmed', () => {
  assert.deepEqual(english.analyzeQuery('gtx1080s'), [
    { surface: 'gtx1080s', stem: 'gtx1080s', isLast: true, times: 1 },
  ]);
});

test('long words are cut and long queries end', () => {
  const [cut] = english.analyzeDocument('𐐨'.repeat(SURFACE_LENGTH_MAX + 36));
  assert.equal(cut && [...cut.surface].length, SURFACE_LENGTH_MAX);
  const many = Array.from({ length: QUERY_WORDS_MAX + 10 }, (_, at) => `w${at}`).join(' ');
  const words = english.analyzeQuery(`${many} w3`);
  assert.equal(words.length, QUERY_WORDS_MAX);
  assert.deepEqual(
    words.filter((one) => one.isLast).map((one) => one.surface),
    [`w${QUERY_WORDS_MAX - 1}`],
  );
});

test('one analyzer per language', () => {
  assert.equal(buildAnalyzer('de'), buildAnalyzer('de'));
  assert.notEqual(buildAnalyzer('de'), buildAnalyzer('fr'));
  assert.match(ANALYSIS_VERSION, /^\d+-icu/);
});

test('more words than the cache holds are analysed alike', () => {
  const before = english.analyzeDocument('running shoes');
  english.analyzeDocument(Array.from({ length: 70_000 }, (_, at) => `word${at.toString(36)}`).join(' '));
  assert.deepEqual(english.analyzeDocument('running shoes'), before);
});

test('any text in any language: accents and case do not matter, and a query is found in its own text', () => {
  fc.assert(
    fc.property(anyLanguage, anyText, (language, text) => {
      const analyzer = buildAnalyzer(language);
      const tokens = analyzer.analyzeDocument(text);
      const words = analyzer.analyzeQuery(text);
      // Vietnamese keeps its diacritics: without them the same text contains less, and a query means more.
      const keepsDiacritics = language === 'vi';
      const folded = analyzer.analyzeDocument(foldText(text));
      assert.deepEqual(keepsDiacritics ? tokens.slice(0, folded.length) : tokens, folded);
      if (!keepsDiacritics) assert.deepEqual(analyzer.analyzeQuery(foldText(text)), words);
      const stems = new Set(tokens.map((token) => token.stem));
      for (const one of words) assert.ok(stems.has(one.stem), `${language} ${one.stem}`);
      for (const token of tokens) {
        assert.ok(token.surface.length > 0 && token.stem.length > 0);
        if (!keepsDiacritics) assert.equal(foldText(token.surface), token.surface);
      }
      assert.equal(new Set(words.map((one) => one.stem)).size, words.length);
      assert.equal(words.filter((one) => one.isLast).length, Math.min(words.length, 1));
    }),
    { numRuns: runs(200, 20_000) },
  );
});

test('stems do not depend on the words stemmed before', () => {
  // The stemmers themselves, because an analyzer caches its words.
  const folded = fc.oneof(
    word.map(foldText),
    fc.constantFrom('сумка', 'черевики', 'книгата', 'խնձորներ', 'புத்தகங்கள்', 'किताबहरू', 'כתובות'),
    fc.string({ unit: fc.constantFrom(...'abeilnorstuyz'), minLength: 3 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...stemmers.keys()), fc.array(folded), (language, words) => {
      const stem = stemmers.get(language);
      assert.ok(stem);
      const forwards = words.map(stem);
      const backwards = words.toReversed().map(stem).toReversed();
      assert.deepEqual(backwards, forwards);
    }),
    { numRuns: runs(100, 8_000) },
  );
});

test('plain words are analysed the same with surrounding white space', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
    minLength: 1,
    maxLength: 70,
  });
  const word = fc.oneof(letters, fc.constantFrom('the', 'der', 'de', 'i', 'og', 'wasserkocher', 'istanbul'));
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((several) => several.join(' '));
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(stopWordLists), 'und'), words, (language, text) => {
      const analyzer = buildAnalyzer(language);
      assert.deepEqual(analyzer.readQuery(text), analyzer.readQuery(` ${text}`));
    }),
    { numRuns: runs(125, 12_000) },
  );
});
