// The engine equals the reference in totals, hits and order, however its items were added, changed, deleted and
// merged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { hitOf } from '../../../../test/fixtures/shown-content.ts';
import type { ContentQuery } from '../../../domain/ports.ts';
import type { ContentItem, ContentText } from '../../../domain/search/content.ts';
import { analyzeItem, searchContent } from '../../reference/search-content.ts';
import { decodeTree, encodeTree } from '../packing/tree-codec.ts';
import {
  type ContentSegment,
  ContentSegmentBuilder,
  cloneContentSegment,
  deleteItem,
} from './content-segment.ts';
import { mergeContentSegments } from './merge-content.ts';
import { searchSegments } from './search-content.ts';

const words = [
  'tent',
  'tents',
  'camping',
  'camp',
  'camps',
  'lamp',
  'lamps',
  'headlamp',
  'the',
  'of',
  'jacket',
  'jackets',
  'run',
  'running',
  'runner',
  'häuser',
  'haus',
  'regenjacke',
  'jacke',
  'regen',
  'ox',
  'waterproof',
  'waterproofs',
];
const typed = [
  ...words,
  'cam',
  'runni',
  'jakcet',
  'jack',
  'wterproof',
  'zzz',
  'watreproofx',
  'hau',
  'kinderjacken',
  't',
  'berri',
];
const locales = ['en-us', 'en', 'en-gb', 'de-de', 'xx'];
const phrase = (max: number) =>
  fc.array(fc.constantFrom(...words), { maxLength: max }).map((list) => list.join(' '));
const instant = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '2026-01-02',
  '2026-01-01T01:00:00+01:00',
  '2025-05-05',
);
const author = fc.constantFrom(null, 'Ann', 'Bo', 'ann');

const text: fc.Arbitrary<ContentText> = fc.record({
  type: fc.constantFrom('page', 'blog'),
  title: phrase(3),
  url: fc.constant('/'),
  summary: fc.oneof(fc.constant(undefined), phrase(3)),
  body: phrase(8),
  keywords: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
  imageUrl: fc.constant(null),
  createdAt: instant,
  createdBy: author,
  modifiedAt: instant,
  modifiedBy: author,
  extraData: fc.constant({}),
});

const item: fc.Arbitrary<ContentItem> = fc
  .record({
    id: fc.integer({ min: 0, max: 11 }),
    texts: fc.dictionary(fc.constantFrom(...locales), text, { minKeys: 1, maxKeys: 3 }),
  })
  .map(({ id, texts }) => ({ key: `item:${id}`, providerId: String(id), texts: { ...texts } }));

const query: fc.Arbitrary<ContentQuery> = fc.record({
  text: fc.array(fc.constantFrom(...typed), { minLength: 1, maxLength: 4 }).map((list) => list.join(' ')),
  localeChain: fc.uniqueArray(fc.constantFrom(...locales, 'en-*', 'de-*'), { minLength: 1, maxLength: 3 }),
  type: fc.constantFrom(undefined, undefined, 'page', 'none'),
  sortBy: fc.constantFrom(
    'relevance',
    'relevance',
    'created_at',
    'created_by',
    'title',
    'modified_at',
    'modified_by',
  ),
  sortOrder: fc.constantFrom('asc', 'desc'),
  skip: fc.integer({ min: 0, max: 4 }),
  limit: fc.integer({ min: 0, max: 5 }),
});

const synonyms = [
  { id: 's1', locale: null, words: ['headlamp', 'camping lamp', 'torch'] },
  { id: 's2', locale: 'en-us', words: ['jacket', 'running waterproof'] },
];

