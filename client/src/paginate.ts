// All items of a list, page by page, exactly as many as the service counts.

import type { CallOptions } from './send-request.ts';

/** The service serves no page beyond it. */
const WINDOW_ITEMS = 100_000;
const PAGE_ITEMS = 100;

export interface PaginateOptions extends CallOptions {
  /** The most items to yield. Without it a list that is longer than pages can reach is an error. */
  readonly max?: number | undefined;
}

/** What the pages of a list hold. */
export type ItemOf<Page> = Page extends readonly (infer Item)[]
  ? Item
  : Page extends { records: readonly (infer Item)[] }
    ? Item
    : Page extends { data: readonly (infer Item)[] }
      ? Item
      : Page extends { items: readonly (infer Item)[] }
        ? Item
        : Page extends { item: { items: readonly (infer Item)[] } }
          ? Item
          : never;

interface AnyPage {
  readonly records?: readonly unknown[];
  readonly data?: readonly unknown[];
  readonly items?: readonly unknown[];
  readonly item?: AnyPage;
  readonly total?: number;
  readonly total_count?: number;
  readonly _meta_?: AnyPage;
}

const itemsOf = (page: AnyPage | readonly unknown[]): readonly unknown[] =>
  'length' in page ? page : (page.records ?? page.data ?? page.items ?? page.item?.items ?? []);

/** Undefined for a list that says only what is on it. */
const totalOf = (page: AnyPage | readonly unknown[]): number | undefined =>
  'length' in page ? undefined : (page.total ?? (page._meta_ ?? page.item ?? page).total_count);

interface Paging {
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
}

type ListCall = (input: never, options?: CallOptions) => Promise<unknown>;

/** What the call takes, if that can be paged. */
type PagedInput<Call extends ListCall> =
  NonNullable<Parameters<Call>[0]> extends infer Input ? ('skip' extends keyof Input ? Input : never) : never;

/**
 * `for await (const product of paginate(shop.searchProducts, { search_term: 'tent' }))`. `limit` is the size of a page, 100 by
 * default, and `skip` is where to begin. Items that are added or deleted meanwhile may move others across a page.
 */
export async function* paginate<Call extends ListCall>(
  call: Call,
  input: PagedInput<Call>,
  { max, ...options }: PaginateOptions = {},
): AsyncGenerator<ItemOf<Awaited<ReturnType<Call>>>, void, undefined> {
  const { skip: first = 0, limit: pageItems = PAGE_ITEMS } = input as Paging;
  const end = first + (max ?? WINDOW_ITEMS);
  for (let skip = first; skip < end; ) {
    const limit = Math.min(pageItems, end - skip, WINDOW_ITEMS - skip);
    if (limit <= 0) return;
    const page = (await call({ ...(input as Paging), skip, limit } as never, options)) as AnyPage;
    const total = totalOf(page);
    if (max === undefined && total !== undefined && total > WINDOW_ITEMS)
      throw new RangeError(
        `The list has ${total} items, and pages reach ${WINDOW_ITEMS}: narrow it, or pass max`,
      );
    const items = itemsOf(page);
    yield* items as ItemOf<Awaited<ReturnType<Call>>>[];
    skip += items.length;
    if (items.length < limit || (total !== undefined && skip >= total)) return;
  }
}
