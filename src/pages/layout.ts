// What every page has: head, navigation, landmarks, footer. Pages load files of this service only, and nothing in them is inline.

import type { Assets } from './assets.ts';
import { type Html, type HtmlValue, html } from './html.ts';

export interface Layout {
  readonly assets: Pick<Assets, 'pathOf'>;
  readonly version: string;
}

export interface PageContent {
  readonly title: string;
  readonly description: string;
  /** The path of the section that the page belongs to. */
  readonly section: string;
  /** The script of the page, by the name of its source. */
  readonly script: string;
  /** A name for the styles of the page. */
  readonly kind: string;
  readonly main: HtmlValue;
}

const sections: readonly (readonly [path: string, name: string])[] = [
  ['/reference', 'Reference'],
  ['/docs', 'Documentation'],
  ['/openapi.json', 'OpenAPI'],
];

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M6 28V13a10 10 0 0 1 20 0v15M3 28h26M16 5v23M6 17h20"/></svg>`;

export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Paths of files. */
  readonly icon: string;
  readonly styles: string;
  readonly script: string;
}

export const renderHead = ({ title, description, icon, styles, script }: PageHead): Html =>
  html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" href="${styles}">
<script type="module" src="${script}"></script>
</head>`;

export const renderPage = (
  { assets, version }: Layout,
  { title, description, section, script, kind, main }: PageContent,
): string =>
  html`<!doctype html>
<html lang="en">
${renderHead({
  title,
  description,
  icon: assets.pathOf('icon.svg'),
  styles: assets.pathOf('site.css'),
  script: assets.pathOf(script),
})}
<body class="${kind}">
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<a class="brand" href="/"${currentIf(section === '/')}>${mark}Vitrine</a>
<nav aria-label="Main">${sections.map(
    ([path, name]) => html`<a href="${path}"${currentIf(section === path)}>${name}</a>`,
  )}</nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="foot"><p>Vitrine ${version}. Free software under the Apache License 2.0.</p></footer>
</body>
</html>
`.text;

const currentIf = (isCurrent: boolean): Html | false => isCurrent && html` aria-current="page"`;