type Step =
  | { readonly do: 'add'; readonly items: readonly ContentItem[] }
  | { readonly do: 'delete'; readonly id: number }
  | { readonly do: 'merge'; readonly from: number }
  | { readonly do: 'store' }
  | { readonly do: 'ask'; readonly query: ContentQuery };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      items: fc.array(item, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('delete' as const), id: fc.integer({ min: 0, max: 11 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('merge' as const), from: fc.integer({ min: 0, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('store' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), query }) },
);

const buildSegment = (items: readonly ContentItem[]): ContentSegment => {
  const builder = new ContentSegmentBuilder();
  for (const one of items) builder.add(one);
  return builder.finish();
};

/** Both sides: the plain map, and the segments. */
const play = (steps: readonly Step[]): void => {
  const live = new Map<string, ContentItem>();
  let segments: ContentSegment[] = [];
  for (const move of steps) {
    if (move.do === 'add') {
      const distinct = [...new Map(move.items.map((one) => [one.key, one])).values()];
      for (const one of distinct) {
        for (const segment of segments) deleteItem(segment, one.key);
        live.set(one.key, one);
      }
      segments.push(buildSegment(distinct));
    } else if (move.do === 'delete') {
      const key = `item:${move.id}`;
      const isGone = segments.filter((segment) => deleteItem(segment, key)).length;
      assert.equal(isGone, live.delete(key) ? 1 : 0);
    } else if (move.do === 'merge') {
      if (segments.length > 0)
        segments = [...segments.slice(0, move.from), mergeContentSegments(segments.slice(move.from))];
    } else if (move.do === 'store') {
      segments = segments.map((segment) =>
        cloneContentSegment(decodeTree(encodeTree(segment)) as ContentSegment),
      );
    } else {
      const found = searchSegments(segments, synonyms, move.query);
      const wanted = searchContent([...live.values()].map(analyzeItem), synonyms, move.query);
      assert.equal(found.total, wanted.total);
      assert.deepEqual(found.hits, wanted.hits.map(hitOf));
    }
  }
};

/** Words rare enough that one of them is enough in a sentence; most sentences contain one. */
const telling = ['yurt', 'kayaks', 'tarpaulin'];
const crowdText = fc
  .tuple(text, fc.oneof({ weight: 9, arbitrary: fc.constant('') }, fc.constantFrom(...telling)))
  .map(([given, word]) => ({ ...given, body: `${given.body} ${word}` }));
const crowd = fc
  .array(fc.tuple(fc.constantFrom('en', 'en', 'en-gb', 'de-de'), crowdText), { minLength: 20, maxLength: 48 })
  .map((texts) =>
    texts.map(([locale, one], at) => ({
      key: `item:${at}`,
      providerId: String(at),
      texts: { [locale]: one },
    })),
  );
const sentence = fc
  .tuple(
    fc.array(fc.constantFrom('the', 'of', 'is', 'der', 'und'), { maxLength: 3 }),
    fc.array(
      fc.oneof(
        fc.constantFrom(...telling, 'kayak', 'tarpaulni', 'yur'),
        fc.constantFrom(...words),
        fc.constantFrom(...typed),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([stops, rest]) => [...stops, ...rest].join(' '));
const ask = fc.tuple(query, sentence, fc.boolean()).map(
  ([given, asked, isNear]): Step => ({
    do: 'ask',
    query: { ...given, text: asked, localeChain: isNear ? ['en', 'en-gb'] : given.localeChain },
  }),
);

test('the same with enough texts that one selective word is enough for a sentence', () => {
  const history = fc
    .tuple(crowd, fc.array(fc.oneof(step, ask, ask), { maxLength: 10 }))
    .map(([items, steps]): Step[] => [{ do: 'add', items }, ...steps]);
  fc.assert(fc.property(history, play), { numRuns: runs(50, 1_000) });
});

const asReference = (parts: readonly (readonly ContentItem[])[], asked: ContentQuery): void => {
  const found = searchSegments(parts.map(buildSegment), synonyms, asked);
  const wanted = searchContent(parts.flat().map(analyzeItem), synonyms, asked);
  const hits = wanted.hits.map(hitOf);
  assert.deepEqual(found, { hits, total: wanted.total });
};

const itemOf = (id: number, locale: string, body: string): ContentItem => ({
  key: `item:${id}`,
  providerId: String(id),
  texts: { [locale]: { ...plainText, body } },
});
const plainText: ContentText = {
  type: 'page',
  title: '',
  url: '/',
  summary: undefined,
  body: '',
  keywords: [],
  imageUrl: null,
  createdAt: '2026-01-01',
  createdBy: null,
  modifiedAt: '2026-01-01',
  modifiedBy: null,
  extraData: {},
};
const plainQuery: ContentQuery = {
  text: '',
  localeChain: ['xx', 'ar'],
  type: undefined,
  sortBy: 'relevance',
  sortOrder: 'desc',
  skip: 0,
  limit: 10,
};

test('a stem reached by prefix in another segment also matches words that start differently', () => {
  // "The book, and" and "and the book": both have the stem of the first.
  const [book, andTheBook] = [itemOf(1, 'ar', 'كتاب'), itemOf(2, 'ar', 'والكتاب')];
  for (const parts of [[[book], [andTheBook]], [[andTheBook], [book]], [[book, andTheBook]]])
    asReference(parts, { ...plainQuery, text: 'كتا' });
  assert.equal(
    searchSegments([buildSegment([book]), buildSegment([andTheBook])], [], { ...plainQuery, text: 'كتا' })
      .total,
    2,
  );
});

test('after any history the segments find what the reference finds', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 24 }), play), { numRuns: runs(50, 1_000) });
});
