// The tags of operations, each with a description, in the order of the reference. Those of operations for storefronts come first: the
// reference joins the two OpenAPI files in this order.

export const tags = {
  Search: 'Search over the content of a catalog: pages, articles, posts and published records.',
  Products: 'Count matching products, read single ones, and manage them.',
  Discovery: 'Search products, narrow what was found by facets, and suggest searches.',
  'Popular terms': 'The most frequent searches.',
  'Content models': 'Content models, in one locale for storefronts and complete for management.',
  Records: 'Records and their versions: drafts, previews, comparisons, publishing and unpublishing.',
  Pages: 'Published pages by slug or id, without a token.',
  Forms: 'Forms on pages, and their management.',
  Events: 'What shoppers did with products: recording, reports, and erasure on request.',
  Submissions: 'Submissions of forms: list, export, erase.',
  Catalogs: 'Catalogs, which hold categories, products, content items and search settings.',
  Categories: 'Categories of a catalog.',
  'Content items': 'Content from other systems that content search finds.',
  'Synonym sets': 'Words that are treated as equal in searches of a catalog.',
  'Merchandising rules': 'Rules that hide, pin, boost or bury products, allow only some, or redirect.',
  'Attribute settings': 'Which product attributes are searched, filtered, sorted and offered as facets.',
  'Facet settings': 'Which facets a catalog offers, in which order, and how they are counted.',
  Stores: 'Commerce stores of an environment, with their catalog and currency.',
  Domains: 'Host names, and the environment that each one leads to.',
  Environments: 'Environments, to which content is published.',
  Workspaces: 'Workspaces of a tenant, one for each shop or site. Only the operator manages them.',
  Tenants: 'Tenants: organizations with their own workspaces. Only the operator manages them.',
  Tokens: 'Access tokens of a workspace.',
  Bulk: 'Write, delete and import many objects with one request.',
  Limits: 'The limits of a tenant, and how much of them a workspace uses.',
  Service: 'Index, health, readiness and metrics of the service itself.',
} as const;

export type Tag = keyof typeof tags;
