// The reference shows everything that the description says, links only to what is on the page, and stays small.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { openApiFiles, readOpenApiFile } from '../../../test/fixtures/committed-openapi.ts';
import { readDocuments } from '../docs/documents.ts';
import { renderLlms, renderLlmsFull } from '../llms-text.ts';
import { joinOpenApi, listOperations, type OpenApi } from './openapi-document.ts';
import { renderReference } from './reference-page.ts';

const GZIP_MAX_BYTES = 80_000;
const parts = openApiFiles.map((file) => readOpenApiFile(file) as unknown as OpenApi);
const openApi = joinOpenApi(parts);
const layout = { version: '1.2.3', assets: { pathOf: (name: string) => `/assets/${name}` } };
const demo = { tenantId: '<tenant>', workspaceId: 'w', environmentId: 'e', catalogId: 'c' };
const page = renderReference(layout, openApi, undefined);
const operations = listOperations(openApi);

const look = (html: string) => {
  const [ids, links, labelled]: [string[], string[], string[]] = [[], [], []];
  const parser = new Parser({
    onopentag: (_, { id, href, 'aria-labelledby': label }) => {
      if (id !== undefined) ids.push(id);
      if (href !== undefined) links.push(href);
      if (label !== undefined) labelled.push(label);
    },
  });
  parser.end(html);
  return { ids, links, labelled };
};

test('every operation and every schema is on the page, and every link leads to something', () => {
  const { ids, links, labelled } = look(page);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(
    operations.length,
    parts
      .flatMap(({ paths }) => Object.values(paths))
      .flatMap((item) => Object.keys(item).filter((key) => key !== 'parameters')).length,
  );
  const wanted = [
    ...operations.map(({ id }) => id),
    ...parts
      .flatMap(({ components }) => Object.keys(components['schemas'] ?? {}))
      .map((name) => `schema-${name}`),
    ...labelled,
    ...links.filter((link) => link.startsWith('#')).map((link) => link.slice(1)),
  ];
  const known = new Set(ids);
  assert.deepEqual(
    wanted.filter((id) => !known.has(id)),
    [],
  );
  assert.ok(gzipSync(page).length < GZIP_MAX_BYTES, `${gzipSync(page).length} bytes`);
});

test('every parameter is there with its place, and its example where there is one', () => {
  for (const { id, parameters } of operations) {
    const section = page.slice(
      page.indexOf(`id="${id}"`),
      page.indexOf('</article>', page.indexOf(`id="${id}"`)),
    );
    for (const { name } of parameters) assert.ok(section.includes(name), `${id} ${name}`);
  }
  const search = operations.find(({ id }) => id === 'searchContent');
  assert.deepEqual(
    search?.parameters.find(({ name }) => name === 'catalog_id')?.example,
    '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f',
  );
  assert.deepEqual(
    [search?.token, search?.method, search?.success?.type],
    ['optional', 'GET', 'application/json'],
  );
});

test('the client is called by the names of its functions', () => {
  const clientOf = (name: string) => operations.find(({ id }) => id === name)?.client;
  assert.deepEqual(clientOf('searchContent'), { name: 'searchContent', isManaged: false, isMerged: true });
  assert.deepEqual(clientOf('getProductSearch'), {
    name: 'searchProducts',
    isManaged: false,
    isMerged: true,
  });
  assert.deepEqual(clientOf('submitForm'), { name: 'submitForm', isManaged: false, isMerged: false });
  assert.deepEqual(clientOf('putProduct'), { name: 'putProduct', isManaged: true, isMerged: false });
  assert.equal(clientOf('getHealth'), undefined);
});

test('values of the demo are filled in, as text', () => {
  const filled = renderReference(layout, openApi, demo);
  assert.match(filled, /name="x-tenant-id" value="&lt;tenant&gt;"/);
  assert.match(filled, /data-name="catalog_id" data-place="query" data-type="string" data-example="c"/);
  assert.doesNotMatch(filled, /<tenant>/);
});

test('the texts for language models name every guide and every operation', async () => {
  const documents = await readDocuments();
  const index = renderLlms(documents);
  assert.match(index, /^# Vitrine\n\n> /);
  for (const { path, file } of documents)
    if (!/decisions\/\d/.test(file)) assert.ok(index.includes(`](${path}.md)`), path);
  const full = renderLlmsFull(documents, openApi);
  for (const { id, method, path } of operations)
    assert.ok(full.includes(`## ${id}: ${method} ${path}\n`), id);
  for (const name of ['README.md', 'docs/operations.md'])
    assert.ok(full.includes(documents.find(({ file }) => file === name)?.text ?? '?'));
});
