// Every document becomes a page: nothing in it is markup of its own, links lead to pages that exist, and headings that other documents
// name are there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parser } from 'htmlparser2';
import { renderDocsIndex, renderDocument } from './docs-pages.ts';
import { listDocuments, readDocuments } from './documents.ts';
import { renderMarkdown } from './markdown.ts';

const layout = { version: '1.2.3', assets: { pathOf: (name: string) => `/assets/${name}` } };
const documents = await readDocuments();
const listed = await listDocuments();

interface Seen {
  readonly names: Set<string>;
  readonly links: string[];
  readonly ids: string[];
}

const look = (page: string): Seen => {
  const seen: Seen = { names: new Set(), links: [], ids: [] };
  const parser = new Parser({
    onopentag: (name, { href, id }) => {
      seen.names.add(name);
      if (name === 'a') seen.links.push(href ?? '');
      if (id !== undefined) seen.ids.push(id);
    },
  });
  parser.end(page);
  return seen;
};

const pages = new Map(
  documents.map((document) => [document.path, look(renderDocument(layout, document, listed))]),
);

test('all documents are there, each with a title and a summary', () => {
  assert.ok(pages.size > 80, `${pages.size}`);
  assert.deepEqual([...listed.keys()], [...pages.keys()]);
  for (const path of [
    '/docs/operations',
    '/docs/decisions',
    '/docs/decisions/0017-http-edge',
    '/docs/readme',
    '/docs/client',
  ])
    assert.ok(pages.has(path), path);
  for (const { title, summary, file } of documents) {
    assert.doesNotMatch(title, /[#`[\]]/, file);
    assert.match(summary, /^\S.*[.?]$/, file);
  }
});

test('every link leads to a page and a heading that exist', () => {
  const served = ['/', '/docs', '/reference', '/openapi.json', '/openapi-management.json'];
  const faults: string[] = [];
  for (const [path, { links, ids }] of pages) {
    assert.equal(new Set(ids).size, ids.length, `ids of ${path}`);
    for (const link of links.filter((target) => !target.startsWith('https://'))) {
      const [page = '', anchor] = link.split('#', 2);
      const target = page === '' ? path : page;
      const isThere = served.includes(target) || pages.has(target);
      if (!isThere || (anchor !== undefined && !pages.get(target)?.ids.includes(decodeURIComponent(anchor))))
        faults.push(`${path}: ${link}`);
    }
  }
  assert.deepEqual(faults, []);
});

test('pages consist of harmless elements', () => {
  const allowed = new Set(
    'html head meta title link script body a header svg path nav main div article section footer p h1 h2 h3 h4 ul ol li pre code table thead tbody tr th td strong em del hr br span blockquote'.split(
      ' ',
    ),
  );
  for (const [path, { names }] of pages)
    assert.deepEqual(
      [...names].filter((name) => !allowed.has(name)),
      [],
      path,
    );
});

test('markup, scripts and addresses of other kinds stay text', () => {
  const { html } = renderMarkdown(
    '# <script>alert(1)</script>\n\n<img src=x onerror=alert(1)> a <b>b</b>\n\n[x](javascript:alert(1)) ![y](https://elsewhere.test/y.png) <https://a.test/"onclick=1>\n\n```html\n<script>\n```\n\n| <i>a</i> |\n|-|\n| `<u>` |\n',
    (href) => (href.startsWith('https://') ? href : undefined),
  );
  const { names, links } = look(html);
  assert.deepEqual([...names].sort(), [
    'a',
    'code',
    'div',
    'h1',
    'p',
    'pre',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
  ]);
  assert.ok(links.every((link) => link.startsWith('https://a.test/')));
  assert.match(html, /&lt;script&gt;alert\(1\)/);
});

test('headings with the same words get ids of their own', () => {
  const { html, headings } = renderMarkdown('## A `b` & c\n\n## A `b` & c\n', () => undefined);
  assert.deepEqual(
    headings.map(({ id, text }) => [id, text]),
    [
      ['a-b--c', 'A b & c'],
      ['a-b--c-1', 'A b & c'],
    ],
  );
  assert.match(html, /<h2 id="a-b--c-1">A <code>b<\/code> &amp; c<\/h2>/);
});

test('the index links every document', () => {
  const { links } = look(renderDocsIndex(layout, documents));
  const missing = [...pages.keys()].filter((path) => !links.includes(path));
  assert.deepEqual(missing, []);
});
