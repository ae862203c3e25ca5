// Suggestions equal a full scan, whatever happened to the catalog, and every one of them finds something.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { firstSteps } from '../../../../test/suites/search/many-products.ts';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import {
  BASE_LOCALE,
  historyStep,
  ProductHistory,
  questions,
} from '../../../../test/suites/search/random-products.ts';
import {
  popularCatalog,
  readSuggestions,
  suggestedItems,
  suggestQuery,
} from '../../../../test/suites/search/random-suggestions.ts';
import type { Product } from '../../../domain/products/product.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import { findableBy, type SuggestQuery } from '../../../domain/products/suggestion.ts';
import { fromJsonBytes } from '../../../domain/text/json-bytes.ts';
import { readTyped } from '../../completion.ts';
import { analyzeProduct } from '../../reference/count-products.ts';
import { analyzeItem } from '../../reference/search-content.ts';
import { suggest as suggestByScan } from '../../reference/suggest.ts';
import { estimateBounded, lastSpent, OutOfBudget, withBudget } from '../budget/work-budget.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { type ContentSegment, ContentSegmentBuilder } from '../content/content-segment.ts';
import { searchSegments } from '../content/search-content.ts';
import { countSegments } from '../products/product-count.ts';
import { mergeProductSegments } from '../products/product-merge.ts';
import { deleteProduct } from '../products/product-segment.ts';
import { estimateSuggest } from './estimate-suggest.ts';
import { suggest } from './suggest.ts';

const contentOf = (): ContentSegment => {
  const builder = new ContentSegmentBuilder();
  for (const item of suggestedItems) builder.add(item);
  return builder.finish();
};

const steps = fc.array(historyStep, { minLength: 1, maxLength: 10 });

test('suggestions equal a full scan, and each of them finds something', () => {
  const content = [contentOf()];
  const items = suggestedItems.map(analyzeItem);
  fc.assert(
    fc.property(popularCatalog, firstSteps, steps, questions(suggestQuery), (given, first, more, queries) => {
      const history = new ProductHistory(productTuning, given);
      for (const step of [...first, ...more]) history.play(step);
      const live = [...history.live.values()];
      const scanned = {
        products: live.map((one) => analyzeProduct(one, BASE_LOCALE, given)),
        items,
        contents: given,
        fields: describeFields(live),
      };
      for (const asked of queries) {
        const found = suggest({ products: history.segments, content, contents: given }, asked);
        const wanted = suggestByScan(scanned, asked);
        // What a search corrects is not known to the reference.
        const correctedTerm = wanted.correctedTerm ?? found.correctedTerm;
        assert.deepEqual(readSuggestions(found), readSuggestions({ ...wanted, correctedTerm }));
        for (const term of [...found.searches, ...found.popular]) {
          const page = { type: undefined, sortBy: 'relevance' as const, sortOrder: 'desc' as const, skip: 0 };
          const texts = { ...page, text: term, localeChain: asked.localeChain, limit: 1 };
          const total =
            countSegments(history.segments, given, findableBy(asked, { term })) +
            (asked.hasContent ? searchSegments(content, given.synonyms, texts).total : 0);
          assert.ok(total > 0, term);
        }
      }
    }),
    { numRuns: runs(10, 360) },
  );
});

test('the same products in other segments are suggested in the same order', () => {
  fc.assert(
    fc.property(popularCatalog, firstSteps, steps, questions(suggestQuery), (given, first, more, queries) => {
      const history = new ProductHistory(productTuning, given);
      for (const step of [...first, ...more]) history.play(step);
      if (history.segments.length === 0) return;
      const merged = mergeProductSegments(history.segments);
      for (const asked of queries) {
        const find = (products: typeof history.segments) =>
          suggest({ products, content: [], contents: given }, asked);
        const apart = find(history.segments);
        assert.deepEqual(find([merged]), apart);
        assert.deepEqual(find(history.segments.toReversed()), apart);
      }
    }),
    { numRuns: runs(7, 220) },
  );
});

const named = (count: number, localized: Product['localized'] = {}) => {
  const history = new ProductHistory(productTuning);
  const products = Array.from({ length: count }, (_, at) => ({
    ...aProduct(`p${at}`),
    name: `Rain item ${at}`,
    localized,
  }));
  history.play({ do: 'put', products });
  return { products: history.segments, content: [], contents: nothing };
};

const nothing = { attributes: [], categories: [], synonyms: [], merchandisingRules: [], facets: [] };

const typing: SuggestQuery = {
  ...{
    localeChain: [],
    baseLocale: BASE_LOCALE,
    currency: 'USD',
    withMerchandising: true,
    hasContent: false,
  },
  ...{ channelId: undefined, locationId: undefined, customerGroupId: undefined },
  term: 'r',
  limits: { searches: 0, popular: 0, categories: 0, products: 5, content: 0 },
};

