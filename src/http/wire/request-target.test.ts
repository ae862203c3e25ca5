// The targets that a first line may bring, what is left of them, and that nothing is sent for another host than the one named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { callOf, openCounting } from '../../../test/fixtures/counting-fixture.ts';
import { calls } from '../../../test/fixtures/server-fixture.ts';
import { Failure } from '../../domain/failures/failures.ts';
import { findTargetFault, readRequestTarget, takeOriginForm } from './request-target.ts';

const headOf = (url: string, host?: string) => ({ url, headers: host === undefined ? {} : { host } });
const read = (url: string, host?: string) => {
  const target = readRequestTarget(headOf(url, host));
  return target instanceof Failure ? `${target.status} ${target.code}` : target;
};

test('a path is taken as it is, whatever it holds', () => {
  for (const url of ['/', '*', '/a?b=http://x/', '//other.test/a', '/a#b', '/http://other.test/']) {
    assert.deepEqual(read(url, 'shop.test'), { authority: undefined, pathAndQuery: url });
    assert.deepEqual(read(url), { authority: undefined, pathAndQuery: url });
  }
});

test('a whole address loses everything before its path', () => {
  const cases: [string, string, string, string][] = [
    ['http://shop.test/a/b?c=d', 'shop.test', 'shop.test:80', '/a/b?c=d'],
    ['HTTP://SHOP.test./A', 'shop.TEST', 'shop.test:80', '/A'],
    ['http://shop.test', 'shop.test', 'shop.test:80', '/'],
    ['http://shop.test?q=@', 'shop.test', 'shop.test:80', '/?q=@'],
    ['http://shop.test:80/', 'shop.test', 'shop.test:80', '/'],
    ['http://shop.test/', 'shop.test:80', 'shop.test:80', '/'],
    ['http://shop.test:/', 'shop.test', 'shop.test:80', '/'],
    ['https://shop.test/', 'shop.test:443', 'shop.test:443', '/'],
    ['http://shop.test:8080/', 'shop.test:08080', 'shop.test:8080', '/'],
    ['http://[::1]/a', '[0:0:0:0:0:0:0:1]', '::1:80', '/a'],
    ['http://[::1]:81/a', '[::1]:81', '::1:81', '/a'],
    ['http://shop.test//other.test/a', 'shop.test', 'shop.test:80', '//other.test/a'],
  ];
  for (const [url, host, authority, pathAndQuery] of cases) {
    assert.deepEqual(read(url, host), { authority, pathAndQuery }, url);
  }
});

test('another host or port than the header says is refused, and so is no header', () => {
  for (const [url, host] of [
    ['http://other.test/', 'shop.test'],
    ['http://shop.test:81/', 'shop.test'],
    ['http://shop.test/', 'shop.test:81'],
    ['https://shop.test/', 'shop.test:80'],
    ['http://shop.test.other/', 'shop.test'],
    ['http://shop.test/', 'not a host'],
    ['http://shop.test/', ''],
    ['http://shop.test/', undefined],
  ] as const) {
    assert.equal(read(url, host), '400 conflicting:host', `${url} ${host}`);
  }
});

test('what is no address of ours is refused, whatever the header says', () => {
  for (const url of [
    '',
    'shop.test',
    'shop.test:80',
    'ftp://shop.test/',
    'ws://shop.test/',
    'file:///etc/passwd',
    'http:/shop.test/',
    'http:///a',
    'http://',
    'http://user@shop.test/',
    'http://user:secret@shop.test/',
    'http://shop.test/a#b',
    'http://shop.test:eighty/',
    'http://shop test/',
    'http://[::1/',
  ]) {
    assert.equal(read(url, 'shop.test'), '400 malformed:target', url);
    assert.equal(read(url), '400 malformed:target', url);
  }
});

test('a request is rewritten only where it is let through', () => {
  const good = headOf('http://shop.test/a?b', 'shop.test');
  assert.equal(findTargetFault(good), undefined);
  assert.equal(takeOriginForm(good), true);
  assert.equal(good.url, '/a?b');
  const bad = headOf('http://other.test/a?b', 'shop.test');
  assert.equal(takeOriginForm(bad), false);
  assert.equal(bad.url, 'http://other.test/a?b');
  assert.equal(findTargetFault(bad)?.code, 'conflicting:host');
  const plain = headOf('/a', 'shop.test');
  assert.deepEqual([takeOriginForm(plain), plain.url, findTargetFault(plain)], [true, '/a', undefined]);
});

