// Single products by id or slug, as one shopper sees them.

import type { ProductQuery } from './product-query.ts';

/** Who asks, and in which words and currency the result is. */
export type Shopper = Pick<
  ProductQuery,
  | 'localeChain'
  | 'baseLocale'
  | 'currency'
  | 'channelId'
  | 'locationId'
  | 'customerGroupId'
  | 'at'
  | 'withDrafts'
  | 'position'
>;

export interface ProductLookup extends Shopper {
  /** The products, or the slug of one in any locale. */
  readonly by: { readonly ids: readonly string[] } | { readonly slug: string };
  /** See `ProductSearch`. */
  readonly fields?: readonly string[] | undefined;
}

/** The query of everything that the shopper may see. Merchandising rules that hold for every search apply. */
export const everythingFor = (shopper: Shopper): ProductQuery => ({
  ...shopper,
  term: undefined,
  categoryId: undefined,
  categoryName: undefined,
  collectionId: undefined,
  facets: [],
  groups: [],
  withMerchandising: true,
});

/** The slugs of a product in all locales, each once. */
export const slugsOf = ({
  slug,
  localized,
}: {
  readonly slug?: string;
  readonly localized: Readonly<Record<string, { readonly slug?: string }>>;
}): string[] => {
  const slugs = new Set<string>();
  if (slug !== undefined) slugs.add(slug);
  for (const translation of Object.values(localized)) {
    if (translation.slug !== undefined) slugs.add(translation.slug);
  }
  return [...slugs];
};
