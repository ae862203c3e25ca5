// The window of a listing that a caller asks for: defaults put in, the sum of both bounds checked, and what it may hold.

import { PAGE_CHARS_MAX, PAGE_WINDOW_MAX } from '../contract/values.ts';
import { invalidInput } from '../domain/failures/failures.ts';
import { type RequestBudget, UNITS_PER_CHAR } from '../domain/limits/request-budget.ts';

export interface Page {
  readonly skip: number;
  readonly limit: number;
}

export const pageOf = (
  asked: { readonly skip?: number; readonly limit?: number },
  defaultLimit: number,
): Page => {
  const page = { skip: asked.skip ?? 0, limit: asked.limit ?? defaultLimit };
  if (page.skip + page.limit > PAGE_WINDOW_MAX) {
    throw invalidInput('out_of_range', 'skip', `skip + limit must not exceed ${PAGE_WINDOW_MAX}`);
  }
  return page;
};

/**
 * Takes the length of one item after the other, and throws when they are too much for one page. A single item never is: it
 * could not be had at all.
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
        `The answer would hold more than ${PAGE_CHARS_MAX} characters: ask for fewer items`,
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
