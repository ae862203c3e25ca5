// The paths of the pages, with the name that each is counted under.

import { ASSETS_PATH } from '../../pages/assets.ts';
import { STOREFRONT_PATH } from '../../pages/storefront-page.ts';

export const pagePaths = {
  start: '/',
  asset: `${ASSETS_PATH}/:file`,
  icon: '/favicon.ico',
  reference: '/reference',
  docs: '/docs',
  document: '/docs/:name',
  decision: '/docs/decisions/:name',
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
} as const;

/** The pages of the demo storefront, each of which is the same document. */
export const storefrontPaths = [
  STOREFRONT_PATH,
  ...['search', 'category/:id', 'campaign/:id', 'products/:id', 'journal', 'journal/:id', 'forms/:id'].map(
    (path) => `${STOREFRONT_PATH}/${path}`,
  ),
];

export const pageRoutes: readonly (readonly [path: string, name: string])[] = [
  [pagePaths.start, 'start-page'],
  [pagePaths.asset, 'assets'],
  [pagePaths.icon, 'assets'],
  [pagePaths.reference, 'reference'],
  [pagePaths.docs, 'docs'],
  [pagePaths.document, 'docs'],
  [pagePaths.decision, 'docs'],
  [pagePaths.llms, 'llms.txt'],
  [pagePaths.llmsFull, 'llms-full.txt'],
  ...storefrontPaths.map((path) => [path, 'storefront'] as const),
];
