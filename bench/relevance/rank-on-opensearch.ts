// Judged sets in a real OpenSearch, which the tests' own fixture starts: the same analysis and the same formula, in another index.

import { searchContent } from '../../src/adapters/opensearch/query/search-content.ts';
import { searchProducts } from '../../src/adapters/opensearch/query/search-products.ts';
import { selectProducts } from '../../src/adapters/opensearch/query/select-products.ts';
import type { CatalogStep } from '../../test/suites/search/catalog-steps.ts';
import type { TestCatalogs } from '../../test/suites/search/opensearch-catalog.ts';
import { contentItemOf, type JudgedSet, productOf } from './judged-set.ts';
import { type BuildRanker, contentQueryFor, noSettings, productSearchFor } from './rankers.ts';

const PRODUCTS_PER_STEP = 1_000;

/** Of a set that is asked over HTTP: the same as of its products. */
export const rankOnOpenSearch =
  ({ write }: Pick<TestCatalogs, 'write'>): BuildRanker =>
  async (set) => {
    const isContent = set.kind === 'content';
    const catalog = await write({
      contents: noSettings,
      baseLocale: set.locale,
      steps: isContent ? [] : stepsOf(set),
      items: isContent ? set.documents.map((document) => contentItemOf(document, set.locale)) : [],
    });
    const rank = async (text: string): Promise<string[]> => {
      if (isContent)
        return (await searchContent(catalog, contentQueryFor(set, text))).hits.map(({ key }) => key);
      const search = productSearchFor(set, text);
      const found = await searchProducts(catalog, await selectProducts(catalog, search), search);
      return found.hits.map(({ id }) => id);
    };
    return { rank };
  };

const stepsOf = ({ documents }: JudgedSet): CatalogStep[] => {
  const steps: CatalogStep[] = [];
  for (let from = 0; from < documents.length; from += PRODUCTS_PER_STEP)
    steps.push({ do: 'put', products: documents.slice(from, from + PRODUCTS_PER_STEP).map(productOf) });
  return steps;
};
