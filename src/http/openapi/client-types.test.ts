// What a client made from the two files of the description reads like: its types have the names of the subject, and they compile.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { loadGenerator } from '../../../scripts/client-source.ts';
import { openApiParts } from './openapi-parts.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** How a client would write it. */
const client = `
import type { operations as Reads, components as Read, paths } from './openapi.js';
import type { operations as Managements, components as Managed } from './openapi-management.js';

type Schemas = Read['schemas'] & Managed['schemas'];
type operations = Reads & Managements;

const record: Schemas['Record'] = { id: '1', model: 'blog', title: 'First frost', state: 'draft' };
const product: Schemas['Product']['prices'] = { USD: 79.5 };
const version: Schemas['Version']['state'] = 'superseded';
const permission: Schemas['Token']['permission'] = 'read';
const found: Schemas['Error']['name'] = 'CatalogNotFound';
const code: Schemas['Error']['code'] = 'blank_value:sort_order';
const errorCode = ({ code: sent }: Schemas['Error']): string => sent;
const form: Schemas['Form']['name'] = 'contact';
const answers: Schemas['Submission']['values'] = { email: 'ada@example.com' };
const synonyms: Schemas['SynonymSet']['words'] = ['sneaker', 'trainer'];
const setting: Schemas['AttributeSetting']['is_facet'] = null;
const category: Schemas['Category']['parent_id'] = null;
const catalog: Schemas['Catalog']['content_search'] = true;
const modelType: Schemas['ContentModel']['type'] = 'single';

type Query = operations['searchContent']['parameters']['query'];
const query: Query = { catalog_id: '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f', q: 'tent', sort_order: 'asc' };
type Found = operations['searchContent']['responses'][200]['content']['application/json'];
const total = (result: Found): number => result.total;
const first = (result: Found): string | undefined => result.data[0]?.title;

type Put = operations['putProduct']['requestBody']['content']['application/json'];
const named = (put: Put): string => put.name;
type Create = operations['createProduct']['requestBody']['content']['application/json'];
const keyed = (create: Create): string => create.id;
type Listed = operations['listRecords']['responses'][200]['content']['application/json'];
const count = (list: Listed): number => list.Data.total_count;
type Refused = Managed['responses']['NotFound']['content']['application/json'];
const place: Schemas['Publication']['state'] = 'published';
const why = (refused: Refused): Schemas['Error'] => refused.Data.Error;
type Failed = operations['putProduct']['responses']['4XX']['content']['application/json'];
const whyNot = (failed: Failed): Schemas['Error'] => failed.Data.Error;
type Unrouted = operations['putProduct']['responses'][431]['content']['application/json'];
const tooLarge = (unrouted: Unrouted): Schemas['Error'] => unrouted.Error;
type Search = paths['/discovery/search/content']['get'];
const same: Search extends operations['searchContent'] ? true : false = true;

// @ts-expect-error: there is no such name
const unknown: Schemas['Error']['name'] = 'Nothing';
// @ts-expect-error: there is no such order
const order: NonNullable<Query['sort_order']> = 'up';
// @ts-expect-error: a product needs a name
const nameless: Schemas['ProductInput'] = {};
`;

test('types generated from the description have names that read well, and compile', async (context) => {
  const { default: generate, astToString } = await loadGenerator();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-client-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const { file } of openApiParts) {
    const types = astToString(await generate(file));
    writeFileSync(join(folder, `${basename(file.pathname, '.json')}.d.ts`), types);
  }
  writeFileSync(join(folder, 'client.ts'), client);
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--types', '', '--module', 'nodenext'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, ...options, 'client.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${stdout}${stderr}`);
});
