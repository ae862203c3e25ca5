// The banner: aligned, with addresses that can be opened, and without colours where none are wanted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { buildPaint } from '../colors.ts';
import { showBanner } from './banner.ts';

const plain = buildPaint({ isTTY: true, hasColors: () => false });
const colored = buildPaint({ isTTY: true, hasColors: () => true });

const banner = {
  address: 'http://127.0.0.1:8080',
  readyMs: 1_949,
  pages: [['Storefront', '/storefront']],
  rows: [
    ['Tenant', 'fjordlight'],
    ['Environment', 'PRODUCTION-1'],
  ],
  example: (address: string) => `curl -s '${address}/x'`,
} as const;

const shown = `
  Vitrine is ready after 1.9 s; Ctrl+C stops it

  Open         http://127.0.0.1:8080
  Reference    http://127.0.0.1:8080/reference
  Docs         http://127.0.0.1:8080/docs
  Health       http://127.0.0.1:8080/readyz
  Storefront   http://127.0.0.1:8080/storefront

  Tenant       fjordlight
  Environment  PRODUCTION-1

  Try          curl -s 'http://127.0.0.1:8080/x'

`;

test('addresses, rows and an example, in columns', () => {
  assert.equal(showBanner(banner, plain), shown);
});

test('colours change nothing but colours', () => {
  const text = showBanner(banner, colored);
  assert.notEqual(text, shown);
  assert.equal(stripVTControlCharacters(text), shown);
});

test('without rows there is no gap, and the address of all interfaces is not one to open', () => {
  for (const address of ['http://0.0.0.0:81', 'http://[::]:81']) {
    assert.equal(
      showBanner({ address, readyMs: 60_000, rows: [] }, plain),
      `
  Vitrine is ready after 60.0 s; Ctrl+C stops it

  Open       http://localhost:81
  Reference  http://localhost:81/reference
  Docs       http://localhost:81/docs
  Health     http://localhost:81/readyz

`,
    );
  }
});

test('a pipe gets no colours, whatever it could show', () => {
  assert.equal(buildPaint({ isTTY: false, hasColors: () => true })('red', 'x'), 'x');
});
