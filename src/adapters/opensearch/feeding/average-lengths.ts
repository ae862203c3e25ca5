// The average lengths of documents by language. They are part of the documents, so they are found before a generation is built: of
// small catalogs from all objects, of large ones from parts of them.

import type { Scope } from '../../../domain/access/scope.ts';
import type { BulkSource } from '../../../domain/ports.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { languageOf } from '../../../search/analysis/languages.ts';
import type { DocumentLength } from '../documents/search-document.ts';
import type { AverageLengths } from '../documents/text-fields.ts';
import type { FeedingState } from '../feeding-state.ts';
import type { CatalogLengths } from './catalog-indexer.ts';

const PART_PRODUCTS = 1_000;
const PARTS_MAX = 8;
const ITEMS_MAX = 8_000;

export const findAverageLengths = async (
  source: Pick<BulkSource, 'splitProducts' | 'readProducts' | 'readContentItems'>,
  scope: Scope,
  catalogId: string,
  lengths: CatalogLengths,
  signal: AbortSignal,
): Promise<FeedingState['average_lengths']> => {
  const yieldIfDue = buildYield();
  const products = buildLengths();
  const ranges = await source.splitProducts(scope, catalogId, PART_PRODUCTS);
  for (const range of evenlyChosen(ranges, PARTS_MAX)) {
    for await (const batch of source.readProducts(scope, catalogId, range)) {
      signal.throwIfAborted();
      for (const product of batch) {
        products.add(lengths.product(product));
        await yieldIfDue();
      }
    }
  }
  const content = buildLengths();
  let items = 0;
  for await (const batch of source.readContentItems(scope, catalogId)) {
    signal.throwIfAborted();
    for (const item of batch) {
      content.add(lengths.item(item));
      await yieldIfDue();
    }
    items += batch.length;
    if (items >= ITEMS_MAX) break;
  }
  return { products: products.averages(), content: content.averages() };
};

const evenlyChosen = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);

const buildLengths = () => {
  const sums = new Map<string, { documents: number; length: number }>();
  return {
    add: (documents: readonly DocumentLength[]): void => {
      for (const [locale, length] of documents) {
        const language = languageOf(locale);
        const sum = sums.get(language) ?? { documents: 0, length: 0 };
        sums.set(language, sum);
        sum.documents += 1;
        sum.length += length;
      }
    },
    averages: (): AverageLengths =>
      Object.fromEntries(
        [...sums].map(([language, { documents, length }]) => [language, length / documents]),
      ),
  };
};
