// Texts written to be slow to read are read in one pass: eight times as much takes about eight times as long.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '../../test/fixtures/long-runs.ts';
import type { WrittenFormat } from '../domain/models/written-text.ts';
import { plainText } from './plain-text.ts';

/** A mebibyte in the long form. A text that is read in quadratic time takes minutes at either size. */
const CHARS = runs(131_072, 1_048_576);
/** So fast that nothing is slow. */
const FAST_MS = runs(100, 400);

const fill = (piece: string, chars: number): string => piece.repeat(Math.ceil(chars / piece.length));

/** Runs of 1, 2, 3, … backticks: each looks for an end of its own length. */
const backticks = (chars: number): string => {
  let text = '';
  for (let length = 1; text.length < chars; length += 1) text += `${'`'.repeat(length)} `;
  return text;
};

const html: readonly string[] = [
  '<b>',
  '<div>',
  '</i>',
  '<',
  '</',
  '<a',
  '<a b="',
  '<a b=\'c" ',
  '<!--',
  '<!-- -',
  '<![CDATA[',
  '<?',
  '<!',
  '&',
  '&amp;',
  '&#',
  '&#x41;',
  '&notit;',
  '&a',
  '<script>',
  '<script></scrip',
  '<style>',
  '<template>',
  '<textarea>',
  '<title></titl',
  '<svg>',
  '<p title=',
  '\n',
  ' ',
];
const markdown: readonly string[] = [
  '[',
  ']',
  '![',
  '[a](',
  '[a](b "',
  "[a](b '",
  '[a](b (',
  '[](a (\u2929',
  '[a](<',
  '[a][',
  '[a](b\\',
  '*',
  '* ',
  '**a',
  '_a_',
  '~',
  '> ',
  '- ',
  '# ',
  ' #',
  '\\',
  '`',
  '` ',
  '|',
  '[a]: b\n',
  '[^a]: b\n',
  '```\n',
  '<a@',
  '<a:',
  '\n',
  '\r',
  '- - ',
  '**a **',
];

const time = (text: string, format: WrittenFormat): number => {
  const before = process.threadCpuUsage();
  assert.equal(typeof plainText({ value: text, format }), 'string');
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

/** By the time this thread computed; the least of a few, for what else the machine does. */
const isLinear = (make: (chars: number) => string, format: WrittenFormat): boolean =>
  [1, 2, 3].some(() => {
    const large = time(make(CHARS), format);
    return large < FAST_MS || large < 24 * time(make(CHARS / 8), format);
  });

test('a long run of any piece of HTML is read in linear time', { timeout: 120_000 }, () => {
  for (const piece of html)
    assert.ok(
      isLinear((chars) => fill(piece, chars), 'html'),
      piece,
    );
  for (const piece of html)
    assert.ok(
      isLinear((chars) => `<p>${fill(piece, chars)}`, 'unknown'),
      piece,
    );
  const deep = (chars: number) => fill('<b>', chars / 2) + fill('</i>', chars / 2);
  assert.ok(isLinear(deep, 'html'), 'many open elements, and as many ends of others');
});

test('a long run of any piece of Markdown is read in linear time', { timeout: 120_000 }, () => {
  for (const piece of [...markdown, ...html]) {
    assert.ok(
      isLinear((chars) => fill(piece, chars), 'markdown'),
      piece,
    );
  }
  assert.ok(isLinear(backticks, 'markdown'), 'backticks');
  assert.ok(
    isLinear((chars) => `${fill('[', chars / 2)}${fill('](b)', chars / 2)}`, 'markdown'),
    'nested links',
  );
  assert.ok(
    isLinear((chars) => `${fill('[a](', chars)})`, 'markdown'),
    'nested addresses',
  );
});

test('a long run of nested JSON is read within its budget', () => {
  for (const make of [
    (chars: number) => `[{"a":${fill('[', chars / 2)}${fill(']', chars / 2)}}]`,
    (chars: number) => `[{"content":${fill('{"content":', chars)}0${fill('}', chars / 11 + 1)}}]`,
    (chars: number) => `[{"text":"a"}${fill(',{"text":"a"}', chars)}]`,
    (chars: number) => `[{"children":[0${fill(',0', chars)}]}]`,
  ]) {
    assert.ok(isLinear(make, 'json'));
  }
});
