// Whose token it was, in the line of each request: its id and nothing that opens a door, however the response came about.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { openCounting, until } from '../../test/fixtures/counting-fixture.ts';
import { buildFixture, type Fixture, scoped, secrets } from '../../test/fixtures/server-fixture.ts';
import { askerOf } from './identity.ts';

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

const linesOf = ({ logLines }: Fixture): Record<string, unknown>[] =>
  logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request completed');

const askersOf = (fixture: Fixture) =>
  linesOf(fixture).map(({ status, tokenId, operator }) => ({ status, tokenId, operator }));

const assertKeepsSecrets = ({ logLines }: Fixture): void => {
  const log = logLines.join('');
  for (const secret of Object.values(secrets)) {
    const shapes = [
      secret,
      ...(['hex', 'base64', 'base64url'] as const).map((form) => hash('sha256', secret, form)),
    ];
    for (const shape of shapes) assert.ok(!log.includes(shape), `${secret}: ${log}`);
  }
};

for (const way of ['routed', 'at once', 'at once, behind a proxy'] as const) {
  test(`a line names the token by its id, the first time and every other; ${way}`, async (context) => {
    const config = { trustProxy: way === 'at once, behind a proxy', logLevel: 'trace' } as const;
    const { ask, fixture } = await openCounting(context, way === 'routed' ? 'routed' : 'at once', config);
    const asked = [secrets.read, secrets.read, secrets.full, undefined, undefined];
    for (const secret of asked) {
      assert.equal((await ask('popular-terms', secret === undefined ? {} : bearer(secret))).status, 200);
    }
    await until(() => linesOf(fixture).length === asked.length);
    assert.equal(fixture.carried.length, 3, 'the others were remembered');
    assert.deepEqual(
      askersOf(fixture),
      ['read', 'read', 'full', undefined, undefined].map((tokenId) => ({
        status: 200,
        tokenId,
        operator: undefined,
      })),
    );
    assertKeepsSecrets(fixture);
  });
}

test('the operator is called so; a token that may not is named too, and one that is not valid is not', async () => {
  const fixture = buildFixture({ logLevel: 'trace' });
  const { app } = fixture.server;
  const get = (url: string, headers: Readonly<Record<string, string>>) => app.inject({ url, headers });
  const MODELS = '/content/v2/content-models/m1';
  await get('/manage/v1/tenants', bearer(secrets.operator));
  await get('/metrics', bearer(secrets.operator));
  await get('/metrics', bearer(secrets.full));
  await get(MODELS, { ...scoped, ...bearer(secrets.operator) });
  await get(MODELS, { ...scoped, ...bearer(secrets.foreign) });
  await get(MODELS, { ...scoped, ...bearer(secrets.revoked) });
  await get(MODELS, { ...scoped, ...bearer('nobody knows this one') });
  await get(MODELS, scoped);
  assert.deepEqual(
    askersOf(fixture).map(({ status, tokenId, operator }) => [status, tokenId ?? operator]),
    [
      [200, true],
      [200, true],
      [401, undefined],
      [403, true],
      [403, 'foreign'],
      [401, undefined],
      [401, undefined],
      [401, undefined],
    ],
  );
  assertKeepsSecrets(fixture);
});

test('nobody in particular leaves no trace', () => {
  assert.deepEqual(askerOf(undefined), {});
  assert.deepEqual(askerOf({ token: undefined, isOperator: false }), {});
});
