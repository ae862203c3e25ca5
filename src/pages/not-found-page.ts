// What people see at an address that is no page. It says nothing about the address that was asked for.

import { html } from './html.ts';
import { type Layout, renderPage } from './layout.ts';

export const renderNotFound = (layout: Layout): string =>
  renderPage(layout, {
    title: 'There is no such page — Vitrine',
    description: 'The address leads to no page of this service.',
    section: '',
    script: 'docs.js',
    kind: 'docs',
    main: html`<h1>There is no such page</h1>
<p class="lead">The address may be mistyped, or the page may have moved.</p>
<ul class="cards">
<li><a href="/">Start page</a><p>What this service is, and what to try first.</p></li>
<li><a href="/reference">Reference</a><p>Every operation, with its path.</p></li>
<li><a href="/docs">Documentation</a><p>Guides, and the reason for each decision.</p></li>
</ul>`,
  });
