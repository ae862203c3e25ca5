// A page of a sorted search. OpenSearch counts from the start only so far; further pages are reached by walking from sort value to sort
// value.

import type { Documents, FoundDocument, SearchBody } from './opened-catalog.ts';

/** The setting `index.max_result_window`, by default. */
const WINDOW = 10_000;

/** Hits have nothing else: reading what is stored of thousands of documents takes ten times as long. */
export const SORT_VALUES = { _source: false, stored_fields: '_none_' } as const;

interface Page {
  readonly skip: number;
  readonly limit: number;
}

/** The sort of the body must be total. */
export const readPage = async (
  documents: Documents,
  body: SearchBody,
  { skip, limit }: Page,
): Promise<{ readonly hits: readonly FoundDocument[]; readonly total: number }> => {
  if (skip + limit <= WINDOW) {
    const { hits } = await documents.search({ ...body, from: skip, size: limit });
    return { hits: hits.hits, total: hits.total.value };
  }
  let after: readonly unknown[] | undefined;
  let total = 0;
  for (let passed = 0; passed < skip; ) {
    const size = Math.min(WINDOW, skip - passed);
    // Only the last one is needed. Counting from the start is not allowed after a sort value.
    const step = after === undefined ? { from: size - 1, size: 1 } : { size, search_after: after };
    const { hits } = await documents.search({ ...body, ...SORT_VALUES, ...step });
    total = hits.total.value;
    after = hits.hits.at(-1)?.sort;
    if (hits.hits.length < step.size || after === undefined) return { hits: [], total };
    passed += size;
  }
  const { hits } = await documents.search({
    ...body,
    size: limit,
    ...(after === undefined ? {} : { search_after: after }),
  });
  return { hits: hits.hits, total: hits.total.value };
};
