// Each part of the description is whole by itself, and together they say everything once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allRoutes } from '../../contract/routes.ts';
import { joinOpenApi, type OpenApi } from '../../pages/reference/openapi-document.ts';
import { readVersion } from '../../runtime/version.ts';
import { buildOpenApi } from './openapi.ts';
import { openApiParts, takePart } from './openapi-parts.ts';

const plain = (value: unknown): OpenApi => JSON.parse(JSON.stringify(value));
const built = buildOpenApi(allRoutes, readVersion());
const whole = plain(built);
const parts = openApiParts.map((part) => ({ ...part, description: plain(takePart(built, part)) }));
const [storefront, management] = parts;

/** What a reference of a description leads to in it. */
const follow = (description: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], description);

const referencesOf = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');

test('together they are the whole description', () => {
  const { tags, paths, components } = joinOpenApi(parts.map(({ description }) => description));
  assert.deepEqual(
    { tags, paths, components },
    {
      tags: whole.tags,
      paths: whole.paths,
      components: whole.components,
    },
  );
});

test('no path is in both, and those of management and operators are in one', () => {
  const [reads, managed] = parts.map(({ description }) => new Set(Object.keys(description.paths)));
  assert.ok(reads !== undefined && managed !== undefined);
  assert.deepEqual([...reads.intersection(managed)], []);
  assert.ok(reads.has('/discovery/search/content') && reads.size > 20);
  for (const path of managed) assert.match(path, /^\/(?:manage\/v1\/.+|healthz|readyz|metrics)?$/);
  const served = Object.entries(storefront?.description.paths ?? {}).filter(
    ([path, item]) => path.startsWith('/manage/') || JSON.stringify(item).includes('"tags":["Service"]'),
  );
  assert.deepEqual(served, []);
});

test('every reference leads somewhere, and nothing is there that nothing refers to', () => {
  for (const { path, description } of parts) {
    const references = new Set(referencesOf(description));
    assert.ok(references.size > 50, path);
    for (const reference of references) assert.ok(follow(description, reference), `${path} ${reference}`);
    const { securitySchemes: _, ...sections } = description.components;
    const unused = Object.entries(sections)
      .flatMap(([section, members]) => Object.keys(members).map((name) => `#/components/${section}/${name}`))
      .filter((name) => !references.has(name));
    assert.deepEqual(unused, [], path);
    const used = Object.values(description.paths).map((item) => JSON.stringify(item));
    for (const { name } of description.tags)
      assert.ok(
        used.some((item) => item.includes(`"tags":["${name}"]`)),
        `${path} ${name}`,
      );
  }
});

test('each says what it is, and where the other is', () => {
  const about = parts.map(({ description }) => description as unknown as Readonly<Record<string, object>>);
  assert.deepEqual(
    about.map(({ info, externalDocs }) => [
      (info as { title: string }).title,
      (externalDocs as { url: string }).url,
    ]),
    [
      ['Vitrine', management?.path],
      ['Vitrine management', storefront?.path],
    ],
  );
});
