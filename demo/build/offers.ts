// How products are offered: their slugs, images, reduced prices, sizes and popularity. Random values have seeds of their own, so
// that nothing else about a product depends on them.
import type { ProductLine, ProductVariantLine } from './bundle-lines.ts';
import { randomFor } from './random.ts';
import { slugOf } from './slug.ts';

type Prices = ProductLine['prices'];
type Plain = Omit<ProductLine, 'slug' | 'images' | 'popularity'>;

/** `familyKey` says which picture shows the product. */
export function withOffer(product: Plain, familyKey: string): ProductLine {
  const random = randomFor(`${product.id} offer`);
  const isReduced = random.chance(0.16);
  const share = random.pick([0.7, 0.75, 0.8, 0.85]);
  const isRecommended = random.chance(0.25);
  const popularity = Math.round(1000 * random.fraction() ** 3);
  const variants = variantsOf(product);
  return {
    ...product,
    slug: slugOf(product.name),
    images: listOf(product.attributes['color']).map((color) => ({
      url: `/demo/images/${familyKey}/${slugOf(color)}.svg`,
      alt: `${product.name}, ${color}`,
    })),
    ...(isReduced ? { sale_prices: timesOf(product.prices, share) } : {}),
    ...(isRecommended ? { retail_prices: timesOf(product.prices, 1.1) } : {}),
    ...(variants.length > 0 ? { variants } : {}),
    popularity,
    localized: Object.fromEntries(
      Object.entries(product.localized).map(([locale, text]) => [
        locale,
        { ...text, slug: slugOf(text.name) },
      ]),
    ),
  };
}

/** One for each size. The largest takes more material, and costs more. */
function variantsOf({ id, sku, name, prices, in_stock: isInStock, attributes }: Plain): ProductVariantLine[] {
  const sizes = listOf(attributes['size']);
  if (sizes.length < 2) return [];
  return sizes.map((size) => ({
    id: `${id}-${slugOf(size)}`,
    sku: `${sku}-${slugOf(size).toUpperCase()}`,
    name: `${name}, ${size}`,
    ...(size === 'XXL' ? { prices: timesOf(prices, 1.06) } : {}),
    in_stock: isInStock && randomFor(`${id} ${size}`).chance(0.85),
    attributes: { size },
  }));
}

/** In whole cents that end in 5 or 0. */
function timesOf(prices: Prices, factor: number): Prices {
  return Object.fromEntries(
    Object.entries(prices).map(([currency, price]) => [
      currency,
      (Math.round((price * factor * 100) / 5) * 5) / 100,
    ]),
  );
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
