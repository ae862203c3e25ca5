// The settings of OpenSearch: what is taken together, what is refused, and that secrets go nowhere in the clear.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeAuthority } from '../../test/fixtures/certificates.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { searchServerOf } from './search-server-variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-settings-'));
after(() => rmSync(folder, { recursive: true }));

const fileWith = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** The names are those after VITRINE_SEARCH_. */
const settings = (given: Readonly<Record<string, string>>): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [`VITRINE_SEARCH_${name}`, value]));

const faultsOf = (given: Readonly<Record<string, string>>): readonly string[] => {
  try {
    loadConfig(settings(given));
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
  return [];
};

const URLS = 'https://a.example:9200,https://b.example/search/';

test('without an address there is no server', () => {
  assert.deepEqual(searchServerOf(loadConfig({})).urls, []);
});

test('all settings together', () => {
  const { certificate } = makeAuthority('Authority of the tests');
  const config = loadConfig(
    settings({
      URL: URLS,
      USERNAME: 'vitrine',
      PASSWORD_FILE: fileWith('password', 's3cret\n'),
      CA_FILE: fileWith('ca.pem', certificate),
      PREFIX: 'shop-1',
      OWN_INDEX_TENANTS: 'big, bigger',
      STALE: 'answer',
    }),
  );
  assert.deepEqual(searchServerOf(config), {
    urls: ['https://a.example:9200', 'https://b.example/search'],
    username: 'vitrine',
    password: 's3cret',
    token: undefined,
    ca: certificate,
  });
  assert.equal(config.searchPrefix, 'shop-1');
  assert.deepEqual(config.searchOwnIndexTenants, ['big', 'bigger']);
  assert.equal(config.searchStale, 'answer');
  assert.ok(Object.isFrozen(config.searchUrls) && Object.isFrozen(config.searchOwnIndexTenants));
});

test('a password and a token are taken as they are', () => {
  const user = searchServerOf(loadConfig(settings({ URL: URLS, USERNAME: 'u', PASSWORD: 'p:w' })));
  assert.deepEqual([user?.username, user?.password], ['u', 'p:w']);
  assert.equal(searchServerOf(loadConfig(settings({ URL: URLS, TOKEN: 't' })))?.token, 't');
});

test('secrets are sent over https, or to this machine', () => {
  const user = { USERNAME: 'u', PASSWORD: 'p' };
  for (const URL of ['http://localhost:9200', 'http://127.0.0.1:1,http://[::1]:2', 'https://a.example'])
    assert.deepEqual(faultsOf({ URL, ...user }), [], URL);
  assert.deepEqual(faultsOf({ URL: 'http://a.example:9200' }), [], 'without a secret');
  assert.deepEqual(faultsOf({ URL: 'https://a.example,http://b.example', ...user }), [
    'VITRINE_SEARCH_URL entry 2 must be an https URL: VITRINE_SEARCH_PASSWORD is sent there',
  ]);
  assert.deepEqual(faultsOf({ URL: 'http://a.example', TOKEN: 't' }), [
    'VITRINE_SEARCH_URL entry 1 must be an https URL: VITRINE_SEARCH_TOKEN is sent there',
  ]);
});

const incomplete: readonly [Readonly<Record<string, string>>, RegExp][] = [
  [{ URL: URLS, USERNAME: 'u' }, /^VITRINE_SEARCH_PASSWORD is missing: VITRINE_SEARCH_USERNAME needs it$/],
  [{ URL: URLS, PASSWORD: 'p' }, /^VITRINE_SEARCH_USERNAME is missing: VITRINE_SEARCH_PASSWORD needs it$/],
  [{ TOKEN: 't' }, /^VITRINE_SEARCH_URL is missing: VITRINE_SEARCH_TOKEN needs it$/],
  [{ OWN_INDEX_TENANTS: 'a' }, /^VITRINE_SEARCH_URL is missing/],
  [{ URL: URLS, USERNAME: 'u', PASSWORD: 'p', TOKEN: 't' }, /USERNAME and VITRINE_SEARCH_TOKEN are both set/],
];

for (const [given, problem] of incomplete) {
  test(`${Object.keys(given).join(', ')} do not go together`, () => {
    const faults = faultsOf(given);
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', problem);
  });
}

test('a password comes from one place', () => {
  const PASSWORD_FILE = fileWith('other', 'p');
  assert.deepEqual(faultsOf({ URL: URLS, USERNAME: 'u', PASSWORD: 'p', PASSWORD_FILE }), [
    'VITRINE_SEARCH_PASSWORD and VITRINE_SEARCH_PASSWORD_FILE are both set: one is enough',
  ]);
});

const bad: readonly [string, string, RegExp][] = [
  ['URL', 'a.example:9200', /entry 1 is not an http or https URL/],
  ['URL', 'https://a.example,', /entry 2 is not an http or https URL/],
  ['URL', 'https://user:pass@a.example', /entry 1 must not contain a user name or password/],
  ['URL', 'https://a.example/?x=1', /must not contain a query or a fragment/],
  ['PREFIX', 'Shop', /no valid prefix/],
  ['PREFIX', '-shop', /no valid prefix/],
  ['PREFIX', 'a'.repeat(65), /no valid prefix/],
  ['STALE', 'maybe', /allowed: refuse, answer/],
];

for (const [name, text, problem] of bad) {
  test(`${name}=${text} is refused`, () => {
    const faults = faultsOf({ [name]: text });
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', problem);
    assert.ok(faults[0]?.startsWith(`VITRINE_SEARCH_${name} `));
  });
}

test('files that are of no use are refused, and not quoted', () => {
  const wrong = fileWith('wrong', 'two words');
  const cases: readonly [Readonly<Record<string, string>>, RegExp][] = [
    [{ CA_FILE: join(folder, 'none') }, /^VITRINE_SEARCH_CA_FILE names a file that cannot be read/],
    [{ CA_FILE: wrong }, /^VITRINE_SEARCH_CA_FILE names a file without a certificate/],
    [{ CA_FILE: folder }, /^VITRINE_SEARCH_CA_FILE names a file that cannot be read/],
    [
      { USERNAME: 'u', PASSWORD_FILE: wrong },
      /^VITRINE_SEARCH_PASSWORD_FILE names a file that is empty or not/,
    ],
    [{ USERNAME: 'u', PASSWORD_FILE: fileWith('empty', '') }, /names a file that is empty or not/],
    [{ USERNAME: 'u:v', PASSWORD: 'p' }, /^VITRINE_SEARCH_USERNAME contains a colon/],
    [{ OWN_INDEX_TENANTS: 'a,b c' }, /^VITRINE_SEARCH_OWN_INDEX_TENANTS entry 2 is not the id of a tenant/],
  ];
  for (const [given, problem] of cases) {
    const faults = faultsOf({ URL: URLS, ...given });
    assert.equal(faults.length, 1, JSON.stringify(given));
    assert.match(faults[0] ?? '', problem);
    assert.ok(!faults[0]?.includes('two words') && !faults[0]?.includes(folder));
  }
});