test('a letter costs the same in a small and in a large catalog', () => {
  const spentIn = (count: number): number => {
    const source = named(count);
    const found = withBudget({ units: 1e9 }, () => suggest(source, typing));
    assert.equal(found.products.length, 5);
    return lastSpent();
  };
  assert.ok(spentIn(4_000) < 1.2 * spentIn(250));
});

test('names of categories that a query ran out of budget for are ready for a later one', () => {
  const categories = Array.from({ length: 200 }, (_, at) => ({
    id: `c${at}`,
    name: `C ${at}`,
    parentId: null,
  }));
  const source = { ...named(1), contents: { ...nothing, categories } };
  const tries = Array.from({ length: 9 }, () => {
    try {
      withBudget({ units: 350_000 }, () => suggest(source, typing));
      return 'done';
    } catch (error) {
      assert.ok(error instanceof OutOfBudget);
      return 'aborted';
    }
  });
  assert.deepEqual([tries[0], tries.at(-1)], ['aborted', 'done']);
});

test('names that are not shown are looked at in bounded work; those of deleted products are paid for, and change nothing', () => {
  const spentOn = (source: ReturnType<typeof named>, localeChain: string[]): number => {
    withBudget({ units: 1e9 }, () => suggest(source, { ...typing, term: 'rai', localeChain }));
    return lastSpent();
  };
  const german = { de: { name: 'Wasser' } };
  assert.ok(spentOn(named(4_000, german), ['de']) < 1.4 * spentOn(named(2_000, german), ['de']));
  const deleted = (count: number) => {
    const source = named(count);
    for (let at = 0; at < count; at += 1) for (const one of source.products) deleteProduct(one, `p${at}`);
    return source;
  };
  assert.ok(spentOn(deleted(4_000), []) > 1.4 * spentOn(deleted(2_000), []));
  const kept = named(4_000);
  for (let at = 0; at < 3_000; at += 1) for (const one of kept.products) deleteProduct(one, `p${at}`);
  const rest = suggest(kept, { ...typing, term: 'rai', localeChain: [] }).products;
  assert.ok(rest.length > 0);
});

/** Names of equal length, so that ids decide; not in the order of ids. */
const manyCategories = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `c${(at * 7_919) % count}`.padEnd(6, '_'), name: `R ${10_000 + at}`, parentId: null },
    localized: Object.fromEntries(
      Array.from({ length: 12 }, (_none, one) => [`l${one}`, { name: `R ${at}` }]),
    ),
  }));

const inCategories = (count: number) => {
  const categories = manyCategories(count);
  const history = new ProductHistory(productTuning);
  const products = categories.map(({ id }, at) => ({ ...aProduct(`p${at}`), categoryIds: [id] }));
  history.play({ do: 'put', products });
  return { products: history.segments, content: [], contents: { ...nothing, categories } };
};

const typingCategory: SuggestQuery = { ...typing, limits: { ...typing.limits, categories: 20 } };
const INLINE_UNITS = 2_000_000;

test('names of thousands of categories become ready in the steps of estimates, and then cost little', () => {
  const source = inCategories(3_000);
  let estimates = 0;
  while (!Number.isFinite(estimateBounded(() => estimateSuggest(source, typingCategory)))) estimates += 1;
  assert.ok(estimates > 5 && estimates < 60, String(estimates));
  const { categories } = withBudget({ units: INLINE_UNITS }, () => suggest(source, typingCategory));
  assert.ok(lastSpent() < INLINE_UNITS / 2, String(lastSpent()));
  const first = source.contents.categories.map(({ id }) => id).sort();
  assert.deepEqual(
    categories.map((one) => (fromJsonBytes(one) as { id: string }).id),
    first.slice(0, 20),
  );
});

test('names in a dozen locales stay ready', () => {
  const source = inCategories(300);
  const spentIn = (locale: string): number => {
    withBudget({ units: 1e9 }, () => suggest(source, { ...typingCategory, localeChain: [locale] }));
    return lastSpent();
  };
  const locales = Array.from({ length: 12 }, (_, at) => `l${at}`);
  const first = locales.map(spentIn);
  for (const [at, spent] of locales.map(spentIn).entries()) assert.ok(spent < (first[at] as number) / 2);
});

test('a letter beyond the basic plane is no finished word', () => {
  assert.deepEqual(readTyped('rain \u{10437}'), { finished: 'rain ', unfinished: '\u{10437}' });
  assert.deepEqual(readTyped('\u{20000}'), { finished: '', unfinished: '\u{20000}' });
  assert.deepEqual(readTyped('rain \u{1F327}'), { finished: 'rain ', unfinished: '' });
});
