// The start page: what this is, where to go on, and requests to try. It shows nothing of a tenant except the ids of the demo shop,
// which are the same everywhere, and never a token.

import type { DemoShop } from './demo-shop.ts';
import { type Html, html } from './html.ts';
import { type Layout, renderPage } from './layout.ts';
import { type Sample, samplesOfDemo, samplesOfService } from './start-samples.ts';
import { STOREFRONT_PATH } from './storefront-page.ts';

export interface StartPage {
  /** Where the reader reached the service: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Absent where the demo shop is not served. */
  readonly demo?: DemoShop | undefined;
  /** Whether the host of the origin leads to the demo shop, so that requests need no scope headers. */
  readonly isDemoHost: boolean;
}

const PURPOSE =
  'Vitrine answers what a shop asks: product search, facets, suggestions, merchandising and published content, for many tenants, over plain HTTP.';

/** For programs. */
export const renderIndex = (version: string): string =>
  JSON.stringify({
    name: 'Vitrine',
    description: 'Storefront discovery and content delivery.',
    version,
    links: {
      openapi: '/openapi.json',
      openapi_management: '/openapi-management.json',
      reference: '/reference',
      docs: '/docs',
      llms: '/llms.txt',
      health: '/healthz',
      readiness: '/readyz',
    },
  });

export const renderStartPage = (layout: Layout, page: StartPage): string => {
  const samples =
    page.demo === undefined
      ? samplesOfService(page.origin)
      : samplesOfDemo(page.origin, page.demo, page.isDemoHost);
  return renderPage(layout, {
    title: 'Vitrine: storefront discovery and content delivery',
    description: PURPOSE,
    section: '/',
    script: 'start.js',
    kind: 'start',
    main: html`<section class="hero">
<p class="status" id="status" role="status"><span class="dot"></span> <span id="status-text">This service is running.</span></p>
<h1>Storefront search and content, <em>on your own machine.</em></h1>
<p class="lead">${PURPOSE}</p>
</section>
<ul class="cards">${(page.demo === undefined ? cards : [storefrontCard, ...cards]).map(showCard)}</ul>
<section aria-labelledby="try">
<h2 id="try">Try it</h2>
<p>${
      page.demo === undefined
        ? 'Paste these into a terminal. They need no token.'
        : 'Paste these into a terminal. They ask the Fjordlight demo shop, and need no token.'
    }</p>
<ol class="samples">${samples.map(showSample)}</ol>
</section>
<section aria-labelledby="next">
<h2 id="next">What next</h2>
<ul class="next">${page.demo === undefined ? nextSteps : [demoStep, ...nextSteps]}</ul>
</section>`,
  });
};

interface Card {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

const storefrontCard: Card = {
  path: STOREFRONT_PATH,
  name: 'Demo storefront',
  text: 'A shop to click through: search, filters, suggestions, a journal in three languages.',
};

const cards: readonly Card[] = [
  {
    path: '/reference',
    name: 'Reference',
    text: 'Every operation with its parameters, examples that run here, and code to copy.',
  },
  {
    path: '/docs',
    name: 'Documentation',
    text: 'From the first request to several nodes; every design decision with its reason.',
  },
  {
    path: '/readyz',
    name: 'Health',
    text: 'Whether requests can be served now. For load balancers, and for you.',
  },
  {
    path: '/llms.txt',
    name: 'For agents',
    text: 'The same knowledge as plain text. llms-full.txt has all of it in one file.',
  },
];

const showCard = ({ path, name, text }: Card): Html =>
  html`<li><a href="${path}">${name}</a><p>${text}</p></li>`;

const showSample = ({ title, command }: Sample): Html =>
  html`<li><h3>${title}</h3><pre tabindex="0"><code>${command}</code></pre></li>`;

const demoStep = html`<li><strong>Read and write as an editor.</strong> The terminal that started this service shows a token. Put it into the <a href="/reference">reference</a> to run operations that need one.</li>`;

const nextSteps: readonly Html[] = [
  html`<li><strong>Build a storefront.</strong> <a href="/docs/storefront">Ten requests</a> make a shop, from the home page to a campaign.</li>`,
  html`<li><strong>Bring your own data.</strong> Write a <a href="/docs/bundle">bundle</a>, import it while the service runs, and create a token.</li>`,
  html`<li><strong>Publish something.</strong> The <a href="/docs/walkthrough">walkthrough</a> goes from an empty folder to a live page.</li>`,
  html`<li><strong>Run it for real.</strong> <a href="/docs/operations">Settings, backups and health</a>, then <a href="/docs/scaling">several nodes</a>.</li>`,
];
