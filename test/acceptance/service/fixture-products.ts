// Categories, products and content items of a workspace of the data set.

import {
  allWorkspaces,
  day,
  inStagingAlone,
  LANTERN_POSTS,
  type Line,
  markOf,
  ownOf,
  PRODUCTION,
  productsOf,
  STAGING,
  shared,
  type Workspace,
} from './fixture-bundle.ts';

/** Products that others see only in one channel, at one location or in one customer group. */
const slugOf = (slug: string, index: number): { slug?: string } => {
  if (index === 0) return { slug };
  return index === 1 || index === 11 ? { slug: `${slug}-${index + 1}` } : {};
};

export const productLines = (workspace: Workspace): Line[] => {
  const mark = markOf(workspace);
  const own = ownOf(workspace);
  const category = (
    id: string,
    name: string,
    parent_id: string | null,
    catalog: string = shared.catalog,
  ) => ({
    kind: 'category' as const,
    catalog_id: catalog,
    id,
    name,
    parent_id,
  });
  const products = Array.from({ length: productsOf(workspace) }, (_, index) => ({
    kind: 'product' as const,
    catalog_id: shared.catalog,
    id: `p${index + 1}`,
    sku: `SKU-${index + 1}`,
    name: `${index < 4 ? 'Rain jacket' : 'Wool sock'} ${mark}`,
    description: `Made for ${mark}`,
    brand: index % 2 === 0 ? 'Nordic' : 'Süd',
    category_ids: [index < 4 ? 'c-jackets' : 'c-socks', ...(index === 2 ? [own.category] : [])],
    collection_ids: index < 2 ? ['winter', own.collection] : [],
    prices: { USD: 10 * (index + 1), ...(index < 3 ? { EUR: 9 } : {}) },
    in_stock: index % 3 !== 0,
    created_at: day(index + 1),
    attributes: { color: index < 3 ? ['red', 'blue'] : ['green'], weight_g: 100 + index },
    channel_ids: index === 0 ? ['channel-1', own.channel] : [],
    location_ids: index === 1 ? ['location-1', own.location] : [],
    customer_group_ids: index === 11 ? ['vip', own.customerGroup] : [],
    ...slugOf(own.productSlug, index),
  }));
  return [
    category('c-clothes', `Clothes ${mark}`, null),
    category('c-jackets', 'Jackets', 'c-clothes'),
    category('c-socks', 'Söcks', 'c-clothes'),
    category(own.category, own.categoryName, 'c-clothes'),
    ...products,
    category(inStagingAlone.category, inStagingAlone.categoryName, null, shared.catalogOf[STAGING]),
    {
      kind: 'product',
      catalog_id: shared.catalogOf[STAGING],
      id: 'p-staging',
      name: `Rain jacket onlystaging ${mark}`,
      slug: 'rain-staging',
      category_ids: [inStagingAlone.category],
      collection_ids: [inStagingAlone.collection],
      channel_ids: [inStagingAlone.channel],
      location_ids: [inStagingAlone.location],
      customer_group_ids: [inStagingAlone.customerGroup],
    },
    // The same number of lines in every workspace: change feeds of equal length, so that mixed-up indexes show.
    ...Array.from({ length: 12 + allWorkspaces.length - productsOf(workspace) }, (_, index) =>
      category(`c-filler-${index}`, 'Filler', null, own.catalog),
    ),
    {
      kind: 'merchandising_rule',
      catalog_id: shared.catalog,
      id: 'hide-one',
      when: { search_term: 'sock' },
      hide: ['p5'],
      pin: [],
    },
  ];
};

export const itemLines = (workspace: Workspace): Line[] => {
  const mark = markOf(workspace);
  const item = (provider_id: string, locale: string, title: string, more = {}) => ({
    kind: 'content_item' as const,
    catalog_id: shared.catalog,
    provider_id,
    locale,
    type: 'article',
    title: `${title} ${mark}`,
    url: `/${mark}/${provider_id}`,
    body: `About ${title} at ${mark}.`,
    created_at: day(1),
    ...more,
  });
  // Few distinct values in every sort field: pages are only right if each order is total.
  const posts = Array.from({ length: LANTERN_POSTS }, (_, index) =>
    item(`post-${index + 1}`, 'en-us', `Lantern ${['oil', 'gas', 'led'][index % 3]}`, {
      type: ['blog', 'page'][index % 2],
      created_at: day(1 + (index % 4)),
      created_by: [null, 'Ada', 'Bo'][index % 3],
      modified_at: index % 5 === 0 ? null : day(10 + (index % 3)),
      modified_by: [null, 'Cy', 'Di'][index % 3],
      image_url: index === 0 ? '/i/lantern.jpg' : null,
      extra_data: { published_at: day(2), mark },
      // Relevance distinguishes some of them and leaves most equal.
      ...(index % 8 === 7 ? { body: `Lantern, lantern, lantern ${mark}` } : {}),
    }),
  );
  return [
    ...posts,
    item('exact', 'de-at', 'Zephyrine genau'),
    item('exact', 'de', 'Zephyrine deutsch'),
    item('exact', 'en-us', 'Zephyrine english'),
    item('language', 'de', 'Zephyrine deutsch'),
    item('language', 'en-us', 'Zephyrine english'),
    item('default', 'en-us', 'Zephyrine english'),
    item('other', 'fr', 'Zephyrine français'),
    item('shadow', 'de', 'Verdeckt'),
    item('shadow', 'en-us', 'Borealis'),
    item('here', 'en-us', 'Beacon onlyproduction', { environment_ids: [PRODUCTION] }),
    item('there', 'en-us', 'Beacon onlystaging', { environment_ids: [STAGING] }),
    { ...item('elsewhere', 'en-us', 'Lantern'), catalog_id: ownOf(workspace).catalog },
  ];
};
