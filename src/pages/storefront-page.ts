// The document of the demo storefront. All of its pages are drawn by its script; what the script must know is the ids of the shop.

import type { Assets } from './assets.ts';
import type { DemoShop } from './demo-shop.ts';
import { html } from './html.ts';

export const STOREFRONT_PATH = '/storefront';

export const renderStorefront = (
  assets: Pick<Assets, 'pathOf'>,
  { tenantId, workspaceId, environmentId, catalogId }: DemoShop,
): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Fjordlight, a demo shop: search, facets, suggestions, a journal in three languages and forms.">
<title>Fjordlight</title>
<link rel="icon" type="image/svg+xml" href="${assets.pathOf('icon.svg')}">
<link rel="stylesheet" href="${assets.pathOf('storefront.css')}">
<script type="module" src="${assets.pathOf('main.js')}"></script>
</head>
<body data-tenant-id="${tenantId}" data-workspace-id="${workspaceId}" data-environment-id="${environmentId}" data-catalog-id="${catalogId}">
<noscript>This shop needs JavaScript.</noscript>
</body>
</html>
`.text;
