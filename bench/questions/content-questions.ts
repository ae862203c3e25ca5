// The queries over articles, by class, each with its exact total. Every class is designed so that the engines named
// beside it in docs/benchmarks.md mean the same by it: words that nothing else starts with, typos that both edit
// rules resolve alike.

import { randomFor } from '../../demo/build/random.ts';
import { RELAX_BELOW } from '../../src/search/matching.ts';
import { articleTypes, drawArticle } from '../generate/articles.ts';
import { isClosed, vocabulary } from '../generate/vocabulary.ts';
import { buildNearWords, mistype, type NearWords } from './near-words.ts';
import { buildWordLists, type WordLists, wordsInBand } from './word-lists.ts';

export interface ContentQuestion {
  readonly words: readonly string[];
  /** How many of the words an article must contain. */
  readonly holds: 'all' | 'any' | 'two';
  /** Whether the last word also matches every word that starts with it. */
  readonly isPrefix: boolean;
  /** Above 0: the words occur in no article and mean those within that many edits. */
  readonly maxEdits: number;
  readonly type: string | undefined;
  readonly newestFirst: boolean;
}

export interface QuestionClass<Q> {
  readonly name: string;
  readonly questions: readonly Q[];
  readonly totals: readonly number[];
}

const plain = { holds: 'all', isPrefix: false, maxEdits: 0, type: undefined, newestFirst: false } as const;
const QUESTIONS = 200;
const TYPO_QUESTIONS = 60;
const PREFIX_LETTERS = 4;

/** Share of the articles that contain a word, by how common the word is. */
const bands = { rare: [0, 0.0006], mid: [0.008, 0.012], upper: [0.03, 0.1], common: [0.25, 0.35] } as const;

const buildArticleLists = (articles: number) => {
  const types = new Uint8Array(articles);
  const lists = buildWordLists(articles, (id) => {
    const { title, summary, body, type } = drawArticle(id);
    types[id] = type;
    return [...title, ...summary, ...body];
  });
  return { lists, types };
};

export const buildContentQuestions = (articles: number): QuestionClass<ContentQuestion>[] => {
  const { lists, types } = buildArticleLists(articles);
  const numbers = new Map(vocabulary.map((word, number) => [word, number]));
  const known = vocabulary.filter((_, number) => lists.shareOf(number) > 0);
  const nearWords = buildNearWords(known);
  const count = buildCounter(lists, types, known, numbers, nearWords);
  const hasSpellings = buildHasSpellings(new Set(known));
  return Object.entries(wordQuestions(lists, known, nearWords)).map(([name, asked]) => {
    const counted = asked
      .map((question) => ({ question, total: count(question) }))
      .filter(({ question, total }) => isAskedAlike(question, total) && !hasSpellings(question.words));
    return {
      name,
      questions: counted.map(({ question }) => question),
      totals: counted.map(({ total }) => total),
    };
  });
};

/** If several words find too few together, our relaxed rule accepts one of them; no other engine can express that. */
const isAskedAlike = ({ words, holds }: ContentQuestion, total: number): boolean =>
  words.length === 1 || holds === 'any' || total >= RELAX_BELOW;

/** The shortest part of a word that is split. */
const PART_MIN = 3;

/** Whether a word is two words of the texts, or two words are one: we find both spellings, no other engine does. */
const buildHasSpellings =
  (known: ReadonlySet<string>) =>
  (words: readonly string[]): boolean =>
    words.some((word, at) => {
      for (let end = PART_MIN; end <= word.length - PART_MIN; end += 1)
        if (known.has(word.slice(0, end)) && known.has(word.slice(end))) return true;
      const next = words[at + 1];
      return next !== undefined && known.has(word + next);
    });

