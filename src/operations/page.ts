// The page of a list that a caller requests: fills in defaults, checks `skip + limit`, and limits the size of the page.

import { PAGE_CHARS_MAX, PAGE_WINDOW_MAX } from '../contract/values.ts';
import { invalidInput } from '../domain/failures/failures.ts';
import { type RequestBudget, UNITS_PER_CHAR } from '../domain/limits/request-budget.ts';

export interface Page {
  readonly skip: number;
  readonly limit: number;
}

export const pageOf = (
  requested: { readonly skip?: number; readonly limit?: number },
  defaultLimit: number,
): Page => {
  const page = { skip: requested.skip ?? 0, limit: requested.limit ?? defaultLimit };
  if (page.skip + page.limit > PAGE_WINDOW_MAX) {
    throw invalidInput('out_of_range', 'skip', `skip + limit must not exceed ${PAGE_WINDOW_MAX}`);
  }
  return page;
};

/**
 * Call it with the length of each item; it throws when they exceed the size of a page. A single item never does, since it
 * could otherwise not be read at all.
 */
export const startMeasuring = (): ((chars: number) => void) => {
  let total = 0;
  let items = 0;
  return (chars) => {
    total += chars;
    items += 1;
    if (items > 1 && total > PAGE_CHARS_MAX) {
      throw invalidInput(
        'too_many',
        'limit',
        `The response would hold more than ${PAGE_CHARS_MAX} characters: request fewer items`,
      );
    }
  };
};

export const assertPageFits = async (items: readonly unknown[], budget: RequestBudget): Promise<void> => {
  const measure = startMeasuring();
  for (const item of items) {
    const chars = JSON.stringify(item).length;
    measure(chars);
    budget.spend(chars * UNITS_PER_CHAR);
    await budget.pause();
  }
};
