// Encrypted connections: only to a server whose certificate the given authority signed, for its own address.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { type Certificate, makeAuthority } from '../../../../test/fixtures/certificates.ts';
import { openSearchStandIn, wholeResponse } from '../../../../test/fixtures/search-stand-in.ts';
import { openSearchServer } from './search-server.ts';
import { SearchServerGone } from './search-server-errors.ts';

const authority = makeAuthority('Authority of the tests');

const openCase = async (t: TestContext, certificate: Certificate, ca: string | undefined) => {
  const standIn = await openSearchStandIn(certificate);
  const timeouts = { searchDeadlineMs: 60_000, connectMs: 60_000 };
  const credentials = { username: 'user', password: 'hidden' };
  const server = openSearchServer({ urls: [standIn.url], ca, ...credentials, ...timeouts });
  t.after(async () => {
    await server.close();
    await standIn.close();
  });
  return { standIn, server };
};

test('calls over TLS share a connection', async (t) => {
  const { standIn, server } = await openCase(t, authority.issue('127.0.0.1'), authority.certificate);
  for (let call = 0; call < 5; call += 1)
    assert.deepEqual(await server.search('shop', 'r', {}), wholeResponse);
  assert.equal(standIn.connections(), 1);
  assert.match(standIn.calls[0]?.headers.authorization ?? '', /^Basic /);
});

const refused: readonly [string, Certificate, string | undefined, string][] = [
  [
    'an authority that nobody trusts',
    authority.issue('127.0.0.1'),
    undefined,
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  [
    'another authority',
    authority.issue('127.0.0.1'),
    makeAuthority('Another').certificate,
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  ['another address', authority.issue('127.0.0.2'), authority.certificate, 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

for (const [what, certificate, ca, code] of refused) {
  test(`a certificate of ${what} is refused, and nothing is sent`, async (t) => {
    const { standIn, server } = await openCase(t, certificate, ca);
    await assert.rejects(server.search('shop', 'r', {}), (error) => {
      assert.ok(error instanceof SearchServerGone);
      assert.equal(error.why, 'unreachable');
      assert.equal((error.cause as NodeJS.ErrnoException).code, code);
      assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes('hidden'));
      return true;
    });
    assert.equal(standIn.calls.length, 0);
  });
}
