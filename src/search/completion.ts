// What completes a text that is still being typed: names in which it occurs at the start of a word (Decision 0067). Shared by every
// engine.

import { foldText } from '../domain/text/fold-text.ts';
import { classOf, DIGIT, SEPARATOR, WORD } from './analysis/char-class.ts';
import { withinEdits } from './analysis/edit-distance.ts';

/** Only this much of a name is completed, and only from its first words on. */
export const NAME_UNITS_MAX = 160;
export const STARTS_MAX = 12;
/** So many completions are looked at to find some that the shopper may see. */
export const EXAMINED_MAX = 1_000;
/** So many candidates of a list are checked for whether they find anything. */
export const CHECKED_MAX = 40;
/** A longer name is no query that anyone would send. */
export const QUERY_UNITS_MAX = 80;
/** A shorter unfinished word is not corrected. */
const NEAR_MIN_UNITS = 4;

/** Ends every name, so that a finished word is found at its end too. */
const GAP = ' ';

/** A name in the form in which it is completed: folded words with one space after each of them; empty if it has none. */
export const completable = (name: string): string => {
  const words = wordsOf(foldText(name));
  return words === '' ? '' : words.slice(0, NAME_UNITS_MAX) + GAP;
};

/** Most texts are like this when they are folded, and are the words themselves. */
const PLAIN_WORDS = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** Apostrophes are left out: `women's` is typed as `womens`. */
const wordsOf = (folded: string): string => {
  if (PLAIN_WORDS.test(folded)) return folded;
  let words = '';
  let isApart = false;
  for (const character of folded) {
    if (character === "'") continue;
    if (classOf(character.codePointAt(0) as number) === SEPARATOR) {
      isApart = true;
      continue;
    }
    if (isApart && words !== '') words += GAP;
    isApart = false;
    words += character;
  }
  return words;
};

/** Where a completion may begin: at each word, and at each character of a script without spaces. `name` is completable. */
export const wordStarts = (name: string): number[] => {
  const starts: number[] = [];
  let isAfterGap = true;
  for (let at = 0; at < name.length && starts.length < STARTS_MAX; ) {
    const point = name.codePointAt(at) as number;
    const isGap = name[at] === GAP;
    if (!isGap && (isAfterGap || !isSpaced(point))) starts.push(at);
    isAfterGap = isGap;
    at += point > 0xffff ? 2 : 1;
  }
  return starts;
};

const isSpaced = (codePoint: number): boolean => {
  const found = classOf(codePoint);
  return found === WORD || found === DIGIT;
};

/** A typed text: its finished words, each with a space after it, and the unfinished one, which may be empty. */
export interface TypedText {
  readonly finished: string;
  readonly unfinished: string;
}

export const readTyped = (text: string): TypedText => {
  const folded = foldText(text);
  const words = wordsOf(folded);
  if (words !== '' && classOf(lastPoint(folded)) === SEPARATOR)
    return { finished: words + GAP, unfinished: '' };
  const from = words.lastIndexOf(GAP) + 1;
  return { finished: words.slice(0, from), unfinished: words.slice(from) };
};

/** The last code point of a text that has any. */
const lastPoint = (text: string): number => {
  const unit = text.charCodeAt(text.length - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && text.length > 1;
  const point = isLow ? (text.codePointAt(text.length - 2) as number) : unit;
  return point > 0xffff ? point : unit;
};

/** Where the text first occurs in a completable name, or -1. */
export const findTyped = (name: string, { finished, unfinished }: TypedText): number => {
  const typed = finished + unfinished;
  return typed === '' ? -1 : (wordStarts(name).find((at) => name.startsWith(typed, at)) ?? -1);
};

/** A shorter unfinished word is no prefix to a search; see `matching.ts`. */
const PREFIX_MIN_UNITS = 3;

/** What is searched for while the text is being typed: a short unfinished word is completed as in the name. */
export const searchedText = (term: string, typed: TypedText, name: string): string => {
  const { finished, unfinished } = typed;
  if (unfinished === '' || unfinished.length >= PREFIX_MIN_UNITS) return term;
  const at = findTyped(name, typed);
  return at === -1 ? term : name.slice(at, name.indexOf(GAP, at + finished.length));
};

/** A typed text around the one word that may be misspelt. Its first letter never is. */
export interface MisspeltText {
  readonly before: string;
  readonly word: string;
  /** Empty after an unfinished word. */
  readonly after: string;
}

/** One for each word that is long enough. */
export const misspelt = ({ finished, unfinished }: TypedText): MisspeltText[] => {
  const typed = finished + unfinished;
  const found: MisspeltText[] = [];
  let from = 0;
  for (const word of typed.split(GAP)) {
    const to = from + word.length;
    if (word.length >= NEAR_MIN_UNITS)
      found.push({ before: typed.slice(0, from), word, after: typed.slice(to) });
    from = to + GAP.length;
  }
  return found;
};

/** The part of a completable name that a misspelt text stands for, its last word completed; undefined if there is none. */
export const findNear = (name: string, typed: TypedText): string | undefined => {
  for (const at of wordStarts(name)) {
    for (const { before, word, after } of misspelt(typed)) {
      const from = at + before.length;
      if (!name.startsWith(before, at) || name[from] !== word[0]) continue;
      for (const length of [word.length - 1, word.length, word.length + 1]) {
        const to = from + length;
        const isNear = to <= name.length && withinEdits(word, name.slice(from, to), 1);
        if (!isNear || !name.startsWith(after, to)) continue;
        const end = to + after.length;
        return typed.unfinished === ''
          ? name.slice(at, end).trimEnd()
          : name.slice(at, name.indexOf(GAP, end - 1));
      }
    }
  }
  return undefined;
};