test('whatever is let through begins with a slash, and a URL parser finds the same host and path in it', () => {
  const host = fc.constantFrom('shop.test', 'other.test', 'SHOP.test', 'shop.test:80', 'u@shop.test');
  const path = fc.constantFrom('', '/', '/a', '/a/b', '//other.test', '/@other.test', '?q', '/a?q=/b');
  const scheme = fc.constantFrom('http', 'https', 'HTTP', 'ftp');
  fc.assert(
    fc.property(scheme, host, path, (before, place, after) => {
      const url = `${before}://${place}${after}`;
      const target = readRequestTarget(headOf(url, 'shop.test'));
      if (target instanceof Failure) return;
      const parsed = new URL(url);
      assert.equal(parsed.hostname, 'shop.test');
      assert.equal(parsed.username, '');
      assert.equal(target.pathAndQuery, parsed.pathname + parsed.search);
      assert.ok(target.pathAndQuery.startsWith('/'));
    }),
  );
});

const FORMS = calls['list-forms'].url;
/** Asks for the forms of the shop whose domain it is, by the whole address and without a scoping header. */
const ofDomain = (target: string, host: string) => ({ method: 'GET', url: target, headers: { host } });
const errorOf = (body: string) => {
  const { name, code } = JSON.parse(body).Error;
  return `${name} ${code}`;
};

test('over a connection: the same host is served, another one refused in the top-level shape', async (context) => {
  const { send, fixture } = await openCounting(context, 'at once');
  assert.equal((await send(ofDomain(`http://shop.test${FORMS}`, 'SHOP.test:80'))).status, 200);
  const foreign = await send(ofDomain(`http://other.test${FORMS}`, 'shop.test'));
  assert.deepEqual([foreign.status, errorOf(foreign.body)], [400, 'InvalidInput conflicting:host']);
  assert.deepEqual(
    [foreign.headers['cache-control'], typeof foreign.headers['x-request-id']],
    ['no-store', 'string'],
  );
  assert.equal((await send(ofDomain(`http://shop.test${FORMS}`, 'other.test'))).status, 400);
  for (const target of [`ftp://shop.test${FORMS}`, `http://u@shop.test${FORMS}`, `http://${FORMS}`]) {
    const { status, body } = await send(ofDomain(target, 'shop.test'));
    assert.deepEqual([status, errorOf(body)], [400, 'InvalidInput malformed:target'], target);
  }
  assert.equal(fixture.carried.length, 1);
});

test('over a connection: without a Host header there is nothing to compare with', async (context) => {
  const { client } = await openCounting(context, 'at once');
  const ask = async (version: string) => {
    client?.send(`GET http://shop.test${FORMS} HTTP/${version}\r\n\r\n`);
    const response = await client?.next();
    return errorOf(response?.body ?? '');
  };
  assert.equal(await ask('1.1'), 'MissingParameter missing:host');
  assert.equal(await ask('1.0'), 'InvalidInput conflicting:host');
});

for (const trustProxy of [false, true]) {
  test(`both forms share one cached response, and a refused target gets none; proxies ${trustProxy}`, async (context) => {
    const { send, fixture } = await openCounting(context, 'at once', { trustProxy });
    for (const call of [callOf('count-products'), callOf('popular-terms'), ofDomain(FORMS, 'shop.test')]) {
      const { host = 'shop.test', ...headers } = call.headers as Record<string, string>;
      const ask = (origin: string) =>
        send({ ...call, url: `${origin}${call.url}`, headers: { ...headers, host } });
      const made = fixture.carried.length;
      const first = await ask('http://shop.test');
      assert.equal(first.status, 200);
      assert.equal((await ask('')).body, first.body);
      assert.equal((await ask('http://shop.test:80')).body, first.body);
      assert.equal((await ask('http://other.test')).status, 400);
      assert.equal(fixture.carried.length, made + 1);
    }
  });
}