const wordQuestions = (
  lists: WordLists,
  known: readonly string[],
  nearWords: NearWords,
): Readonly<Record<string, readonly ContentQuestion[]>> => {
  const closed = (band: keyof typeof bands) => cycle(wordsInBand(lists, bands[band], isClosed));
  const [rare, mid, upper, common] = [closed('rare'), closed('mid'), closed('upper'), closed('common')];
  const open = cycle(wordsInBand(lists, bands.common, (word) => !isClosed(word)));
  const start = (index: number) => mid(index).slice(0, PREFIX_LETTERS);
  const type = (index: number) => articleTypes[(index * 7) % articleTypes.length];
  const each = (words: (index: number) => string[], more: Partial<ContentQuestion> = {}) =>
    Array.from({ length: QUESTIONS }, (_, index) => ({ ...plain, words: words(index), ...more }));
  const ofTypes = (questions: ContentQuestion[]) =>
    questions.map((question, index) => ({ ...question, type: type(index) }));
  return {
    rare: each((index) => [rare(index)]),
    mid: each((index) => [mid(index)]),
    common: each((index) => [common(index)]),
    'common, as typed': each((index) => [open(index)], { isPrefix: true }),
    'and: upper + mid': each((index) => [upper(index), mid(index)]),
    'and: common + mid': each((index) => [common(index), mid(index)]),
    'or: upper + mid': each((index) => [upper(index), mid(index)], { holds: 'any' }),
    'or: common + mid': each((index) => [common(index), mid(index)], { holds: 'any' }),
    'two of three': each((index) => [common(index), upper(index), mid(index)], { holds: 'two' }),
    'prefix (4 letters)': each((index) => [start(index)], { isPrefix: true }),
    'and: upper + prefix': each((index) => [upper(index), start(index)], { isPrefix: true }),
    'typo (1 edit)': typoQuestions(lists, known, nearWords, 1),
    'typo (2 edits)': typoQuestions(lists, known, nearWords, 2),
    'mid, one type': ofTypes(each((index) => [mid(index)])),
    'common, one type': ofTypes(each((index) => [common(index)])),
    'common, one type, by date': ofTypes(each((index) => [common(index)], { newestFirst: true })),
  };
};

const cycle =
  (words: readonly string[]) =>
  (index: number): string => {
    const word = words[index % words.length];
    if (word === undefined) throw new Error('too few articles: a band of words is empty');
    return word;
  };

/** One edit is allowed up to 7 letters, two from 8. */
const typoQuestions = (
  lists: WordLists,
  known: readonly string[],
  nearWords: NearWords,
  maxEdits: 1 | 2,
): ContentQuestion[] => {
  const random = randomFor(`typos:${maxEdits}`);
  const isLong = (word: string) => (maxEdits === 1 ? word.length <= 7 && word.length >= 4 : word.length >= 8);
  const candidates = wordsInBand(lists, bands.mid, (word) => word.length >= 6);
  const questions: ContentQuestion[] = [];
  for (let turn = 0; questions.length < TYPO_QUESTIONS && turn < 50 * TYPO_QUESTIONS; turn += 1) {
    const typed = mistype(random.pick(candidates), random);
    // A word that some article's word starts with is a prefix, not a typo.
    if (!isLong(typed) || known.some((word) => word.startsWith(typed))) continue;
    const near = nearWords(typed, maxEdits);
    const isSame = near.ours.length === near.plain.length;
    if (near.ours.length > 0 && (maxEdits === 2 || isSame))
      questions.push({ ...plain, words: [typed], maxEdits });
  }
  return questions;
};

/** Counts by marking: for every word of the query, each document that contains it or one of its variants. */
const buildCounter = (
  lists: WordLists,
  types: Uint8Array,
  known: readonly string[],
  numbers: ReadonlyMap<string, number>,
  nearWords: NearWords,
) => {
  const held = new Uint8Array(lists.documents);
  const lastWord = new Int32Array(lists.documents);
  return (question: ContentQuestion): number => {
    const { words, holds, isPrefix, maxEdits, type } = question;
    held.fill(0);
    lastWord.fill(-1);
    words.forEach((word, place) => {
      const asPrefix = isPrefix && place === words.length - 1;
      const meant = maxEdits > 0 ? nearWords(word, maxEdits).ours : [word];
      for (const one of asPrefix ? known.filter((other) => other.startsWith(word)) : meant) {
        for (const document of lists.listOf(numbers.get(one) as number)) {
          if (lastWord[document] !== place) held[document] = (held[document] as number) + 1;
          lastWord[document] = place;
        }
      }
    });
    const required = holds === 'all' ? words.length : holds === 'any' ? 1 : 2;
    const wantedType = (articleTypes as readonly (string | undefined)[]).indexOf(type);
    let total = 0;
    for (let document = 0; document < lists.documents; document += 1) {
      const isOfType = type === undefined || types[document] === wantedType;
      if (isOfType && (held[document] as number) >= required) total += 1;
    }
    return total;
  };
};
