// Hosts as browsers, proxies and people write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeHost } from './host.ts';

test('a host loses its case, its port and its final dot', () => {
  for (const sent of [
    'shop.test',
    'SHOP.test',
    'shop.test:8080',
    'shop.test.',
    'shop.test.:80',
    ' shop.test:',
  ]) {
    assert.equal(normalizeHost(sent), 'shop.test', sent);
  }
});

test('an IPv6 address loses its brackets', () => {
  assert.equal(normalizeHost('[::1]'), '::1');
  assert.equal(normalizeHost('[2001:DB8::1]:443'), '2001:db8::1');
  assert.equal(normalizeHost('[0:0:0:0:0:0:0:1]:443'), '::1');
});

test('what is no host is none', () => {
  for (const sent of [
    undefined,
    '',
    ' ',
    '.',
    ':80',
    '[]',
    '[::1',
    'a b',
    'user@shop.test',
    'shop.test/x',
    '::1',
  ]) {
    assert.equal(normalizeHost(sent), undefined, String(sent));
  }
});
