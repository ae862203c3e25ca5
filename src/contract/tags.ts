// The subjects that the description of the interface sorts operations by, each with what it is about.

export const tags = {
  Search: 'Search over the content of a catalog: pages, articles, posts and published records.',
  Products: 'Counting the products that match, and managing them.',
  'Popular terms': 'What shoppers search for most.',
  'Content models': 'What records are made of, for readers in one locale and for those who manage them.',
  Records: 'Records and their versions: drafts, preview, comparing, publishing and unpublishing.',
  Pages: 'Published pages, for everyone.',
  Forms: 'Forms that people fill in on a page, and managing them.',
  Submissions: 'What people sent in by forms: listing, exporting, erasing.',
  Catalogs: 'Catalogs hold categories, products, content items and what steers searches over them.',
  Categories: 'Categories of a catalog.',
  'Content items': 'Content of outside systems, to be found by content search.',
  Synonyms: 'Words that mean the same in searches of a catalog.',
  'Merchandising rules': 'Products to hide or to pin for a search term or a category.',
  Attributes: 'What the attributes of products are used for.',
  Stores: 'Commerce stores of an environment, with their catalog and currency.',
  Domains: 'Host names and the environments that answer for them.',
  Environments: 'Where content is published to.',
  Workspaces: 'Each holds one shop or site of a tenant. Only the operator manages them.',
  Tenants: 'Organizations. Only the operator manages them.',
  Tokens: 'Access tokens of a workspace.',
  Bulk: 'Writing and deleting many things with one request.',
  Limits: 'What a tenant may keep, and how much of it a workspace uses.',
  Service: 'Health, readiness and metrics of the service itself.',
} as const;

export type Tag = keyof typeof tags;
