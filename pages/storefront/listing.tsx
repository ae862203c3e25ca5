// Products that match, with filters, order and pages. All of these are in the URL.

import type { ResultOf } from '@vitrine/client';
import { Facets, RANGE } from './facets.tsx';
import { sayProducts, type Text } from './languages.ts';
import { cardFields, ProductGrid } from './parts.tsx';
import { go, type Place, usePlace } from './place.ts';
import { type Product, shop, useAnswer } from './shop.ts';

const PAGE_PRODUCTS = 24;
/** The service counts on, but lists no more than 100,000 products. */
const PAGE_MAX = 4_000;

const orders = ['relevance', 'popularity', 'price-asc', 'price-desc', 'created_at', 'rating-desc'] as const;

interface Criteria {
  readonly search_term?: string | undefined;
  readonly category_id?: string;
  readonly collection_id?: string | undefined;
}

const pageOf = ({ query }: Place): number =>
  Math.min(PAGE_MAX, Math.max(1, Math.trunc(Number(query.get('page'))) || 1));

const searchProducts = (place: Place, criteria: Criteria, signal: AbortSignal) => {
  const { query, region } = place;
  const [sort_by, sort_order] = (query.get('sort') ?? 'relevance').split('-');
  return shop.searchProducts(
    {
      ...criteria,
      ...region,
      facets: query.getAll('facet').map((chosen) => {
        const [field_internal_name = '', ...rest] = chosen.split(':');
        const value = rest.join(':');
        const [, min, max] = RANGE.exec(value) ?? [];
        return min === undefined
          ? { field_internal_name, value }
          : { field_internal_name, min: Number(min), max: Number(max) };
      }),
      sort_by,
      sort_order: sort_order === 'asc' || sort_order === 'desc' ? sort_order : undefined,
      skip: (pageOf(place) - 1) * PAGE_PRODUCTS,
      limit: PAGE_PRODUCTS,
      out_of_stock: 'last',
      fields: cardFields,
      include_facets: 'enabled',
      facet_limit: 12,
      highlight: true,
      is_auto_spellcheck: !query.has('exact'),
    },
    { signal },
  );
};

export type Found = ResultOf<'searchProducts'>;

export const useSearch = (criteria: Criteria) => {
  const place = usePlace();
  return useAnswer(JSON.stringify([criteria, place.query.toString()]), (signal) =>
    searchProducts(place, criteria, signal),
  );
};

const Toolbar = ({ total }: { total: number }) => {
  const { query, change, say } = usePlace();
  return (
    <div class="toolbar">
      <p role="status">{sayProducts(say, total)}</p>
      <label>
        {say('sort')}{' '}
        <select
          value={query.get('sort') ?? 'relevance'}
          onChange={({ currentTarget: { value } }) =>
            go(change({ sort: value === 'relevance' ? undefined : value, page: undefined }))
          }
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {say(order satisfies Text)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
};

const Pages = ({ total }: { total: number }) => {
  const place = usePlace();
  const { change, say } = place;
  const [page, last] = [pageOf(place), Math.ceil(total / PAGE_PRODUCTS)];
  if (page > last && last > 0)
    return (
      <p class="empty">
        {say('noSuchPage')}{' '}
        <a href={change({ page: last === 1 ? undefined : String(last) })}>{say('lastPage')}</a>
      </p>
    );
  if (last <= 1) return null;
  const link = (to: number, text: Text) =>
    to >= 1 && to <= last && <a href={change({ page: to === 1 ? undefined : String(to) })}>{say(text)}</a>;
  return (
    <nav class="pages" aria-label={say('pages')}>
      {link(page - 1, 'previous')}
      <span>{say('pageOf', page, last)}</span>
      {link(page + 1, 'next')}
    </nav>
  );
};

export const Results = ({ found }: { found: Found }) => {
  const { say } = usePlace();
  const total = found._meta_.total_count ?? 0;
  return (
    <div class="listing">
      <Facets facets={found.facets ?? {}} />
      <section aria-label={say('products')}>
        <Toolbar total={total} />
        {total === 0 && <p class="empty">{say('nothingHere')}</p>}
        <ProductGrid products={found.records as Product[]} isFirst />
        <Pages total={total} />
      </section>
    </div>
  );
};
