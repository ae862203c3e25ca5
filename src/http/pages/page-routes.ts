// The paths of the pages, with the name that each is counted under.

import { ASSETS_PATH } from '../../pages/assets.ts';

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
];
