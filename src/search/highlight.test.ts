// Marked words: whatever a text contains, nothing of it becomes markup, and what is shown is the text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../test/fixtures/long-runs.ts';
import { buildAnalyzer } from './analysis/analyze.ts';
import { highlight, highlightText } from './highlight.ts';

const wanted = (language: string, ...words: readonly string[]) => {
  const { stemWord } = buildAnalyzer(language);
  const stems = new Set(words.map(stemWord));
  return (found: readonly string[]): boolean => found.some((stem) => stems.has(stem));
};

const mark = (text: string, language: string, ...words: readonly string[]) =>
  highlightText(text, language, wanted(language, ...words), 1_000);

test('words are marked as they are written, whatever was typed', () => {
  assert.equal(mark('Rain jackets, red', 'en', 'jacket'), 'Rain <mark>jackets</mark>, red');
  assert.equal(mark('Crème BRÛLÉE', 'fr', 'brulee'), 'Crème <mark>BRÛLÉE</mark>');
  assert.equal(mark('Eine Regenjacke.', 'de', 'jacke'), 'Eine <mark>Regenjacke</mark>.');
  assert.equal(mark('A T-shirt', 'en', 'tshirt'), 'A <mark>T-shirt</mark>');
  assert.equal(mark('A red T-shirt', 'en', 'shirt'), 'A red T-<mark>shirt</mark>');
  assert.equal(mark('soft\u00adshell', 'en', 'softshell'), '<mark>soft\u00adshell</mark>');
  assert.equal(mark('500ml, 3.5 mm', 'en', '3.5'), '500ml, <mark>3.5</mark> mm');
  assert.equal(mark('防水ジャケット', 'ja', '防水'), '<mark>防水</mark>ジャケット');
  assert.equal(mark('nothing here', 'en', 'jacket'), null);
});

test('markup of the text is shown and never works', () => {
  assert.equal(
    mark('<mark>a</mark> jacket & "b" &lt;i&gt; \'c\'', 'en', 'jacket', 'mark'),
    '&lt;<mark>mark</mark>&gt;a&lt;/<mark>mark</mark>&gt; <mark>jacket</mark> &amp; &quot;b&quot; &amp;lt;i&amp;gt; &#39;c&#39;',
  );
  const { description } = highlight(
    { name: '', description: '<p>A <b>jacket</b> &lt;script&gt;alert(1)&lt;/script&gt;</p>' },
    'en',
    wanted('en', 'jacket', 'script'),
  );
  assert.equal(
    description,
    'A <mark>jacket</mark> &lt;<mark>script</mark>&gt;alert(1)&lt;/<mark>script</mark>&gt;',
  );
});

test('a long text is cut around its first mark, between words', () => {
  const text = `${'lorem ipsum '.repeat(100)}jacket ${'dolor sit '.repeat(100)}`;
  const part = highlightText(text, 'en', wanted('en', 'jacket'), 300) ?? '';
  assert.match(part, /^…(?:ipsum |lorem )+<mark>jacket<\/mark>(?: dolor| sit)+…$/u);
  assert.ok(part.length < 330);
  assert.equal(highlightText(`${'x '.repeat(3_000)}jacket`, 'en', wanted('en', 'jacket'), 300), null);
  const glued = highlightText(`jacket ${'😀'.repeat(400)}`, 'en', wanted('en', 'jacket'), 300) ?? '';
  assert.ok(glued.isWellFormed());
});

const piece = fc.oneof(
  fc.constantFrom(
    '<mark>',
    '</mark>',
    '&lt;',
    '&amp;',
    '"',
    "'",
    '<b',
    '>',
    '&',
    ' ',
    '-',
    '’',
    '\u200b',
    '…',
  ),
  fc.constantFrom('jacket', 'Jackets', 'rain', 'ß', 'é', 'e\u0301', '水', '3.5', 'mm'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);

test('without its marks and escapes it is the text, and there is no other markup', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
      fc.subarray(['jacket', 'rain', 'ss', 'e', '水', '3.5', 'mark', 'lt', 'amp']),
      (text, words) => {
        const html = mark(text, 'en', ...words);
        if (html === null) return;
        assert.doesNotMatch(
          html.replaceAll(/<mark>([^<>]+)<\/mark>/g, '$1'),
          /[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/u,
        );
        const plain = html
          .replaceAll(/<\/?mark>/g, '')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&amp;', '&');
        assert.equal(plain, text);
      },
    ),
    { numRuns: runs(150, 10_000) },
  );
});
