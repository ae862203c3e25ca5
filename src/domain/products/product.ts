// A product as it is stored, and who may see it.

export type AttributeScalar = string | number | boolean;
export type AttributeValue = AttributeScalar | readonly AttributeScalar[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** By currency. */
export type Prices = Readonly<Record<string, number>>;

export interface ProductImage {
  readonly url: string;
  readonly alt: string;
}

/** One way to buy a product, such as a size or a colour. */
export interface ProductVariant {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  /** Empty: the product's own prices. */
  readonly prices: Prices;
  readonly salePrices: Prices;
  readonly inStock: boolean;
  readonly attributes: Attributes;
  readonly image: ProductImage | null;
}

export interface ProductTranslation {
  readonly name?: string;
  readonly description?: string;
  readonly slug?: string;
}

export interface Product {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly description: string;
  readonly brand: string;
  readonly categoryIds: readonly string[];
  readonly collectionIds: readonly string[];
  readonly prices: Prices;
  readonly inStock: boolean;
  readonly createdAt: string | null;
  readonly attributes: Attributes;
  readonly channelIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly customerGroupIds: readonly string[];
  readonly localized: Readonly<Record<string, ProductTranslation>>;
  readonly slug?: string;
  /** Where the storefront shows it, if not by its slug. */
  readonly url?: string;
  readonly images?: readonly ProductImage[];
  readonly salePrices?: Prices;
  /** What the maker recommends. */
  readonly retailPrices?: Prices;
  readonly variants?: readonly ProductVariant[];
  /** Given by the shop; a larger number is more popular. */
  readonly popularity?: number;
}

export interface Audience {
  readonly channelId: string | undefined;
  readonly locationId: string | undefined;
  readonly customerGroupId: string | undefined;
}

/**
 * Whether the product is visible to the audience. An empty list means everywhere or everyone. An omitted channel or location
 * does not restrict anything. A product restricted to customer groups is visible only to those groups.
 */
export const isVisibleTo = (product: Product, audience: Audience): boolean =>
  isOffered(product.channelIds, audience.channelId) &&
  isOffered(product.locationIds, audience.locationId) &&
  (product.customerGroupIds.length === 0 ||
    (audience.customerGroupId !== undefined && product.customerGroupIds.includes(audience.customerGroupId)));

const isOffered = (offeredAt: readonly string[], requested: string | undefined): boolean =>
  requested === undefined || offeredAt.length === 0 || offeredAt.includes(requested);
