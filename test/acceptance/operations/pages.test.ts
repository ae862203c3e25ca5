// Public pages: only what is published, by id and by slug, without a token if the environment is open, by headers or
// by host, and cacheable like every public read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absent, home, hostOf, PRODUCTION, shared, staging } from '../service/fixture-bundle.ts';
import { type Call, createTokens, dataOf, outcomeOf, shareFixture } from '../service/fixture-service.ts';

const fixture = await shareFixture();
const { call } = fixture;
const tokens = await createTokens(fixture, {
  full: { permission: 'full' },
  read: { permission: 'read' },
  foreign: { permission: 'read', tenant: 'globex' },
});

interface Page {
  readonly id: string;
  readonly locale: string;
  readonly title: string;
  readonly page_slug: string;
  readonly alternates: readonly { readonly locale: string }[];
}

const pageOf = (response: Parameters<typeof dataOf>[0]): Page => dataOf<{ page: Page }>(response).page;
const byId = (record_id: string, more: Call = {}) => call('get-page', { params: { record_id }, ...more });
const bySlug = (slug: string, more: Call = {}) =>
  call('get-page-by-slug', { ...more, query: { slug, ...(more.query as object | undefined) } });

const recordParams = { modelInternalName: shared.modelName, contentModelDataId: shared.record };
const place = (name: 'publish-versions' | 'unpublish-versions', version_id: string) =>
  call(name, {
    params: recordParams,
    body: { version_data: [{ environment_id: PRODUCTION, version_id }] },
    token: tokens.full,
  });

test('a published page is returned without a token, by headers and by host, by id and by slug', async () => {
  const first = pageOf(await byId(shared.record));
  assert.deepEqual([first.id, first.locale, first.page_slug], [shared.record, 'en-us', '/story/en-us']);
  assert.deepEqual(
    first.alternates.map(({ locale }) => locale),
    ['de', 'en-us', 'fr'],
  );
  const host = { place: null, host: hostOf(home) };
  for (const response of [
    await byId(shared.record, host),
    await bySlug('/story/en-us'),
    await bySlug('story/en-us/', host),
  ]) {
    assert.deepEqual(pageOf(response), first);
  }
  assert.equal(pageOf(await byId(shared.record, { query: { locale: 'de-at' } })).locale, 'de');
  assert.equal(pageOf(await bySlug('/story/de', { query: { locale: 'de-at' } })).locale, 'de');
  assert.equal(pageOf(await bySlug('/story/fr')).locale, 'fr', 'a slug may say the locale itself');
  assert.equal(outcomeOf(await bySlug('/story/fr', { query: { locale: 'de' } })), PAGE_NOT_FOUND);
});

const PAGE_NOT_FOUND = '404 RecordNotFound page_not_found';

test('drafts and records of other models are not there, whoever asks', async () => {
  const unpublished = [shared.secondRecord, shared.plainRecord, absent.uuid, 'no-id'];
  for (const token of [undefined, tokens.read, tokens.full]) {
    for (const id of unpublished) assert.equal(outcomeOf(await byId(id, { token })), PAGE_NOT_FOUND, id);
    assert.equal(outcomeOf(await byId(shared.record, { token, query: 'preview=true' })), '200');
    assert.equal(outcomeOf(await bySlug('/nowhere', { token })), PAGE_NOT_FOUND);
  }
  const model = { kind: 'publication', record_id: shared.plainRecord, version_id: shared.plainVersion };
  const body = `${JSON.stringify({ ...model, environment_id: PRODUCTION, published_at: '2026-02-02' })}\n`;
  assert.match((await call('manage-bulk-write', { body, token: tokens.full })).text, /"failed":0/);
  assert.equal(outcomeOf(await byId(shared.plainRecord)), PAGE_NOT_FOUND, 'its model is no page');
});

test('a page changes and goes with what is published', async () => {
  const title = async () => pageOf(await bySlug('/story/en-us')).title;
  assert.equal(await title(), 'Chronicle one acmeweb');
  await place('publish-versions', shared.versions[1]);
  assert.equal(await title(), 'Chronicle two acmeweb');
  await place('unpublish-versions', shared.versions[1]);
  assert.equal(outcomeOf(await bySlug('/story/en-us')), PAGE_NOT_FOUND);
  assert.equal(pageOf(await byId(shared.record, { query: { locale: 'fr' } })).locale, 'fr');
  assert.equal(outcomeOf(await byId(shared.record)), PAGE_NOT_FOUND, 'in English it is not published');
  await place('publish-versions', shared.versions[0]);
  assert.equal(await title(), 'Chronicle one acmeweb');
});

test('caches are told what they are told of other public reads', async () => {
  const response = await bySlug('/story/en-us');
  const forms = await call('list-forms', { query: { limit: 1 } });
  for (const header of ['cache-control', 'vary']) {
    assert.equal(response.headers.get(header), forms.headers.get(header), header);
  }
  assert.match(response.headers.get('cache-control') ?? '', /^public/);
  const headers = [['if-none-match', response.headers.get('etag') ?? '']] as const;
  assert.equal((await bySlug('/story/en-us', { headers })).status, 304);
  const withToken = await byId(shared.record, { token: tokens.read });
  assert.equal(withToken.headers.get('cache-control'), 'private, no-cache');
});

test('where the environment demands a token, a page does too', async () => {
  const at = { place: staging };
  assert.equal(outcomeOf(await byId(shared.record, at)), '401 Unauthorized token_missing');
  assert.equal(outcomeOf(await bySlug('/story/de', at)), '401 Unauthorized token_missing');
  const response = await bySlug('/story/de', { ...at, token: tokens.read });
  assert.equal(pageOf(response).locale, 'de');
  assert.equal(response.headers.get('cache-control'), 'private, no-cache');
  assert.equal(outcomeOf(await byId(shared.record, { token: tokens.foreign })), '403 Forbidden token_scope');
});

test('what is wrong with a request is said', async () => {
  assert.equal(outcomeOf(await call('get-page-by-slug')), '400 MissingParameter missing:slug');
  assert.equal(outcomeOf(await bySlug('')), '400 InvalidInput blank_value:slug');
  assert.equal(outcomeOf(await bySlug('a'.repeat(1_001))), '400 InvalidInput too_long:slug');
  assert.equal(
    outcomeOf(await byId(shared.record, { query: 'locale=1' })),
    '400 InvalidInput malformed:locale',
  );
  const unknown = { place: null, host: absent.host };
  assert.equal(outcomeOf(await byId(shared.record, unknown)), '404 DomainNotFound domain_not_found');
});
