// A typed text with one edit in one of its words, as a regular expression of Lucene. It matches what `nearEntries` of embedded indexes
// finds: the first letter of a word is right, and short words are not corrected.

import { misspelt, type TypedText } from '../../../search/completion.ts';
import { sortableText } from '../documents/encode.ts';

/** A letter of the text. */
interface Unit {
  readonly literal: string;
  /** Whether it may be replaced or left out, and another may stand before it. */
  readonly isEditable: boolean;
  /** Whether it may change places with the next one. */
  readonly maySwap: boolean;
  /** Whether another may stand behind it. */
  readonly isLast: boolean;
}

/** What names with the text begin with, after `before`; undefined if no word is long enough. Grows as n log n. */
export const nearPattern = (before: string, typed: TypedText): string | undefined => {
  const edited = editPattern(unitsOf(typed));
  return edited === undefined ? undefined : `${escaped(before)}${edited}.*`;
};

const unitsOf = (typed: TypedText): Unit[] => {
  const text = typed.finished + typed.unfinished;
  const units: Unit[] = [];
  for (let at = 0; at < text.length; at += 1)
    units.push({ literal: escaped(sortableText(text[at] as string)), ...plain });
  for (const { before, word } of misspelt(typed)) {
    const end = before.length + word.length;
    for (let at = before.length + 1; at < end; at += 1)
      units[at] = {
        ...(units[at] as Unit),
        isEditable: true,
        maySwap: at + 1 < end,
        isLast: at + 1 === end,
      };
  }
  return units;
};

const plain = { isEditable: false, maySwap: false, isLast: false };

const literalOf = (units: readonly Unit[]): string => units.map(({ literal }) => literal).join('');

/** One edit in either half, or where they meet. */
const editPattern = (units: readonly Unit[]): string | undefined => {
  const [first] = units;
  if (first === undefined || !units.some(({ isEditable }) => isEditable)) return undefined;
  if (units.length === 1) return editLetter(first);
  const middle = units.length >> 1;
  const [left, right] = [units.slice(0, middle), units.slice(middle)];
  const [inLeft, inRight] = [editPattern(left), editPattern(right)];
  const [last, next] = [left.at(-1), right[0]];
  const ways = [
    ...(inLeft === undefined ? [] : [inLeft + literalOf(right)]),
    ...(inRight === undefined ? [] : [literalOf(left) + inRight]),
    ...(last?.maySwap === true && next !== undefined
      ? [literalOf(left.slice(0, -1)) + next.literal + last.literal + literalOf(right.slice(1))]
      : []),
  ];
  return ways.length === 1 ? ways[0] : `(${ways.join('|')})`;
};

/** Left out, replaced (or right), or with another before or behind it. */
const editLetter = ({ literal, isLast }: Unit): string =>
  isLast ? `(.|.${literal}|${literal}.)?` : `(.|.${literal})?`;

const escaped = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, String.raw`\$&`);
