// The behaviour that every SearchIndex shares: examples, properties against the oracle, following the feed. An
// adapter's test calls `runSearchSuite` and repeats none of it.

import { describe } from 'node:test';
import type { OpenIndex, SuiteOptions } from './open-index.ts';
import { describeAttributes } from './search-attribute-examples.ts';
import { describeCategories } from './search-category-examples.ts';
import { describeCompounds } from './search-compound-examples.ts';
import { describeContentExamples } from './search-content-examples.ts';
import { describeDiscovery } from './search-discovery-examples.ts';
import { describeFeed } from './search-feed.ts';
import { describeMarkup } from './search-markup-examples.ts';
import { describeModelNumbers } from './search-model-number-examples.ts';
import { describePhrases } from './search-phrase-examples.ts';
import { describeProductExamples } from './search-product-examples.ts';
import { describeProperties } from './search-properties.ts';
import { describeRanking } from './search-ranking-examples.ts';
import { describeRelaxedExamples } from './search-relaxed-examples.ts';
import { describeSpellings } from './search-spelling-examples.ts';
import { describeSuggestions } from './search-suggestion-examples.ts';

export const runSearchSuite = (name: string, open: OpenIndex, options: SuiteOptions): void => {
  describe(`${name}: content search`, () => describeContentExamples(open));
  describe(`${name}: product count`, () => describeProductExamples(open));
  describe(`${name}: products and categories`, () => describeDiscovery(open));
  describe(`${name}: suggestions and similar products`, () => describeSuggestions(open));
  describe(`${name}: category names`, () => describeCategories(open));
  describe(`${name}: compounds`, () => describeCompounds(open));
  describe(`${name}: joined and split words`, () => describeSpellings(open));
  describe(`${name}: units and model numbers`, () => describeModelNumbers(open));
  describe(`${name}: the relaxed rule`, () => describeRelaxedExamples(open));
  describe(`${name}: ranking settings`, () => describeRanking(open));
  describe(`${name}: phrases in names`, () => describePhrases(open));
  describe(`${name}: attributes`, () => describeAttributes(open));
  describe(`${name}: markup`, () => describeMarkup(open));
  describe(`${name}: following the feed`, () => describeFeed(open));
  describe(`${name}: against the oracle`, () => describeProperties(open, options));
};
