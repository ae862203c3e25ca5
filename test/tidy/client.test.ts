// The client follows the contract, and stays small.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { manageOperations } from '../../client/src/manage-operations.ts';
import { storefrontOperations } from '../../client/src/storefront-operations.ts';
import { buildClientSource } from '../../scripts/client-source.ts';
import { readOpenApi } from '../fixtures/committed-openapi.ts';
import { read } from './import-graph.ts';

const root = join(import.meta.dirname, '..', '..');

test('its generated files are those of the contract', async () => {
  for (const [name, text] of await buildClientSource())
    assert.ok(read(`client/src/${name}`) === text, `client/src/${name} is outdated: run npm run client`);
});

test('every operation of the description can be called, by its own name, method and path', () => {
  const paths = readOpenApi().paths as Record<
    string,
    Record<string, { operationId: string; tags: string[] }>
  >;
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { tags }]) => method !== 'parameters' && !tags.includes('Service'))
      .map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
  );
  const called = Object.entries({ ...storefrontOperations, ...manageOperations }).map(
    ([id, [method, path]]) => [id, method, path],
  );
  // The client sends these posts as links where it can.
  const links = ['getProductSearch', 'getFacetSearch', 'getSuggestions'];
  assert.deepEqual(called.sort(), described.filter(([id = '']) => !links.includes(id)).sort());
});

/** As a shop would load it, with everything that the entry exports. */
const compressedBytes = async (entry: string): Promise<number> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'client', 'src', `${entry}.ts`)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
};

test('its storefront half takes less than 5 KB, and the rest not much more', async () => {
  for (const [entry, mostBytes] of [
    ['storefront', 5_000],
    ['manage', 6_000],
    ['instantsearch', 4_000],
  ] as const) {
    const bytes = await compressedBytes(entry);
    assert.ok(bytes > 1_000 && bytes < mostBytes, `${entry}: ${bytes} bytes`);
  }
});
