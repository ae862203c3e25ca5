// No import cycles, and no unused files.

import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  findCircles,
  folderImports,
  isSource,
  isTest,
  neighboursOf,
  reachableFrom,
  read,
  sources,
} from './import-graph.ts';

/** The entry points of the service, its client and its scripts. Benchmarks reach more, but that is not part of the service. */
const entries = [
  'src/cli/main.js',
  'client/src/storefront.ts',
  'client/src/manage.ts',
  'client/src/instantsearch.ts',
  'scripts/write-client.ts',
  'scripts/write-openapi.ts',
  'scripts/write-pages.ts',
  'scripts/write-release.ts',
  'pages/start.ts',
  'pages/docs.ts',
  'pages/reference.ts',
  'pages/storefront/main.tsx',
  'demo/build/write-bundle.ts',
];
const benchmarks = 'bench/run.ts';

/** Files that the service does not reach, and why they are kept. */
const kept = [
  // The oracle: the plainest reading of the decisions, which the engine has to agree with.
  /^src\/search\/reference\//,
  /^src\/adapters\/reference-search\//,
];

test('no import circles, those that only types tie included', () => {
  const circles = findCircles(sources, (file) => neighboursOf(file).filter(isSource));
  assert.deepEqual(
    circles.map((circle) => circle.join(' -> ')),
    [],
  );
});

/**
 * Imports between neighbouring folders that close a circle. This list only gets shorter. In the search engine, all three tie the product
 * segment to what is made for it; in the domain, a failure names the limit that it is about.
 */
const circular = [
  'src/domain/failures -> src/domain/limits',
  'src/search/engine/filters -> src/search/engine/products',
  'src/search/engine/merchandising -> src/search/engine/products',
  'src/search/engine/products -> src/search/engine/stored',
];

test('no import circles between neighbouring folders', () => {
  const imports = folderImports();
  assert.ok(imports.size > 50);
  const circlesWithout = (known: readonly string[]) =>
    findCircles([...imports.keys()], (folder) =>
      [...(imports.get(folder) ?? [])].filter((next) => !known.includes(`${folder} -> ${next}`)),
    ).map((circle) => circle.join(' -> '));
  assert.deepEqual(circlesWithout(circular), []);
  assert.deepEqual(
    circular.filter((one) => circlesWithout(circular.filter((other) => other !== one)).length === 0),
    [],
    'these close no circle any more: remove them from the list',
  );
});

test('a circle is found', () => {
  const graph: Record<string, string[]> = { a: ['b', 'c'], b: ['c'], c: ['d'], d: ['b'] };
  assert.deepEqual(
    findCircles(['a'], (file) => graph[file] ?? []),
    [['b', 'c', 'd', 'b']],
  );
});

test('every file is reached from an entry', () => {
  const service = reachableFrom(entries);
  const all = reachableFrom([...entries, benchmarks]);
  const isReached = (file: string) => (file.startsWith('bench/') ? all : service).has(file);
  const unreached = sources.filter((file) => !isTest(file) && !isReached(file));
  assert.deepEqual(
    unreached.filter((file) => !kept.some((pattern) => pattern.test(file))),
    [],
  );
  assert.deepEqual(
    kept.filter((pattern) => !unreached.some((file) => pattern.test(file))),
    [],
    'these need not be excepted any more',
  );
});

test('optional packages are loaded when they are needed, and not before', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  const names = Object.keys(optionalDependencies).filter((name) => !name.startsWith('node-'));
  assert.ok(names.length > 0);
  const early = sources
    .filter((file) => !isTest(file))
    .filter((file) =>
      [...read(file).matchAll(/^(?:import|export) (?!type )[^;]*? from '([^'.][^']*)'/gms)].some(
        ([, from = '']) => names.some((name) => from === name || from.startsWith(`${name}/`)),
      ),
    );
  assert.deepEqual(early, []);
});

test('the store loads no schemas: each of its threads would start with them', () => {
  const plain = ['src/contract/value-limits.ts', 'src/contract/manage/manage-resources.ts'];
  const values = (file: string): string[] =>
    [...read(file).matchAll(/^import (?!type )[^;]*? from '(\.[^']+)'/gms)].map(([, path = '']) =>
      join(dirname(file), path),
    );
  const store = sources.filter((file) => file.startsWith('src/adapters/store/') && !isTest(file));
  const loaded = store.flatMap((file) => values(file).filter((next) => next.startsWith('src/contract/')));
  assert.deepEqual([...new Set(loaded)].sort(), plain.toSorted());
  for (const file of plain) assert.deepEqual(values(file), [], file);
});
