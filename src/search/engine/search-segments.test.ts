// The engine equals the reference in totals, hits and order, however its items came, changed, went and were merged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ContentItem, ContentText } from '../../domain/content.ts';
import type { ContentQuery } from '../../domain/ports.ts';
import { analyzeItem, searchContent } from '../reference/search-content.ts';
import {
  type ContentSegment,
  ContentSegmentBuilder,
  cloneContentSegment,
  deleteItem,
} from './content-segment.ts';
import { mergeContentSegments } from './merge-content.ts';
import { searchSegments } from './search-segments.ts';
import { decodeTree, encodeTree } from './tree-codec.ts';

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
  'ox',
  'waterproof',
  'waterproofs',
];
const typed = [...words, 'cam', 'runni', 'jakcet', 'jack', 'wterproof', 'zzz', 'watreproofx', 'hau', 't'];
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
  localeChain: fc.uniqueArray(fc.constantFrom(...locales), { minLength: 1, maxLength: 3 }),
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

/** Both worlds side by side: the plain map, and the segments. */
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
      assert.deepEqual(
        found.hits,
        wanted.hits.map(({ item: hit, locale }) => ({ key: hit.key, locale })),
      );
    }
  }
};

test('after any history the segments answer as the reference does', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 24 }), play), { numRuns: 1_500 });
});
