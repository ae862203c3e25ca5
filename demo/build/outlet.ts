// The outlet: a second, small catalog of last season's products at reduced prices, English only. It has no content
// and no search history, so it shows content search and popular terms without data.
import type { CategoryLine, ProductLine } from './bundle-lines.ts';
import { outletCatalogId } from './ids.ts';

const clothingId = 'outlet-clothing';
const equipmentId = 'outlet-equipment';
const lastPairsId = 'outlet-last-pairs';

export function buildOutletCategories(): CategoryLine[] {
  const category = (id: string, name: string, parentId: string | null): CategoryLine => ({
    kind: 'category',
    catalog_id: outletCatalogId,
    id,
    name,
    parent_id: parentId,
  });
  return [
    category(clothingId, 'Outlet Clothing', null),
    category(equipmentId, 'Outlet Equipment', null),
    category(lastPairsId, 'Last Pairs', clothingId),
  ];
}

/** Takes every seventeenth product of the main catalog as the piece that was left over last season. */
export function buildOutletProducts(mainProducts: readonly ProductLine[]): ProductLine[] {
  return mainProducts.filter((_, index) => index % 17 === 5).map(toOutletProduct);
}

function toOutletProduct({ sale_prices: _, variants: __, ...product }: ProductLine): ProductLine {
  return {
    ...product,
    slug: `${product.slug}-outlet`,
    catalog_id: outletCatalogId,
    id: product.id.replace(/^p-/, 'out-'),
    sku: `${product.sku}-OUT`,
    name: `${product.name} (last season)`,
    description: `Last season's colours at a lower price. ${product.description}`,
    category_ids: [outletCategoryOf(product)],
    collection_ids: ['outlet'],
    retail_prices: product.prices,
    prices: Object.fromEntries(
      Object.entries(product.prices).map(([currency, price]) => [
        currency,
        (Math.round(price * 0.6) * 100 - 5) / 100,
      ]),
    ),
    created_at: toLastSeason(product.created_at),
    attributes: {
      ...product.attributes,
      release_date: toLastSeason(`${product.attributes['release_date']}`),
    },
    channel_ids: [],
    location_ids: [],
    customer_group_ids: [],
    localized: {},
  };
}

function toLastSeason(date: string): string {
  return date.replace(/^2026-/, '2025-');
}

function outletCategoryOf(product: ProductLine): string {
  const audience = product.attributes['audience'];
  if (audience === undefined) return equipmentId;
  return product.category_ids.some((id) => id.endsWith('boots') || id.endsWith('shoes'))
    ? lastPairsId
    : clothingId;
}
