// Random texts and queries for the rule about sentences: one language with stop words, enough texts that a word can
// be rare, and queries that are sentences, keywords, or only stop words.

import fc from 'fast-check';
import type { ContentQuery } from '../../../src/domain/ports.ts';
import type { ContentText } from '../../../src/domain/search/content.ts';
import { aText } from './memory-source.ts';
import { contentQuery, unfinished, vocabulary } from './random-catalogs.ts';
import { stopWords } from './word-oracle.ts';

const LOCALES = ['vi', 'vi-vn'] as const;

/** Early words occur in many texts, late ones in few or none. */
const word = fc
  .tuple(fc.nat({ max: vocabulary.length - 1 }), fc.nat({ max: vocabulary.length - 1 }))
  .map(([a, b]) => vocabulary[Math.floor((a * b) / vocabulary.length)] ?? '');

const text: fc.Arbitrary<ContentText> = fc
  .record({
    type: fc.constantFrom('page', 'page', 'blog'),
    title: word,
    body: fc.array(fc.oneof({ weight: 4, arbitrary: word }, fc.constantFrom('rất', 'nếu')), { maxLength: 2 }),
  })
  .map(({ type, title, body }) => aText({ type, title, body: body.join(' ') }));

/** From too few for any word to be rare, to enough for a word in two texts. */
export const manyTexts: fc.Arbitrary<Readonly<Record<string, ContentText>>[]> = fc.array(
  fc.tuple(fc.constantFrom(...LOCALES), text).map(([locale, one]) => ({ [locale]: one })),
  { minLength: 15, maxLength: 46 },
);

const asked = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...vocabulary) },
  { weight: 2, arbitrary: fc.constantFrom(...(stopWords['vi'] ?? [])) },
  { weight: 1, arbitrary: unfinished },
);

export const sentenceQuery: fc.Arbitrary<ContentQuery> = fc
  .tuple(contentQuery, fc.array(asked, { minLength: 2, maxLength: 6 }))
  .map(([query, words]) => ({
    ...query,
    text: words.join(' '),
    type: query.type === 'faq' ? undefined : query.type,
    localeChain: LOCALES,
  }));
