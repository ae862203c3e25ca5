// The direct routes and the router see the same client and the same host, whatever proxies say and whoever is trusted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Fastify, { type FastifyRequest } from 'fastify';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { buildReadOrigin, type RequestOrigin } from './request-origin.ts';

const address = fc.constantFrom(
  ...['127.0.0.1', '10.1.2.3', '192.0.2.7', '198.51.100.9', '::1', '2001:db8::7', '::ffff:10.1.2.3'],
);
const written = fc.oneof(address, fc.constantFrom('', ' ', 'unknown', '10.1.2.3:80', '<script>'));
const list = (entry: fc.Arbitrary<string>) =>
  fc.array(entry, { maxLength: 4 }).map((entries) => entries.join(', '));
const host = fc.constantFrom('one.test', 'two.test:8080', '[::1]:80', 'ONE.test ', '');

const headers = fc.record(
  {
    host: fc.constantFrom('inner.test', 'inner.test:8080'),
    'x-forwarded-for': list(written),
    'x-forwarded-host': list(host),
    forwarded: fc.constant('for=192.0.2.99;host=three.test'),
  },
  { requiredKeys: ['host'] },
);

for (const trustProxy of [
  false,
  true,
  ['127.0.0.1'],
  ['10.0.0.0/8', '::1'],
  ['loopback', 'uniquelocal'],
] as const) {
  test(`as Fastify says it, trusting ${trustProxy}`, async () => {
    const readOrigin = buildReadOrigin(trustProxy);
    const app = Fastify({ trustProxy: typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy] });
    let seen: readonly [wanted: RequestOrigin, found: RequestOrigin] | undefined;
    app.get('/', (request: FastifyRequest, reply) => {
      seen = [{ host: request.host, ip: request.ip }, readOrigin(request.raw)];
      return reply.send('');
    });
    await fc.assert(
      fc.asyncProperty(address, headers, async (remoteAddress, sent) => {
        seen = undefined;
        await app.inject({ url: '/', remoteAddress, headers: sent });
        assert.ok(seen !== undefined);
        assert.deepEqual(seen[1], seen[0]);
      }),
      { numRuns: runs(100, 2_000) },
    );
    await app.close();
  });
}

test('a connection that is gone has no address', () => {
  for (const trustProxy of [false, true, ['127.0.0.1']] as const)
    assert.deepEqual(buildReadOrigin(trustProxy)({ headers: { host: 'one.test' }, socket: {} } as never), {
      host: 'one.test',
      ip: '',
    });
});
