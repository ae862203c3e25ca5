// A product as it is stored, and who may see it.

export type AttributeScalar = string | number | boolean;
export type AttributeValue = AttributeScalar | readonly AttributeScalar[];

export interface Product {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly description: string;
  readonly brand: string;
  readonly categoryIds: readonly string[];
  readonly collectionIds: readonly string[];
  readonly prices: Readonly<Record<string, number>>;
  readonly inStock: boolean;
  readonly createdAt: string | null;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly channelIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly customerGroupIds: readonly string[];
  readonly localized: Readonly<Record<string, { readonly name?: string; readonly description?: string }>>;
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
