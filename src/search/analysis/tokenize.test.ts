// How the tokenizer splits documents and queries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/fixtures/any-character.ts';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { hashText } from '../../domain/text/hash-text.ts';
import { type ApostropheRule, scanWords, tokenize } from './tokenize.ts';

function documentWords(text: string, rule: ApostropheRule = 'join'): string[] {
  return tokenize(foldText(text), 'document', rule);
}
function queryWords(text: string, rule: ApostropheRule = 'join'): string[] {
  return tokenize(foldText(text), 'query', rule);
}

test('letters and digits make words, everything else separates', () => {
  assert.deepEqual(queryWords('Red, (blue) & green_tea/milk!'), ['red', 'blue', 'green', 'tea', 'milk']);
  assert.deepEqual(queryWords('GTX1080 v1.2.3 4k'), ['gtx1080', 'v1.2.3', '4k']);
  assert.deepEqual(queryWords(' \t ... -- '), []);
});

test('an apostrophe joins, a possessive is dropped', () => {
  assert.deepEqual(queryWords("don't Men's boss’s dogs' 'quoted' rock'n'roll"), [
    ...['dont', 'men', 'boss', 'dogs', 'quoted', 'rocknroll'],
  ]);
  assert.deepEqual(documentWords("O'Neill"), ['oneill', 'neill']);
});

test('an elided article is dropped, but the joined spelling is found too', () => {
  assert.deepEqual(queryWords("l'eau d'aujourd'hui", 'elision'), ['eau', 'aujourdhui']);
  assert.deepEqual(documentWords('L’Oréal', 'elision'), ['oreal', 'loreal']);
  assert.deepEqual(documentWords('L’Oréal', 'join'), ['loreal', 'oreal']);
  assert.deepEqual(queryWords("dell'acqua un'altra", 'elision'), ['acqua', 'altra']);
});

test('a Turkish ending after an apostrophe is dropped', () => {
  assert.deepEqual(queryWords("İstanbul'da L'Oréal", 'suffix'), ['istanbul', 'loreal']);
});

test('hyphens split; a document with two parts also holds them joined', () => {
  assert.deepEqual(queryWords('T-Shirt'), ['t', 'shirt']);
  assert.deepEqual(documentWords('T-Shirt GTX‑1080'), ['t', 'shirt', 'tshirt', 'gtx', '1080', 'gtx1080']);
  assert.deepEqual(documentWords('state-of-the-art'), ['state', 'of', 'the', 'art']);
  assert.deepEqual(documentWords('- a - b-'), ['a', 'b']);
});

test('each number has one spelling', () => {
  assert.deepEqual(queryWords('3.5 3,5 0.75.'), ['3.5', '3.5', '0.75']);
  assert.deepEqual(queryWords('1,000 1.000 10,000,000'), ['1000', '1000', '10000000']);
  assert.deepEqual(queryWords('1.234,50 1,234.50'), ['1234.50', '1234.50']);
  assert.deepEqual(queryWords('38,39,40'), ['38', '39', '40']);
});

test('a number and its unit are two words however they are written', () => {
  assert.deepEqual(queryWords('16GB 500 ml 3,5mm'), queryWords('16 gb 500ml 3.5 mm'));
  assert.deepEqual(queryWords('16GB'), ['16', 'gb']);
  assert.deepEqual(queryWords('rtx3060m'), ['rtx3060m']);
});

test('Han: documents hold characters and pairs, queries ask for words', () => {
  assert.deepEqual(documentWords('北京大学'), ['北', '京', '北京', '大', '京大', '学', '大学']);
  assert.deepEqual(queryWords('北京大学'), ['北京', '大学']);
  assert.deepEqual(queryWords('书'), ['书']);
  assert.deepEqual(queryWords('iPhone手机128gb'), ['iphone', '手机', '128', 'gb']);
  assert.deepEqual(queryWords('𠮷野家').length, 2);
});

test('a pair of Han characters is found wherever the two are adjacent', () => {
  const han = fc.string({
    unit: fc.constantFrom(...'北京大学图书馆很手机的中国人民银行'),
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(han, han, han, (before, sought, after) => {
      const words = new Set(documentWords(before + sought + after));
      for (const word of queryWords(sought)) assert.ok(words.has(word), word);
    }),
  );
});

test('kana and Thai are split by dictionary, inflection after Han is dropped', () => {
  assert.deepEqual(queryWords('りんごのジュース'), ['りんご', 'の', 'ジュース']);
  assert.deepEqual(queryWords('食べる'), ['食']);
  assert.ok(documentWords('東京でシャツを買いました').includes('シャツ'));
  assert.deepEqual(queryWords('รองเท้าผ้าใบ'), ['รองเท้า', 'ผ้าใบ']);
});

test('a document holds every word that the same text asks for as a query', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom(..."aby s'’-.,019ml北京りカไท한é"), maxLength: 30 }),
  );
  fc.assert(
    fc.property(piece, fc.constantFrom<ApostropheRule>('join', 'elision', 'suffix'), (text, rule) => {
      const words = new Set(documentWords(text, rule));
      for (const word of queryWords(text, rule)) {
        assert.ok(words.has(word), word);
        assert.notEqual(word, '');
      }
    }),
    { numRuns: runs(200, 20_000) },
  );
});

test('the sink receives the words of the list, each with its hash', () => {
  const unit = fc.constantFrom(...'ab-\'.,1 2é北ー𝒳\u2010"xyz'.split(''), '𝒳', 'lorem', '16gb');
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 90 }),
      fc.constantFrom('join', 'elision', 'suffix'),
      (text, rule) => {
        const folded = foldText(text);
        const words: string[] = [];
        scanWords(folded, 'document', rule as ApostropheRule, {
          addSlice: (units, from, to, hash) => {
            const word = String.fromCharCode(...units.subarray(from, to));
            assert.equal(hash, hashText(word));
            assert.match(word, /^[\p{L}\p{M}\p{N}]+$/u);
            words.push(word);
          },
          addString: (word) => words.push(word),
        });
        assert.deepEqual(words, tokenize(folded, 'document', rule as ApostropheRule));
      },
    ),
  );
});

test('inches have one spelling, and a quotation that ends with a number has none', () => {
  for (const text of ['13"', '13″', '13”', "13''", '13in', '13inch', '13-inch', '13inches'])
    assert.deepEqual(queryWords(`laptop ${text}`), ['laptop', '13', 'inch'], text);
  assert.deepEqual(queryWords('12" x 15.6"'), ['12', 'inch', 'x', '15.6', 'inch']);
  assert.deepEqual(queryWords('"Catch 22" and “Route 66” but 24"'), [
    'catch',
    '22',
    'and',
    'route',
    '66',
    'but',
    '24',
    'inch',
  ]);
  assert.deepEqual(queryWords('"13"'), ['13']);
  assert.deepEqual(queryWords('"laptop 13'), ['laptop', '13']);
});
