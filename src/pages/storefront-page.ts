// The document of the demo storefront. All of its pages are drawn by its script; what the script must know is the ids of the shop.

import type { Assets } from './assets.ts';
import type { DemoShop } from './demo-shop.ts';
import { html } from './html.ts';
import { renderHead } from './layout.ts';

export const STOREFRONT_PATH = '/storefront';

export const renderStorefront = (
  assets: Pick<Assets, 'pathOf'>,
  { tenantId, workspaceId, environmentId, catalogId }: DemoShop,
): string =>
  html`<!doctype html>
<html lang="en">
${renderHead({
  title: 'Fjordlight',
  description:
    'Fjordlight, a demo shop: search, facets, suggestions, a journal in three languages and forms.',
  icon: assets.pathOf('icon.svg'),
  styles: assets.pathOf('storefront.css'),
  script: assets.pathOf('main.js'),
})}
<body data-tenant-id="${tenantId}" data-workspace-id="${workspaceId}" data-environment-id="${environmentId}" data-catalog-id="${catalogId}">
<noscript>This shop needs JavaScript.</noscript>
</body>
</html>
`.text;
