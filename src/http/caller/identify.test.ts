// Whom the server remembers: what was found out for one operation lets nobody into another that asks for more, on one connection or many.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOf, openCounting, ways } from '../../../test/fixtures/counting-fixture.ts';
import {
  allNames,
  buildFixture,
  operationOf,
  scope,
  secrets,
} from '../../../test/fixtures/server-fixture.ts';
import type { OperationName } from '../../contract/routes.ts';
import type { Scope } from '../../domain/access/scope.ts';

/** One operation of each kind: where its scope comes from, what its caller must hold, whether it is served past the router. */
const kinds = [
  ...new Map(
    allNames.map((name) => {
      const { scope, access, isCacheable } = operationOf(name);
      return [`${scope} ${access} ${isCacheable}`, name as OperationName];
    }),
  ).values(),
];

const callers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nobody: {},
  ...Object.fromEntries(
    (['read', 'full', 'staging', 'operator'] as const).map((name) => [
      name,
      { authorization: `Bearer ${secrets[name]}` },
    ]),
  ),
};

for (const way of ways) {
  for (const [caller, headers] of Object.entries(callers)) {
    test(`${way}, ${caller}: what one operation lets in has no say in another`, async (context) => {
      // A server that remembers nobody, and one that does.
      const { app } = buildFixture().server;
      const wanted = new Map<string, number>();
      for (const name of kinds) {
        const { method, url, body, headers: sent } = callOf(name, headers);
        const payload = body === undefined ? {} : { payload: body };
        const response = await app.inject({ method: method as 'GET', url, headers: sent, ...payload });
        wanted.set(name, Math.floor(response.statusCode / 100) === 2 ? 200 : response.statusCode);
      }
      const { send, fixture } = await openCounting(context, way);
      fixture.carry = () => ['x'];
      for (const before of kinds) {
        for (const after of kinds) {
          for (const name of [before, after]) {
            const { status } = await send(callOf(name, headers));
            const kind = Math.floor(status / 100) === 2 ? 200 : status;
            assert.equal(kind, wanted.get(name), `${name} after ${before}`);
          }
        }
      }
    });
  }
}

/** What is sent beside the scoping headers of the fixture, and whom the operation must then see: where, by which token. */
const variations: readonly (readonly [Readonly<Record<string, string>>, Partial<Scope> | number, string?])[] =
  [
    [{}, {}],
    [{ 'x-tenant-id': 'globex' }, { tenantId: 'globex' }],
    [{ 'x-workspace-id': 'app' }, { workspaceId: 'app' }],
    [{ 'x-environment-id': 'STAGING-1' }, { environmentId: 'STAGING-1' }],
    [{ authorization: `Bearer ${secrets.read}` }, {}, 'read'],
    [{ authorization: `Bearer ${secrets.full}` }, {}, 'full'],
    [{ authorization: `Bearer ${secrets.staging}` }, 403],
    [
      { authorization: `Bearer ${secrets.staging}`, 'x-environment-id': 'STAGING-1' },
      { environmentId: 'STAGING-1' },
      'staging',
    ],
  ];

for (const way of ways) {
  test(`${way}: a caller is known by everything that says who they are`, async (context) => {
    const { ask, fixture } = await openCounting(context, way);
    const check = async ([headers, wanted, tokenId]: (typeof variations)[number], at: number) => {
      // Never asked before, so that the operation is reached.
      const { status } = await ask('popular-terms', headers, `&n=${at}`);
      if (typeof wanted === 'number') return assert.equal(status, wanted);
      const { caller } = fixture.carried.at(-1) ?? assert.fail();
      assert.deepEqual([caller.scope, caller.token?.id], [{ ...scope, ...wanted }, tokenId]);
    };
    let asked = 0;
    for (const before of variations) {
      for (const after of variations) {
        for (const one of [before, before, after]) {
          asked += 1;
          await check(one, asked);
        }
      }
    }
  });

  test(`${way}: where the host decides, another host is another caller`, async (context) => {
    const { send } = await openCounting(context, way);
    const { method, url } = callOf('list-forms');
    for (const [host, status] of [
      ['shop.test', 200],
      ['shop.test', 200],
      ['other.test', 404],
      ['shop.test', 200],
    ] as const)
      assert.equal((await send({ method, url, headers: { host } })).status, status, host);
  });
}

for (const way of ways) {
  test(`${way}: whoever was looked up while access changed is looked up again`, async (context) => {
    const { ask, fixture, signal } = await openCounting(context, way);
    const headers = { authorization: `Bearer ${secrets.read}` };
    const { environment } = fixture;
    // Asked for in the middle of a look-up.
    Object.defineProperty(fixture, 'environment', {
      configurable: true,
      get: () => {
        signal.accessAt += 1;
        return environment;
      },
    });
    await ask('popular-terms', headers);
    Object.defineProperty(fixture, 'environment', { value: environment });
    const before = fixture.lookups;
    await ask('popular-terms', headers);
    assert.ok(fixture.lookups > before);
    const settled = fixture.lookups;
    await ask('popular-terms', headers);
    assert.equal(fixture.lookups, settled, 'once nothing changes they are known');
  });
}

for (const way of ways) {
  test(`${way}: who manages a workspace is looked up once, and again when access changes`, async (context) => {
    const { send, fixture, signal } = await openCounting(context, way);
    fixture.carry = () => ['x'];
    const lookupsOf = async (headers: Readonly<Record<string, string>>): Promise<number> => {
      const before = fixture.lookups;
      await send(callOf('erase-visitor', headers));
      return fixture.lookups - before;
    };
    const manager = { authorization: `Bearer ${secrets.full}` };
    assert.notEqual(await lookupsOf(manager), 0);
    assert.equal(await lookupsOf(manager), 0);
    signal.accessAt += 1;
    assert.notEqual(await lookupsOf(manager), 0);
    assert.equal(await lookupsOf(manager), 0);
    // Refused, and looked up each time.
    for (const headers of [
      { authorization: `Bearer ${secrets.staging}` },
      { ...manager, 'x-tenant-id': 'globex' },
    ]) {
      for (const _ of [1, 2]) assert.notEqual(await lookupsOf(headers), 0);
    }
  });
}
