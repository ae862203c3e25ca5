// The words of a document in the index weigh what the analysis says, and so do the beginnings of words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildAnalyzer } from '../../../search/analysis/analyze.ts';
import { WEIGHT_MAX } from '../../../search/ranking.ts';
import { analyzeText } from '../../../search/text-document.ts';
import { FREQUENCY_MARK } from './mapping.ts';
import { wordsField } from './text-fields.ts';

/** The weights of all words of a field. */
const weightsIn = (field: string): Map<string, number> =>
  new Map(
    field
      .split(' ')
      .filter((part) => part !== '')
      .map((part) => {
        const [word = '', frequency = '', ...rest] = part.split(FREQUENCY_MARK);
        assert.deepEqual(rest, []);
        return [word, Math.floor(Number(frequency) / 65_536)];
      }),
  );

const words = fc.constantFrom(
  ...'shoe shoes shoelace shop show Schuhe 靴 𐌰𐌱𐌲𐌳𐌴𐌵 a ab abc AB-123 123 run running runs\u007f \u007fmark'.split(
    ' ',
  ),
);

test('a prefix weighs what all stems whose words begin with it weigh, each once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(words, { maxLength: 8 }), { maxLength: 3 }),
      fc.constantFrom('en', 'de', 'ja'),
      (texts, language) => {
        const document = analyzeText(
          language,
          texts.map((some, at) => ({ text: some.join(' '), weight: at + 1 })),
        );
        const { stems, surfaces } = document;
        const { stemWord } = buildAnalyzer(language);
        const prefixes = new Set(
          [...surfaces].flatMap((surface) =>
            [3, 4, 5]
              .filter((length) => length <= [...surface].length)
              .map((length) => [...surface].slice(0, length).join('')),
          ),
        );
        const expected = new Map<string, number>();
        for (const [stem, weight] of stems) expected.set(`${language}:${stem}`, weight);
        for (const surface of surfaces) expected.set(`${language}=${surface}`, 1);
        for (const prefix of prefixes) {
          const begun = [...surfaces].filter((surface) => surface.startsWith(prefix)).map(stemWord);
          const weight = [...new Set(begun)].reduce((sum, stem) => sum + (stems.get(stem) ?? 0), 0);
          expected.set(`${language}^${prefix}`, Math.min(WEIGHT_MAX, weight));
        }
        assert.deepEqual(weightsIn(wordsField(document, {})), expected);
      },
    ),
  );
});
