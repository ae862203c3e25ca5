// Articles of generated words: title, summary, body, type and day, all derived from the article's number. Exact
// totals are counted from the drawn word numbers, so no engine's tokenizer decides what is right.

import { randomFor } from '../../demo/build/random.ts';
import { buildZipf, drawWord, vocabulary } from './vocabulary.ts';

export const articleTypes = ['page', 'article', 'guide', 'news', 'faq'] as const;
const drawType = buildZipf(articleTypes.length, 0.7);
const OLDEST_SECONDS = 1_600_000_000;
const SPAN_SECONDS = 157_680_000;

/** An article as the numbers drawn for it. */
interface DrawnArticle {
  readonly title: readonly number[];
  readonly summary: readonly number[];
  readonly body: readonly number[];
  readonly type: number;
  readonly createdSeconds: number;
}

export interface Article {
  readonly id: number;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
  readonly type: string;
  readonly createdSeconds: number;
}

/** Another `edition` is a different article with the same number: its content before a change. */
export const drawArticle = (id: number, edition = 0): DrawnArticle => {
  const random = randomFor(`article:${id}:${edition}`);
  const words = (low: number, high: number): number[] =>
    Array.from({ length: random.integer(low, high) }, () => drawWord(random));
  return {
    title: words(6, 10),
    summary: words(15, 25),
    body: words(150, 250),
    type: drawType(random),
    createdSeconds: OLDEST_SECONDS + random.integer(0, SPAN_SECONDS),
  };
};

const spell = (words: readonly number[]): string => words.map((word) => vocabulary[word]).join(' ');

export const makeArticle = (id: number, edition = 0): Article => {
  const drawn = drawArticle(id, edition);
  return {
    id,
    title: spell(drawn.title),
    summary: spell(drawn.summary),
    body: spell(drawn.body),
    type: articleTypes[drawn.type] as string,
    createdSeconds: drawn.createdSeconds,
  };
};
