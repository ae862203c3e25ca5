// Several WordPress sites in one catalog, pruned one by one, and catalogs whose ids are from before ids had a site.

import assert from 'node:assert/strict';
import { beforeEach, type TestContext, test } from 'node:test';
import { type ImportWorld, openImportWorld, target } from '../../../../test/fixtures/import/import-world.ts';
import type { SourceImport } from '../import-source.ts';
import { wxr } from './wxr.ts';

let world: ImportWorld;
beforeEach(async (context) => {
  world = await openImportWorld(context as TestContext);
});

const site = (host: string, posts: Readonly<Record<number, string>>): string => `<rss
  xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>
  <link>https://${host}</link>${Object.entries(posts)
    .map(
      ([id, status]) => `<item><title>${host} ${id}</title><link>https://${host}/${id}/</link>
  <wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2026-01-02 03:04:05</wp:post_date_gmt><wp:status>${status}</wp:status></item>`,
    )
    .join('')}</channel></rss>`;

const run = (text: string, options: Partial<SourceImport> = {}) =>
  world.run([text], { format: wxr, ...options });
const ids = () => world.ids('content_item');
const published = { 1: 'publish', 2: 'publish' };

test('each site has its own ids, and pruning one leaves the other', async () => {
  await run(site('a.example', published));
  await run(site('b.example', published));
  await run(site('b.example-1', published));
  const dry = await run(site('b.example', { 1: 'draft', 3: 'publish' }), { prunes: true, isDryRun: true });
  assert.deepEqual(
    dry.deletions.map(({ id }) => id),
    ['wp-b.example-1 en-us', 'wp-b.example-2 en-us'],
  );
  await run(site('b.example', { 1: 'draft', 3: 'publish' }), { prunes: true });
  assert.deepEqual(await ids(), [
    'wp-a.example-1',
    'wp-a.example-2',
    'wp-b.example-1-1',
    'wp-b.example-1-2',
    'wp-b.example-3',
  ]);
});

test('plain ids of an earlier import are kept or replaced, as the caller says', async () => {
  const text = site('a.example', published);
  const plain = { target: { ...target, idPrefix: 'wp-' } };
  await run(text, plain);
  assert.deepEqual(await ids(), ['wp-1', 'wp-2']);
  for (const options of [{}, { prunes: true }, { keepGoing: true }, { isDryRun: true }]) {
    const refused = await run(text, options);
    assert.deepEqual([refused.committed, refused.faultCount, refused.deletions], [false, 1, []]);
    assert.match(
      refused.faults[0]?.message ?? '',
      /such as wp-1: .* --id-prefix wp-a\.example- \(over HTTP: .*\)$/,
    );
  }
  assert.equal((await run(text, { ...plain, prunes: true })).counts.get('content_item')?.unchanged, 2);
  await run(site('b.example', published), { target: { ...target, idPrefix: 'wp-b.example-' }, prunes: true });
  assert.deepEqual(await ids(), ['wp-1', 'wp-2', 'wp-b.example-1', 'wp-b.example-2']);
  await run(text, { target: { ...target, oldIdPrefix: 'wp-' }, prunes: true });
  assert.deepEqual(await ids(), ['wp-a.example-1', 'wp-a.example-2', 'wp-b.example-1', 'wp-b.example-2']);
  assert.equal((await run(text, { prunes: true })).counts.get('content_item')?.unchanged, 2);
});
