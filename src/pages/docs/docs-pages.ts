// The pages of the documentation: one for each document, and one that lists them.

import { posix } from 'node:path';
import { Html, html } from '../html.ts';
import { type Layout, renderPage } from '../layout.ts';
import { isGuide, type MarkdownFile } from './documents.ts';
import { type Heading, type ResolveLink, renderMarkdown } from './markdown.ts';

export const DOCS_PATH = '/docs';
const DECISION = /^docs\/decisions\/\d/;

/** Files that are served, but not as documents. */
const served: ReadonlyMap<string, string> = new Map(
  ['openapi.json', 'openapi-management.json'].map((file) => [file, `/${file}`]),
);

/** `listed`: the files of all documents by the path of their page. */
export const renderDocument = (
  layout: Layout,
  document: MarkdownFile,
  listed: ReadonlyMap<string, string>,
): string => {
  const { html: body, headings } = renderMarkdown(document.text, linksFrom(document, listed));
  return renderPage(layout, {
    title: `${document.title} — Vitrine`,
    description: document.summary,
    section: DOCS_PATH,
    script: 'docs.js',
    kind: 'docs',
    main: html`<nav class="crumbs" aria-label="Breadcrumb"><a href="${DOCS_PATH}">Documentation</a> / <span aria-current="page">${document.title}</span></nav>
<div class="columns">${showHeadings(headings)}
<article class="prose">
${new Html(body)}</article></div>`,
  });
};

const showHeadings = (headings: readonly Heading[]): Html | false =>
  headings.length > 2 &&
  html`<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${headings.map(
    ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`,
  )}</ul></nav>`;

/** Relative links lead from file to file; here they lead from page to page. */
const linksFrom = ({ file }: MarkdownFile, listed: ReadonlyMap<string, string>): ResolveLink => {
  const pages = new Map([...listed].map(([path, name]) => [name, path]));
  return (href) => {
    if (/^https:\/\//.test(href)) return href;
    const [path = '', anchor] = href.split('#', 2);
    const hash = anchor === undefined ? '' : `#${anchor}`;
    if (path === '') return hash;
    const target = posix.join(posix.dirname(file), path);
    const page = pages.get(target) ?? pages.get(posix.join(target, 'README.md'));
    return page === undefined ? served.get(target) : page + hash;
  };
};

export const renderDocsIndex = (layout: Layout, all: readonly MarkdownFile[]): string => {
  const guides = all.filter(isGuide);
  const project = all.filter((document) => !isGuide(document) && !document.file.startsWith('docs/'));
  const decisions = all.filter(({ file }) => DECISION.test(file));
  return renderPage(layout, {
    title: 'Documentation — Vitrine',
    description: 'Guides, reference and design decisions of Vitrine.',
    section: DOCS_PATH,
    script: 'docs.js',
    kind: 'docs',
    main: html`<h1>Documentation</h1>
<p class="lead">Everything that comes with this service. Each page is also there as Markdown: add <code>.md</code> to its address. The <a href="/reference">reference</a> describes every operation.</p>
<h2 id="guides">Guides</h2>
<ul class="cards">${guides.map(showCard)}</ul>
<h2 id="project">The project</h2>
<ul class="cards">${project.map(showCard)}</ul>
<h2 id="decisions">Decisions</h2>
<p>Why it is as it is. <a href="/docs/decisions">The index</a> says what each one decides.</p>
<ul class="list">${decisions.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>`,
  });
};

const showCard = ({ path, title, summary }: MarkdownFile): Html =>
  html`<li><a href="${path}">${title}</a><p>${summary}</p></li>`;
