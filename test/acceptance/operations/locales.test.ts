// The locale chain: exact, then its language, then the regional forms of a bare language by code, then the
// environment's default. An item is found once, in the first locale of the chain that it exists in; a single text
// follows the chain by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { home, type Place, shared, staging, uuid } from '../service/fixture-bundle.ts';
import { createTokens, dataOf, OPERATOR, searchResultOf, shareFixture } from '../service/fixture-service.ts';

const fixture = await shareFixture();
const { call } = fixture;
const { read: token } = await createTokens(fixture, { read: { permission: 'read' } });

type LocaleById = Readonly<Record<string, string>>;

/** Which item is found in which locale; asserts that each is found once. */
const search = async (q: string, locale: string | undefined, place: Place = home): Promise<LocaleById> => {
  const query = { catalog_id: shared.catalog, q, limit: 100, ...(locale === undefined ? {} : { locale }) };
  const { data, total } = searchResultOf(await call('search-content', { query, place, token }));
  const ids = data.map((item) => item.provider_id);
  assert.equal(new Set(ids).size, ids.length, `an item is found twice for ${locale}`);
  assert.equal(total, ids.length);
  return Object.fromEntries(data.map((item) => [item.provider_id, item.locale]).toSorted());
};

const inAustria = { default: 'en-us', exact: 'de-at', language: 'de' };
const inGerman = { default: 'en-us', exact: 'de', language: 'de' };
const inEnglish = { default: 'en-us', exact: 'en-us', language: 'en-us' };

test('content search walks exact → language → default', async () => {
  assert.deepEqual(await search('zephyrine', 'de-at'), inAustria);
  assert.deepEqual(await search('zephyrine', 'de'), inGerman);
  assert.deepEqual(await search('zephyrine', 'de-ch'), inGerman);
  assert.deepEqual(await search('zephyrine', 'en-us'), inEnglish);
  assert.deepEqual(await search('zephyrine', undefined), inEnglish);
  assert.deepEqual(await search('zephyrine', 'ja'), inEnglish);
  assert.deepEqual(await search('zephyrine', 'fr-ca'), { ...inEnglish, other: 'fr' });
});

test('case and the underline do not matter', async () => {
  for (const locale of ['de_at', 'DE-AT', 'De_At', 'dE-aT']) {
    assert.deepEqual(await search('zephyrine', locale), inAustria, locale);
  }
});

test("the end of the chain is the environment's own default", async () => {
  // Staging defaults to de-de: items in English only are not found there.
  const german = { exact: 'de', language: 'de' };
  assert.deepEqual(await search('zephyrine', undefined, staging), german);
  assert.deepEqual(await search('zephyrine', 'ja', staging), {});
  assert.deepEqual(await search('zephyrine', 'de-at', staging), { exact: 'de-at', language: 'de' });
  assert.deepEqual(await search('zephyrine', 'en-us', staging), inEnglish);
});

test('an item that exists in an earlier locale of the chain is found by that text or not at all', async () => {
  assert.deepEqual(await search('borealis', 'en-us'), { shadow: 'en-us' });
  assert.deepEqual(await search('borealis', 'de-at'), {});
  assert.deepEqual(await search('verdeckt', 'de-at'), { shadow: 'de' });
  assert.deepEqual(await search('verdeckt', 'en-us'), {});
});

test('the language of the text decides how it is analysed', async () => {
  // English stemming removes the plural; the German text has neither form.
  assert.deepEqual(await search('chronicles', 'en-us'), { [shared.record]: 'en-us' });
  assert.deepEqual(await search('chroniken', 'de'), { [shared.record]: 'de' });
  assert.deepEqual(await search('chronicles one', 'de'), {});
});

const modelTexts = async (locale: string | undefined, place: Place = home): Promise<string> => {
  const query = locale === undefined ? {} : { locale };
  const response = await call('get-content-model', { params: { id: shared.model }, query, place, token });
  const { record } = dataOf<{ record: { name: string; description: string } }>(response);
  return `${record.name} | ${record.description}`.replaceAll(' acmeweb', '');
};

test('the texts of a model walk the chain, each by itself', async () => {
  const own = 'Model | Described by';
  assert.equal(await modelTexts(undefined), own);
  assert.equal(await modelTexts('en-us'), own);
  assert.equal(await modelTexts('fr'), own);
  assert.equal(await modelTexts('de'), 'Modell | Beschrieben von');
  assert.equal(await modelTexts('de-ch'), 'Modell | Beschrieben von');
  assert.equal(await modelTexts('de-at'), 'Modell | Beschrieben in Wien von');
  assert.equal(await modelTexts('DE_at'), 'Modell | Beschrieben in Wien von');
});

test("a model's texts end in the environment's default locale", async () => {
  assert.equal((await modelTexts('fr', staging)).split(' | ')[0], 'Modell de-de');
  assert.equal((await modelTexts(undefined, staging)).split(' | ')[0], 'Modell de-de');
  assert.equal((await modelTexts('de-at', staging)).split(' | ')[0], 'Modell');
});

interface FormTexts {
  readonly display_name: string;
  readonly submit_btn_txt: string;
}

const formTexts = async (locale: string | undefined, search: string): Promise<FormTexts[]> => {
  const query = {
    search,
    fields: 'display_name,submit_btn_txt',
    ...(locale === undefined ? {} : { locale }),
  };
  return dataOf<{ item: { items: FormTexts[] } }>(await call('list-forms', { query })).item.items;
};

