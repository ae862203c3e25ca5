// The chain of locales: exact, then its language, then the environment's default. An item answers once, in the first locale
// of the chain in which it exists; a text about one thing walks the chain by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { home, type Place, shared, staging } from './fixture-bundle.ts';
import { createTokens, dataOf, searchResultOf, startFixture } from './fixture-service.ts';

const fixture = await startFixture();
const { call } = fixture;
const { read: token } = await createTokens(fixture, { read: { permission: 'read' } });

type Answers = Readonly<Record<string, string>>;

/** Which item answers in which locale, and that each answers once. */
const search = async (q: string, locale: string | undefined, place: Place = home): Promise<Answers> => {
  const query = { catalog_id: shared.catalog, q, limit: 100, ...(locale === undefined ? {} : { locale }) };
  const { data, total } = searchResultOf(await call('search-content', { query, place, token }));
  const ids = data.map((item) => item.provider_id);
  assert.equal(new Set(ids).size, ids.length, `an item answers twice for ${locale}`);
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
  // Staging speaks de-de by default: what exists in English only does not answer there.
  const german = { exact: 'de', language: 'de' };
  assert.deepEqual(await search('zephyrine', undefined, staging), german);
  assert.deepEqual(await search('zephyrine', 'ja', staging), {});
  assert.deepEqual(await search('zephyrine', 'de-at', staging), { exact: 'de-at', language: 'de' });
  assert.deepEqual(await search('zephyrine', 'en-us', staging), inEnglish);
});

test('an item that exists in an earlier locale of the chain answers by that text or not at all', async () => {
  assert.deepEqual(await search('borealis', 'en-us'), { shadow: 'en-us' });
  assert.deepEqual(await search('borealis', 'de-at'), {});
  assert.deepEqual(await search('verdeckt', 'de-at'), { shadow: 'de' });
  assert.deepEqual(await search('verdeckt', 'en-us'), {});
});

test('the language of the text decides how it is analysed', async () => {
  // English stemming takes the plural away; the German text holds neither form.
  assert.deepEqual(await search('chronicles', 'en-us'), { [shared.record]: 'en-us' });
  assert.deepEqual(await search('chroniken', 'de'), { [shared.record]: 'de' });
  assert.deepEqual(await search('chronicles one', 'de'), {});
});

const modelTexts = async (locale: string | undefined, place: Place = home): Promise<string> => {
  const query = locale === undefined ? {} : { locale };
  const answer = await call('get-content-model', { params: { id: shared.model }, query, place, token });
  const { record } = dataOf<{ record: { name: string; description: string } }>(answer);
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
