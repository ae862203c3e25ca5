// Which coding a client gets, and that every coding holds the same bytes under a tag of its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { buildFixture, calls, scoped } from '../../../test/fixtures/server-fixture.ts';
import { chooseCoding } from './compress.ts';

test('the coding that is liked best, or none', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip;q=0', undefined],
    ['*', 'zstd'],
    ['*;q=0', undefined],
    ['*;q=0, gzip', 'gzip'],
    ['zstd;q=0, *', 'br'],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['deflate', undefined],
    [';;;,,q=1,gzip;q=x', undefined],
    [Array.from({ length: 5_000 }, () => 'x').join(','), undefined],
  ];
  for (const [sent, wanted] of cases) assert.equal(chooseCoding(sent), wanted, String(sent).slice(0, 60));
});

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };

test('a large response comes in the asked coding, cached or not, each with its own tag; a small one as it is', async () => {
  const signal = { revision: () => 1, nonProductRevision: () => 1, accessRevision: () => 1 };
  const fixture = buildFixture({}, { signal });
  const text = 'Grüße aus 日本 '.repeat(200);
  fixture.carry = () => [text] as never;
  const ask = (accepted: string, more: Record<string, string> = {}, url = calls['popular-terms'].url) =>
    fixture.server.app.inject({ url, headers: { ...scoped, 'accept-encoding': accepted, ...more } });
  const plain = await ask('identity');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.match(String(plain.headers['vary']), /accept-encoding/);
  const tags = new Set([plain.headers['etag']]);
  for (const [coding, decode] of Object.entries(decoders)) {
    for (const _ of ['first', 'again']) {
      const coded = await ask(coding);
      assert.equal(decode(coded.rawPayload).toString('utf8'), plain.body, coding);
      assert.equal(coded.headers['content-encoding'], coding);
      assert.equal(Number(coded.headers['content-length']), coded.rawPayload.length);
      assert.ok(coded.rawPayload.length < plain.rawPayload.length / 4);
      tags.add(coded.headers['etag']);
      const again = await ask(coding, { 'if-none-match': String(coded.headers['etag']) });
      assert.deepEqual([again.statusCode, again.body], [304, ''], coding);
      assert.equal(
        (await ask('identity', { 'if-none-match': String(coded.headers['etag']) })).statusCode,
        200,
      );
    }
  }
  assert.equal(tags.size, 4);
  assert.equal(fixture.carried.length, 1, 'all of them are one cached response');
  fixture.carry = () => ['small'] as never;
  const small = await ask('gzip, br, zstd', {}, `${calls['popular-terms'].url}&x=1`);
  assert.equal(small.headers['content-encoding'], undefined);
});
