// The settings of an index on their way to a thread. Its categories may be a large table, so they go in shared memory.

import type { Category } from '../../../domain/search/catalog.ts';
import type { ProductSettings } from '../segments/built-catalog.ts';
import { readTable, type SharedTable, shareTable } from '../shared-table.ts';
import type { IndexWork } from './index-work.ts';

interface SentSettings extends Omit<ProductSettings, 'categories'> {
  readonly categories: SharedTable;
}

export const sendSettings = async ({ categories, ...rest }: ProductSettings): Promise<SentSettings> => ({
  ...rest,
  categories: await shareTable('categories', categories),
});

/** The tasks of a thread: as those of `work`, with settings as they were sent. */
export const receiveSettings = (work: IndexWork) => {
  const received = buildReceiver();
  return {
    ...work,
    buildRange: (
      ...[indexId, position, sent, range, isLarge]: Replaced<Parameters<IndexWork['buildRange']>>
    ): ReturnType<IndexWork['buildRange']> =>
      work.buildRange(indexId, position, received(sent), range, isLarge),
    buildProducts: (
      ...[indexId, sent, ids]: Replaced<Parameters<IndexWork['buildProducts']>>
    ): ReturnType<IndexWork['buildProducts']> => work.buildProducts(indexId, received(sent), ids),
  };
};

/** Parameters with settings as they are sent. */
type Replaced<T extends readonly unknown[]> = {
  [K in keyof T]: T[K] extends ProductSettings ? SentSettings : T[K];
};

/** A build comes in many tasks: the categories of the last one are kept. */
const buildReceiver = (): ((sent: SentSettings) => ProductSettings) => {
  let last: { readonly id: number; readonly categories: readonly Category[] } | undefined;
  return ({ categories: { id, bytes }, ...rest }) => {
    if (last?.id !== id) last = { id, categories: readTable(bytes) as readonly Category[] };
    return { ...rest, categories: last.categories };
  };
};
