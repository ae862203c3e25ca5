// The window of a listing that a caller asks for: defaults put in, the sum of both bounds checked.

import { PAGE_WINDOW_MAX } from '../contract/values.ts';
import { invalidInput } from '../domain/failures.ts';

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