test('the texts of a form walk the chain, and search sees what is shown', async () => {
  const own = [{ display_name: 'Callback acmeweb', submit_btn_txt: 'Send' }];
  assert.deepEqual(await formTexts(undefined, 'callback'), own);
  assert.deepEqual(await formTexts('fr', 'callback'), own);
  assert.deepEqual(await formTexts('de', 'ruckruf'), [
    { display_name: 'Rückruf acmeweb', submit_btn_txt: 'Senden' },
  ]);
  assert.deepEqual(await formTexts('de_AT', 'RÜCKRUF'), [
    { display_name: 'Rückruf acmeweb', submit_btn_txt: 'Abschicken' },
  ]);
  assert.deepEqual(await formTexts('de', 'callback'), []);
  assert.deepEqual(await formTexts(undefined, 'rückruf'), []);
});

/** Items in two forms of Portuguese but in neither bare language; the default locale here is en-us. */
const portuguese = (): object[] => {
  const [id, record, version] = [uuid(7_001), uuid(7_002), uuid(7_003)];
  const created_at = '2026-02-01T00:00:00Z';
  const item = {
    kind: 'content_item',
    catalog_id: shared.catalog,
    provider_id: 'lusitan',
    type: 'page',
    created_at,
  };
  const text = (title: string) => ({ title, page_slug: '/lusitan' });
  return [
    { ...item, locale: 'pt-pt', title: 'Lusitano', url: '/pt' },
    { ...item, locale: 'pt-br', title: 'Lusitano brasileiro', url: '/br' },
    {
      ...{ kind: 'product', catalog_id: shared.catalog, id: 'p-lusitan', name: 'Saddle' },
      localized: { 'pt-pt': { name: 'Selim' }, 'pt-br': { name: 'Sela' } },
    },
    {
      ...{ kind: 'content_model', id, internal_name: 'lusitan', name: 'Horse', created_at },
      is_localization_enabled: true,
      localized: { 'pt-pt': { name: 'Cavalo', description: 'Um cavalo' }, 'pt-br': { name: 'Cavalinho' } },
    },
    {
      ...{ kind: 'form', id: uuid(7_004), name: 'lusitan', display_name: 'Ride', submit_btn_txt: 'Go' },
      ...{ created_at, fields: [{ name: 'who', label: 'Who', type: 'text' }] },
      localized: {
        'pt-pt': { display_name: 'Passeio', submit_btn_txt: 'Ir' },
        'pt-br': { display_name: 'Volta' },
      },
    },
    { kind: 'record', model: 'lusitan', id: record, created_at },
    {
      ...{ kind: 'version', record_id: record, id: version, number: 1, created_at },
      localized: { 'pt-pt': text('Cavalo'), 'pt-br': text('Cavalinho') },
    },
    {
      ...{ kind: 'publication', record_id: record, version_id: version, published_at: created_at },
      environment_id: home.environment,
    },
  ];
};

test('a bare language stands for its regional forms in every operation that reads a locale', async () => {
  const body = portuguese()
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  const written = await call('manage-bulk-write', { body, token: OPERATOR });
  assert.match(written.text, /"failed":0/);
  assert.deepEqual(await search('lusitano', 'pt'), { lusitan: 'pt-br' });
  assert.deepEqual(await search('lusitano', 'pt-pt'), { lusitan: 'pt-pt' });
  assert.deepEqual(await search('lusitano', 'pt-ao'), {}, 'a region does not stand for another one');
  const count = async (search_term: string, locale: string): Promise<number> => {
    const response = await call('count-products', { body: { search_term }, query: { locale } });
    return dataOf<{ result: { total_count: number } }>(response).result.total_count;
  };
  assert.equal(await count('sela', 'pt'), 1);
  assert.equal(await count('selim', 'pt'), 0, 'a product is found in one locale');
  assert.equal(await count('saddle', 'pt'), 0);
  assert.equal(await count('saddle', 'pt-ao'), 1);
  const params = { modelInternalName: 'lusitan', contentModelDataId: uuid(7_002) };
  const query = { locale: 'PT' };
  const model = await call('get-content-model', { params: { id: uuid(7_001) }, query, token });
  const { name, description } = dataOf<{ record: { name: string; description: string } }>(model).record;
  assert.deepEqual([name, description], ['Cavalinho', 'Um cavalo'], 'each text walks by itself');
  assert.deepEqual(await formTexts('pt', 'volta'), [{ display_name: 'Volta', submit_btn_txt: 'Ir' }]);
  const form = await call('get-form', { params: { form_id: 'lusitan' }, query });
  assert.equal(dataOf<{ item: FormTexts }>(form).item.display_name, 'Volta');
  const models = await call('list-content-models', { query: { locale: 'pt', search: 'cavalinho' }, token });
  assert.equal(dataOf<{ total_count: number }>(models).total_count, 1);
  const records = dataOf<{ items: { locale: string }[] }>(
    await call('list-records', { params, query, token }),
  );
  assert.deepEqual(
    records.items.map(({ locale }) => locale),
    ['pt-br'],
  );
  const record = await call('get-record', { params, query, token });
  assert.match(record.text, /"locale":"pt-br"/);
  assert.equal((await call('get-record', { params, query: { locale: 'pt-ao' }, token })).status, 404);
});

test('reading by fallback changes nothing', async () => {
  const before = await call('get-content-model', { params: { id: shared.model }, token });
  for (const locale of ['ja', 'de-ch', 'fr-ca']) {
    await search('zephyrine', locale);
    await modelTexts(locale);
  }
  const after = await call('get-content-model', { params: { id: shared.model }, token });
  assert.equal(after.text, before.text);
  assert.deepEqual(await search('zephyrine', 'ja'), inEnglish);
});
