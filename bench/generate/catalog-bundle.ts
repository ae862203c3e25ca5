// A tenant with one catalog of generated products and articles, as the lines of a bundle. Derived from numbers only.

import { randomFor } from '../../demo/build/random.ts';
import { makeArticle } from './articles.ts';
import { makeProduct } from './products.ts';
import { drawWord, vocabulary } from './vocabulary.ts';

export const ENVIRONMENT_ID = 'PRODUCTION-1';
export const WORKSPACE_ID = 'web';
const CREATED_AT = '2026-01-02T03:04:05Z';
const DESCRIPTION_WORDS_MIN = 12;
const DESCRIPTION_WORDS_MAX = 28;

export interface CatalogSize {
  readonly products: number;
  readonly articles: number;
  /** Whether products have descriptions besides names; true by default. */
  readonly hasDescriptions?: boolean;
}

export const catalogIdOf = (tenant: number): string =>
  `0190a000-0000-7000-8000-${String(tenant).padStart(12, '0')}`;
export const tenantIdOf = (tenant: number): string => `tenant-${tenant}`;

/** Everything that products and articles depend on. */
export const scopeLines = (tenant: number): string[] =>
  [
    { kind: 'scope', tenant_id: tenantIdOf(tenant), workspace_id: WORKSPACE_ID },
    { kind: 'tenant', id: tenantIdOf(tenant) },
    { kind: 'workspace', id: WORKSPACE_ID },
    { kind: 'environment', id: ENVIRONMENT_ID },
    { kind: 'catalog', id: catalogIdOf(tenant), environment_ids: [ENVIRONMENT_ID] },
    {
      kind: 'store',
      id: 'shop',
      environment_id: ENVIRONMENT_ID,
      catalog_id: catalogIdOf(tenant),
      currency: 'USD',
      is_default: true,
    },
  ].map((line) => JSON.stringify(line));

export const productLine = (tenant: number, id: number, edition = 0, hasDescription = true): string => {
  const { name, brand, category, color, size, price, isInStock } = makeProduct(id + edition * 10_000_000);
  const random = randomFor(`description:${id}:${edition}`);
  const words = Array.from(
    { length: hasDescription ? random.integer(DESCRIPTION_WORDS_MIN, DESCRIPTION_WORDS_MAX) : 0 },
    () => vocabulary[drawWord(random)],
  );
  return JSON.stringify({
    kind: 'product',
    catalog_id: catalogIdOf(tenant),
    id: `p${String(id).padStart(8, '0')}`,
    sku: `sku-${id}`,
    name,
    description: words.join(' '),
    brand,
    category_ids: [category],
    prices: { USD: price },
    in_stock: isInStock,
    created_at: CREATED_AT,
    attributes: { color, size },
  });
};

export const articleLine = (tenant: number, id: number, edition = 0): string => {
  const { type, title, summary, body } = makeArticle(id, edition);
  return JSON.stringify({
    kind: 'content_item',
    catalog_id: catalogIdOf(tenant),
    provider_id: String(id),
    locale: 'en-us',
    type,
    title,
    url: `/${id}`,
    summary,
    body,
    created_at: CREATED_AT,
  });
};

/** The whole bundle in chunks of a few hundred lines. */
export function* bundleOf(tenant: number, size: CatalogSize): Generator<string> {
  const { products, articles, hasDescriptions = true } = size;
  let lines = scopeLines(tenant);
  const flush = (): string => {
    const text = `${lines.join('\n')}\n`;
    lines = [];
    return text;
  };
  for (let id = 0; id < products; id += 1) {
    lines.push(productLine(tenant, id, 0, hasDescriptions));
    if (lines.length >= 500) yield flush();
  }
  for (let id = 0; id < articles; id += 1) {
    lines.push(articleLine(tenant, id));
    if (lines.length >= 500) yield flush();
  }
  if (lines.length > 0) yield flush();
}
