// One word, by score or by column: page and total equal the reference, although few items are scored.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hitOf } from '../../../../test/fixtures/shown-content.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import { analyzeItem, searchContent } from '../../reference/search-content.ts';
import { type ContentSegment, ContentSegmentBuilder, deleteItem } from '../content/content-segment.ts';
import { searchSegments } from '../content/search-content.ts';

const itemOf = (id: number, body: string): ContentItem => ({
  key: `item:${id}`,
  providerId: String(id),
  texts: {
    xx: {
      type: id % 3 === 0 ? 'blog' : 'page',
      title: `${id % 5}`,
      url: '/',
      summary: undefined,
      body,
      keywords: [],
      imageUrl: null,
      createdAt: `2026-01-0${1 + (id % 7)}`,
      createdBy: id % 4 === 0 ? null : `${id % 4}`,
      modifiedAt: '2026-01-01',
      modifiedBy: null,
      extraData: {},
    },
  },
});

const buildSegment = (items: readonly ContentItem[]): ContentSegment => {
  const builder = new ContentSegmentBuilder();
  for (const item of items) builder.add(item);
  return builder.finish();
};

const words = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 40 })), {
  minLength: 8,
  maxLength: 40,
});

const asked = fc.record({
  text: fc.constantFrom('tent', 'ten', 'lamp'),
  limit: fc.integer({ min: 1, max: 4 }),
  type: fc.constantFrom(undefined, 'page', 'blog'),
  sortBy: fc.constantFrom('relevance', 'relevance', 'created_at', 'created_by', 'title'),
  sortOrder: fc.constantFrom('asc', 'desc'),
});

test('finds the best items of one word, whatever its frequency, the text lengths and the deletions', () => {
  fc.assert(
    fc.property(words, asked, fc.integer({ min: 2, max: 9 }), (all, more, goneEvery) => {
      const items = all.map(([tents, lamps], id) =>
        itemOf(id, `${'tent '.repeat(tents)}${'lamp '.repeat(lamps)}`),
      );
      const segments = [items.slice(0, 20), items.slice(20)].map(buildSegment);
      const isGone = (_: ContentItem, id: number) => id % goneEvery === 0;
      for (const { key } of items.filter(isGone)) for (const segment of segments) deleteItem(segment, key);
      const query = { localeChain: ['xx'], skip: 0, ...more };
      const left = items.filter((item, id) => !isGone(item, id)).map(analyzeItem);
      const { hits, total } = searchContent(left, [], query);
      assert.deepEqual(searchSegments(segments, [], query), {
        hits: hits.map(hitOf),
        total,
      });
    }),
    { numRuns: 500 },
  );
});
