// Publishing as callers see it: what an element changes and what it leaves alone, byte for byte; partial failure in
// request order; repeats; and that the next search shows it.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import {
  absent,
  home,
  ownOf,
  type Place,
  PRODUCTION,
  STAGING,
  shared,
  staging,
} from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import {
  type Call,
  createTokens,
  dataOf,
  outcomeOf,
  searchResultOf,
  startFixture,
  type WireResponse,
} from '../service/fixture-service.ts';

const fixture = await startFixture();
const { call, service } = fixture;
const tokens = await createTokens(fixture, {
  full: { permission: 'full' },
  another: { permission: 'full' },
  productionAlone: { permission: 'full', environments: [PRODUCTION] },
});

const [first, second, third] = shared.versions;
const locales = ['en-us', 'de', 'fr'] as const;
const AT = { modelInternalName: shared.modelName, contentModelDataId: shared.record };

interface PublishData {
  readonly success: readonly string[];
  readonly failures: readonly string[];
  readonly failure_details: readonly {
    readonly environment_id: string;
    readonly version_id: string;
    readonly code: string;
    readonly message: string;
  }[];
}

type Element = readonly [environment: string, version: string];

const publish = (elements: readonly Element[], more: Call = {}): Promise<WireResponse> =>
  call('publish-versions', {
    params: AT,
    token: tokens.full,
    body: { version_data: elements.map(([environment_id, version_id]) => ({ environment_id, version_id })) },
    ...more,
  });

const published = async (elements: readonly Element[], more: Call = {}): Promise<PublishData> =>
  dataOf<PublishData>(await publish(elements, more));

const words = { 'en-us': 'chronicle', de: 'chronik', fr: 'chronique' } as const;

/** The search results about the record in each locale, byte for byte. */
const shown = async (place: Place): Promise<Record<(typeof locales)[number], string>> => {
  const entries = await Promise.all(
    locales.map(async (locale) => {
      const query = { catalog_id: shared.catalog, q: words[locale], locale };
      return [locale, (await call('search-content', { query, place, token: tokens.full })).text];
    }),
  );
  return Object.fromEntries(entries);
};

const versionIn = (text: string): string | undefined => {
  const item = searchResultOf({ status: 200, headers: new Map(), text }).data.find(
    ({ provider_id }) => provider_id === shared.record,
  );
  return item && (JSON.parse(item.extra_data) as { version_id: string }).version_id;
};

const versionsShown = async (place: Place) => {
  const texts = await shown(place);
  return locales.map((locale) => versionIn(texts[locale]));
};

before(async () => {
  // The fixture starts with the first version in all three locales of both environments.
  assert.deepEqual(await versionsShown(home), [first, first, first]);
  assert.deepEqual(await versionsShown(staging), [first, first, first]);
});

/** Back to the first version everywhere. */
const reset = async (): Promise<void> => {
  const { success } = await published([
    [PRODUCTION, first],
    [STAGING, first],
  ]);
  assert.deepEqual(success, [first, first]);
};

test('publishing what is published succeeds and changes nothing, not even the time', async () => {
  const inProduction = await shown(home);
  const inStaging = await shown(staging);
  await reset();
  await reset();
  assert.deepEqual(await shown(home), inProduction);
  assert.deepEqual(await shown(staging), inStaging);
  assert.match(inProduction['en-us'], /2026-01-09T08:00:00Z/);
});

test('the very next search shows it, in that environment and in no other', async () => {
  const inStaging = await shown(staging);
  assert.deepEqual(await published([[PRODUCTION, second]]), {
    success: [second],
    failures: [],
    failure_details: [],
  });
  // The second version has no French: the published French text stays.
  assert.deepEqual(await versionsShown(home), [second, second, first]);
  assert.deepEqual(await shown(staging), inStaging);
  await published([[STAGING, third]]);
  assert.deepEqual(await versionsShown(staging), [first, third, first]);
  assert.deepEqual(await versionsShown(home), [second, second, first]);
  await reset();
  assert.deepEqual(await versionsShown(home), [first, first, first]);
});

test('a publish of one locale leaves the responses in the others byte for byte', async () => {
  for (const locale of ['de', 'DE', 'De']) {
    const before = await shown(home);
    assert.deepEqual((await published([[PRODUCTION, second]], { query: { locale } })).success, [second]);
    const after = await shown(home);
    assert.equal(versionIn(after.de), second);
    assert.equal(after['en-us'], before['en-us']);
    assert.equal(after.fr, before.fr);
    await published([[PRODUCTION, first]], { query: { locale: 'de' } });
  }
  for (const locale of ['en-us', 'EN_us']) {
    await published([[PRODUCTION, second]], { query: { locale } });
    assert.deepEqual(await versionsShown(home), [second, first, first]);
    await reset();
  }
});

test('a locale that the version lacks fails the element; reading falls back, publishing never does', async () => {
  const before = await shown(home);
  for (const locale of ['fr', 'de-at', 'en']) {
    const { success, failures, failure_details } = await published([[PRODUCTION, second]], {
      query: { locale },
    });
    assert.deepEqual([success, failures], [[], [second]]);
    assert.deepEqual(
      failure_details.map(({ code }) => code),
      ['locale_not_found'],
    );
  }
  assert.deepEqual(await shown(home), before);
});

