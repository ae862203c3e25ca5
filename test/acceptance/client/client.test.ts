// The client as others get it: packed, installed from its tarball without a network, compiled by TypeScript as strictly as it can,
// and run against a demo shop. Its README is the program: all of its examples in one module.

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { createSearchClient } from '../../../client/src/instantsearch.ts';
import { createClient } from '../../../client/src/storefront.ts';
import { buildClient } from '../../../scripts/build-client.ts';
import { draw, isLong, runs, testOnce } from '../../fixtures/long-runs.ts';
import { type DemoShop, openDemoShop } from '../docs/demo-shop.ts';
import { readShellBlocks } from '../docs/docs-blocks.ts';
import { assertPrinted } from '../docs/docs-shell.ts';
import { pageRequests } from './instantsearch-requests.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-client-'));
const user = join(folder, 'user');
const installed = join(user, 'node_modules', '@vitrine', 'client');
const DOCUMENTED_ADDRESS = 'http://127.0.0.1:8080';
const MARK = '---- end of block';

const npm = (cwd: string, ...words: string[]): void => {
  execFileSync('npm', [...words, '--ignore-scripts', '--no-audit', '--no-fund', '--offline'], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
};

let shop: DemoShop;
const cleanUps: (() => Promise<void>)[] = [];

before(async () => {
  shop = await openDemoShop({ after: (done) => cleanUps.push(done) });
  // Nothing of the package has a long form.
  if (isLong) return;
  const packed = join(folder, 'packed');
  for (const made of [packed, user]) mkdirSync(made);
  buildClient(packed);
  npm(packed, 'pack', '--pack-destination', folder);
  const [tarball = ''] = globSync(join(folder, '*.tgz'));
  writeFileSync(join(user, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  npm(user, 'install', tarball);
});
after(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

const blocks = readShellBlocks(readFileSync(join(root, 'client', 'README.md'), 'utf8'), 'ts');

/** All examples as one module: later ones use what earlier ones declare. */
const programFor = (address: string): string =>
  blocks
    .map(({ script }) => `${script}\nconsole.log('\\n${MARK}');\n`)
    .join('')
    .replaceAll(DOCUMENTED_ADDRESS, address);

/** Mistakes that the declarations must find. */
const mistakes = `
import { createClient, type InputOf, paginate, type ResultOf, VitrineError } from '@vitrine/client';
import { createManageClient } from '@vitrine/client/manage';

const shop = createClient();
// @ts-expect-error: the catalog is missing
shop.searchContent({ q: 'tent' });
// @ts-expect-error: there is no such parameter
shop.searchProducts({ serch_term: 'tent' });
// @ts-expect-error: there is no such order
shop.searchProducts({ sort_order: 'up' });
// @ts-expect-error: editors do this
shop.putProduct;
// @ts-expect-error: a list is paged by skip and limit
paginate(shop.getForm, { form_id: 'contact' });
// @ts-expect-error: there is no such failure
export const isGone = (error: VitrineError): boolean => error.name === 'ProductGone';
// @ts-expect-error: a product has a name
createManageClient({}).putProduct({ catalog_id: 'c', product_id: 'p', body: { brand: 'Nord' } });
// @ts-expect-error: the price is a number, if it is there
export const price = async (): Promise<number> => (await shop.searchProducts()).records[0]?.calculated_price;

export const criteria: InputOf<'searchProducts'> = { search_term: 'tent', limit: 3 };
export const put: InputOf<'putProduct'> = { catalog_id: 'c', product_id: 'p', body: { name: 'Tent' } };
export const totalOf = (found: ResultOf<'searchContent'>): number => found.total;
export const allowed = async (): Promise<string | undefined> => {
  const term: string | undefined = undefined;
  const { records } = await shop.searchProducts({ search_term: term, 'x-customer-group-id': 'vip' });
  for await (const { name } of paginate(shop.searchProducts, {})) return name;
  const { record } = await shop.getStorefrontProduct({ product_id: 'p' });
  return records[0]?.name ?? record.name;
};
`;

testOnce('the package holds what is run and its declarations, and nothing else', () => {
  const files = globSync('**/*', { cwd: installed, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
  const others = files.filter((file) => !/^dist\/[\w/-]+(?<!\.test)\.(?:js|d\.ts)$/.test(file));
  assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json']);
  const { exports, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  for (const entry of Object.values<string | Record<string, string>>(exports))
    for (const path of typeof entry === 'string' ? [entry] : Object.values(entry))
      assert.ok(files.includes(path.replace('./', '')), path);
});

// One of them in a run: a compiler takes seconds.
for (const resolution of draw(['nodenext', 'bundler'], 1)) {
  testOnce(`its declarations and its README compile with moduleResolution ${resolution}`, async () => {
    writeFileSync(join(user, 'readme.ts'), programFor(DOCUMENTED_ADDRESS));
    writeFileSync(join(user, 'mistakes.ts'), mistakes);
    writeFileSync(
      join(user, 'globals.d.ts'),
      'declare const process: { env: Record<string, string | undefined> };',
    );
    const options = {
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      module: resolution === 'bundler' ? 'esnext' : 'nodenext',
      moduleResolution: resolution,
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
    };
    const project = { compilerOptions: options, files: ['readme.ts', 'mistakes.ts', 'globals.d.ts'] };
    writeFileSync(join(user, 'tsconfig.json'), JSON.stringify(project));
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '--project', user]).catch(
      (error: { stdout: string }) => error,
    );
    assert.equal(stdout, '');
  });
}

testOnce('the examples of its README print what it says', async () => {
  const { service, token } = shop;
  writeFileSync(join(user, 'run.ts'), programFor(service.address));
  const env = { PATH: process.env['PATH'], TOKEN: token, NO_COLOR: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, ['run.ts'], { cwd: user, env });
  const printed = stdout.split(`\n${MARK}\n`).slice(0, -1);
  assert.equal(printed.length, blocks.length);
  assert.ok(blocks.length > 6);
  for (const [at, block] of blocks.entries())
    assertPrinted(block, printed[at] ?? '', `client/README.md:${block.line}`);
});

test('for InstantSearch, requests that share a search get the responses that they would get alone', async () => {
  let sent = 0;
  const onResponse = (): void => {
    sent += 1;
  };
  const { search } = createSearchClient(createClient({ baseUrl: shop.service.address, onResponse }));
  await fc.assert(
    fc.asyncProperty(pageRequests, async (requests) => {
      sent = 0;
      const [page, ...counts] = (await search(requests)).results;
      assert.equal(sent, 1);
      const alone = await Promise.all(requests.map((request) => search([request])));
      const [expected, ...others] = alone.map(({ results }) => results[0]);
      assert.deepEqual(
        [page?.nbHits, page?.hits.map(({ objectID }) => objectID)],
        [expected?.nbHits, expected?.hits.map(({ objectID }) => objectID)],
      );
      for (const [at, count] of counts.entries())
        assert.deepEqual([count.facets, count.facets_stats], [others[at]?.facets, others[at]?.facets_stats]);
    }),
    { numRuns: runs(10, 120) },
  );
});
