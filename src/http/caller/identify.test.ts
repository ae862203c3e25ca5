// Whom the server remembers: what was found out for one operation lets nobody into another that asks for more, on one connection or many.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOf, openCounting, ways } from '../../../test/fixtures/counting-fixture.ts';
import { allNames, buildFixture, operationOf, secrets } from '../../../test/fixtures/server-fixture.ts';
import type { OperationName } from '../../contract/routes.ts';

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