test('elements stand alone: what fails is told in request order, the rest is done', async () => {
  const elements: Element[] = [
    [absent.id, first],
    [PRODUCTION, second],
    ['nowhere-2', second],
    [STAGING, shared.secondVersion],
    [ownOf(home).environment, 'no-uuid'],
  ];
  const { success, failures, failure_details } = await published(elements);
  assert.deepEqual(success, [second]);
  assert.deepEqual(failures, [first, second, shared.secondVersion, 'no-uuid']);
  assert.deepEqual(
    failure_details.map(({ environment_id, version_id, code }) => [environment_id, version_id, code]),
    [
      [absent.id, first, 'environment_not_found'],
      ['nowhere-2', second, 'environment_not_found'],
      [STAGING, shared.secondVersion, 'version_not_found'],
      [ownOf(home).environment, 'no-uuid', 'version_not_found'],
    ],
  );
  assert.ok(failure_details.every(({ message }) => message !== ''));
  assert.deepEqual(await versionsShown(home), [second, second, first]);
  assert.deepEqual(await versionsShown(staging), [first, first, first]);
  await reset();
});

test('ids are returned as they were sent; a UUID in upper case is the same version', async () => {
  const params = { ...AT, contentModelDataId: shared.record.toUpperCase() };
  const { success } = await published([[PRODUCTION, second.toUpperCase()]], { params });
  assert.deepEqual(success, [second.toUpperCase()]);
  assert.deepEqual(await versionsShown(home), [second, second, first]);
  await reset();
});

test('a token for some environments publishes there; any other environment fails as one that does not exist', async () => {
  const inStaging = await shown(staging);
  const response = await publish(
    [
      [PRODUCTION, second],
      [STAGING, second],
      [absent.id, second],
    ],
    {
      token: tokens.productionAlone,
    },
  );
  const { success, failure_details } = dataOf<PublishData>(response);
  assert.deepEqual(success, [second]);
  const [foreign, missing] = failure_details;
  assert.deepEqual({ ...foreign, environment_id: '' }, { ...missing, environment_id: '' });
  assert.deepEqual(await shown(staging), inStaging);
  const there = await publish([[PRODUCTION, first]], { token: tokens.productionAlone, place: staging });
  assert.equal(outcomeOf(there), '403 Forbidden token_scope');
  await reset();
});

test('a repeat with the same key returns the same bytes and does nothing', async () => {
  const headers = [['idempotency-key', 'repeat-1']] as const;
  const elements: Element[] = [
    [PRODUCTION, second],
    [absent.id, second],
  ];
  const done = await publish(elements, { headers });
  assert.deepEqual(dataOf<PublishData>(done).success, [second]);
  await reset();
  const again = await publish(elements, { headers });
  assert.deepEqual([again.status, again.text], [done.status, done.text]);
  assert.deepEqual(await versionsShown(home), [first, first, first], 'nothing was published again');
  // Keys are per token.
  const elsewhere = await publish([[PRODUCTION, first]], { headers, token: tokens.another });
  assert.equal(elsewhere.status, 200);
});

test('the same key with anything else in the request is a conflict, and nothing is done', async () => {
  const headers = [['idempotency-key', 'conflict-1']] as const;
  assert.equal((await publish([[PRODUCTION, first]], { headers })).status, 200);
  const changed: readonly (readonly [Element[], Call])[] = [
    [[[PRODUCTION, second]], {}],
    [[[STAGING, second]], {}],
    [
      [
        [PRODUCTION, first],
        [STAGING, second],
      ],
      {},
    ],
    [[[PRODUCTION, first]], { query: { locale: 'de' } }],
    [[[PRODUCTION, first]], { params: { ...AT, contentModelDataId: shared.secondRecord } }],
    [[[PRODUCTION, first]], { place: staging }],
  ];
  for (const [elements, more] of changed) {
    const response = await publish(elements, { headers, ...more });
    assert.equal(outcomeOf(response), '409 Conflict idempotency_key_reused', JSON.stringify(more));
  }
  assert.deepEqual(await versionsShown(home), [first, first, first]);
  assert.deepEqual(await versionsShown(staging), [first, first, first]);
});

test('a refused request does not use up its key', async () => {
  const headers = [['idempotency-key', 'refused-1']] as const;
  const params = { ...AT, contentModelDataId: absent.uuid };
  assert.equal((await publish([[PRODUCTION, first]], { headers, params })).status, 404);
  assert.equal((await publish([[PRODUCTION, first]], { headers })).status, 200);
});

test('many publishes at once leave one version standing, whole', async () => {
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => publish([[PRODUCTION, index % 2 === 0 ? first : second]])),
  );
  assert.ok(responses.every(({ status }) => status === 200));
  const [english, german, french] = await versionsShown(home);
  assert.ok(english === german && (english === first || english === second));
  assert.equal(french, first);
  await reset();
});

test('a record that was never published anywhere appears when it is', async () => {
  const own = ownOf(home);
  const query = { catalog_id: shared.catalog, q: 'diary' };
  assert.equal(searchResultOf(await call('search-content', { query })).total, 0);
  const params = { modelInternalName: own.modelName, contentModelDataId: own.record };
  await published([[PRODUCTION, own.version]], { params });
  const { data } = searchResultOf(await call('search-content', { query }));
  assert.deepEqual(
    data.map(({ provider_id, type }) => [provider_id, type]),
    [[own.record, own.modelName]],
  );
});

test('a version that is imported while the service runs can be published at once', async () => {
  const id = absent.uuid.replace(/9{6}$/, '555555');
  const lines = toBundle([
    { kind: 'scope', tenant_id: home.tenant, workspace_id: home.workspace },
    {
      kind: 'version',
      record_id: shared.record,
      id,
      number: 9,
      created_at: '2026-02-01',
      localized: { 'en-us': { title: 'Chronicle nine', page_slug: '/nine' } },
    },
  ]);
  const imported = await runHere(service.dataDir, ['import', '-'], { input: lines });
  assert.equal(imported.code, 0, imported.err);
  assert.deepEqual((await published([[PRODUCTION, id]])).success, [id]);
  assert.deepEqual(await versionsShown(home), [id, first, first]);
});
