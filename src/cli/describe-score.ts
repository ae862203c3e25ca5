// How the score of a product comes about, as lines that can be recalculated from what they show.

import type { OperationResult } from '../contract/operation.ts';
import type { searchProducts } from '../contract/products/search-products.ts';
import { showText } from './print.ts';

type Record = OperationResult<typeof searchProducts>['records'][number];
type Explanation = NonNullable<Record['explanation']>;
type Word = Explanation['words'][number];

const SHOWN_DIGITS = 6;

export const showNumber = (value: number): string => String(Number(value.toPrecision(SHOWN_DIGITS)));

export const describeScore = (explanation: Explanation, what: string): string[] => {
  const { words, coverage, phrase_factor, text, tier, signals, signal_factor, boosts, boost_factor } =
    explanation;
  const [score, ...parts] = [explanation.score, tier, text, signal_factor, boost_factor].map(showNumber);
  const sum = words.map((word) => showNumber(word.score)).join(' + ');
  return [
    `${showText(what)}: score ${score} = tier ${parts[0]} + (1 + text ${parts[1]}) × signals ${parts[2]} × boosts ${parts[3]} − 1`,
    ...(words.length === 0
      ? []
      : [
          `   text ${parts[1]} = (${sum}) × coverage ${showNumber(coverage)} × phrase ${showNumber(phrase_factor)}`,
          ...words.map(describeWord),
        ]),
    ...describeFactors('signals', parts[2], signals, 'field', 'at most 100'),
    ...describeFactors('boosts', parts[3], boosts, 'rule_id', 'from 0.01 to 100'),
  ];
};

const describeWord = ({ word, match, score, fields, ...factors }: Word): string => {
  const { idf, match_factor, repeat_factor, frequency } = factors;
  const places = fields.map(
    ({ field, weight, occurrences }) =>
      `${field} (weight ${showNumber(weight)}${occurrences === 1 ? '' : `, ${occurrences} times`})`,
  );
  return `   ${showText(word)}, ${match}: ${showNumber(score)} = idf ${showNumber(idf)} × match ${showNumber(match_factor)} × repeat ${showNumber(repeat_factor)} × frequency ${showNumber(frequency)}; in ${places.join(', ')}`;
};

const describeFactors = (
  name: string,
  total: string | undefined,
  factors: Explanation['signals'] | Explanation['boosts'],
  of: 'field' | 'rule_id',
  bounds: string,
): string[] => {
  if (factors.length === 0) return [];
  const product = factors
    .map((one) => `${showText(String(one[of]))} ${showNumber(Number(one['factor']))}`)
    .join(' × ');
  return [`   ${name} ${total} = ${product}, ${bounds}`];
};
