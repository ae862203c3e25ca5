// A query of two required words finds the same items, whether the longer posting list is scanned or sought through.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hitOf } from '../../../../test/fixtures/shown-content.ts';
import type { ContentQuery } from '../../../domain/ports.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import { analyzeItem, searchContent } from '../../reference/search-content.ts';
import { ContentSegmentBuilder, deleteItem } from '../content/content-segment.ts';
import { searchSegments } from '../content/search-content.ts';

const ITEMS = 400;

/** Every item contains `camp` and has its own length; every `step`th one and the last also contain `lamp`. */
const itemsWithLampEvery = (step: number): ContentItem[] =>
  Array.from({ length: ITEMS }, (_, number) => ({
    key: `item:${String(number).padStart(4, '0')}`,
    providerId: String(number),
    texts: {
      en: {
        type: number % 3 === 0 ? 'page' : 'blog',
        title: number % step === 1 || number === ITEMS - 1 ? 'lamp' : 'tent',
        url: '/',
        summary: undefined,
        body: `camp ${'tent '.repeat(number % 17)}${'camp '.repeat(number % 5)}`,
        keywords: [],
        imageUrl: null,
        createdAt: '2026-01-01',
        createdBy: null,
        modifiedAt: '2026-01-01',
        modifiedBy: null,
        extraData: {},
      },
    },
  }));

for (const [how, step] of [
  ['scanned', 7],
  ['sought', 150],
] as const) {
  test(`the longer posting list is ${how}: hits and total equal the reference`, () => {
    const items = itemsWithLampEvery(step);
    const builder = new ContentSegmentBuilder();
    for (const item of items) builder.add(item);
    const segment = builder.finish();
    const gone = items[1 + step]?.key as string;
    assert.equal(deleteItem(segment, gone), true);
    const left = items.filter(({ key }) => key !== gone).map(analyzeItem);
    const query: ContentQuery = {
      text: 'camp lamp',
      localeChain: ['en'],
      type: undefined,
      sortBy: 'relevance',
      sortOrder: 'desc',
      skip: 0,
      limit: 100,
    };
    for (const asked of [query, { ...query, type: 'blog' }, { ...query, text: 'lamp camp ' }]) {
      const { hits, total } = searchContent(left, [], asked);
      assert.deepEqual(searchSegments([segment], [], asked), {
        hits: hits.map(hitOf),
        total,
      });
      assert.ok(total > 0);
    }
  });
}
