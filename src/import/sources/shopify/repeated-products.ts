// Finds products whose rows are not one after the other, in a pass of its own. Memory holds a number for each product.

import type { SourceFault } from '../source-format.ts';
import { numberOf } from './shopify-ids.ts';
import type { ShopifyEntry } from './shopify-rows.ts';

export interface RepeatedProducts {
  /** True of every product that comes again, and by chance of a few others. */
  has(id: string): boolean;
}

export const findRepeated = async (
  entries: AsyncIterable<ShopifyEntry>,
  productsMax: number,
): Promise<RepeatedProducts | SourceFault> => {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  let lastId: string | undefined;
  for await (const entry of entries) {
    if (entry.kind === 'header' || entry.id === undefined || entry.id === lastId) continue;
    lastId = entry.id;
    const number = numberOf(lastId);
    if (seen.has(number)) repeated.add(number);
    else if (seen.size < productsMax) seen.add(number);
    else {
      const place = entry.kind === 'row' ? entry.row.place : entry.fault;
      const fault = `there are more than ${productsMax} products; import them in several runs`;
      return {
        ...(place.file === undefined ? {} : { file: place.file }),
        line: place.line,
        fault,
        isEnd: true,
      };
    }
  }
  return { has: (id) => repeated.size > 0 && repeated.has(numberOf(id)) };
};
