// The reference: every operation and every schema of the OpenAPI description on one page, with a form that sends requests to this
// service (decision 0085).

import type { DemoShop } from '../demo-shop.ts';
import { type Html, html, withCode } from '../html.ts';
import { type Layout, renderPage } from '../layout.ts';
import {
  type Json,
  listOperations,
  type OpenApi,
  type ReferenceOperation,
  text,
} from './openapi-document.ts';
import { type KnownValues, SCOPE_HEADERS, showMethod, showOperation } from './operation-view.ts';
import { schemaId, showFields, showType } from './schema-view.ts';

/** What a reader can run at once. */
const valuesOf = (demo: DemoShop | undefined): KnownValues =>
  demo === undefined
    ? {}
    : {
        'x-tenant-id': demo.tenantId,
        'x-workspace-id': demo.workspaceId,
        'x-environment-id': demo.environmentId,
        catalog_id: demo.catalogId,
        catalogId: demo.catalogId,
        q: 'wash down',
        search_term: 'rain jacket',
      };

export const renderReference = (layout: Layout, openApi: OpenApi, demo: DemoShop | undefined): string => {
  const known = valuesOf(demo);
  const operations = listOperations(openApi);
  const groups = openApi.tags
    .map((tag) => ({ ...tag, operations: operations.filter((operation) => operation.tag === tag.name) }))
    .filter((group) => group.operations.length > 0);
  const schemas = Object.entries((openApi.components['schemas'] ?? {}) as Readonly<Record<string, Json>>);
  return renderPage(layout, {
    title: 'Reference — Vitrine',
    description: 'Every operation of Vitrine, with examples that run against this service.',
    section: '/reference',
    script: 'reference.js',
    kind: 'reference',
    main: html`<div class="columns">
<nav class="contents" aria-label="Operations">
<p class="filter" id="filter-place"></p>
<ul>${groups.map(
      (group) =>
        html`<li><a class="tag" href="#${tagId(group.name)}">${group.name}</a><ul>${group.operations.map(showLink)}</ul></li>`,
    )}<li><a class="tag" href="#schemas">Schemas</a></li></ul>
</nav>
<div class="body">
<h1>Reference</h1>
<p class="lead">${operations.length} operations, version ${openApi.info.version}. Also as OpenAPI 3.1 for generators, <a href="/openapi.json">for storefronts</a> and <a href="/openapi-management.json">for management</a>, and as <a href="/llms-full.txt">text</a> for agents.</p>
${showScopeForm(known)}
<details class="rules"><summary>Rules that all operations share</summary>${openApi.info.description
      .split('\n')
      .map((line) => html`<p>${withCode(line)}</p>`)}</details>
${groups.map(
  (
    group,
  ) => html`<section class="group" id="${tagId(group.name)}" aria-labelledby="${tagId(group.name)}-title">
<h2 id="${tagId(group.name)}-title">${group.name}</h2>
<p>${withCode(group.description)}</p>
${group.operations.map((operation) => showOperation(operation, known))}</section>
`,
)}
<section class="group" id="schemas" aria-labelledby="schemas-title">
<h2 id="schemas-title">Schemas</h2>
${schemas.map(showSchema)}</section>
</div>
</div>`,
  });
};

const tagId = (name: string): string => `tag-${name.toLowerCase().replaceAll(' ', '-')}`;

const showLink = ({ id, method, summary }: ReferenceOperation): Html =>
  html`<li><a href="#${id}">${showMethod(method)} ${summary}</a></li>`;

const labels: Readonly<Record<string, string>> = {
  'x-tenant-id': 'Tenant',
  'x-workspace-id': 'Workspace',
  'x-environment-id': 'Environment',
};

/** Without scripts there is nothing to fill in, so the script shows it. */
const showScopeForm = (known: KnownValues): Html =>
  html`<section id="scope" aria-labelledby="scope-title">
<h2 id="scope-title">Scope and token</h2>
<p>A request belongs to a tenant, a workspace and an environment. It names them in three headers, or its host does, if it is registered as a domain. Operations for editors need a token as well: <code>Authorization: Bearer …</code>.</p>
<form class="values" id="scope-form" hidden>
${SCOPE_HEADERS.map(
  (name) =>
    html`<label>${labels[name]}<input name="${name}" value="${known[name] ?? ''}" autocomplete="off" spellcheck="false"></label>`,
)}
<label>Token<input name="token" type="password" autocomplete="off" spellcheck="false"></label>
<label>Code<select name="language"><option value="curl">curl</option><option value="fetch">fetch</option><option value="client">@vitrine/client</option></select></label>
<p>These are used for every request below. They stay on this page and are gone when you leave it.</p>
</form>
</section>
`;

const showSchema = ([name, schema]: [string, Json]): Html =>
  html`<article class="schema" id="${schemaId(name)}" aria-labelledby="${schemaId(name)}-title">
<h3 id="${schemaId(name)}-title">${name}</h3>
${schema['description'] !== undefined && html`<p>${withCode(text(schema['description']))}</p>`}
${showFields(schema) ?? html`<p>${showType(schema)}</p>`}
</article>
`;
