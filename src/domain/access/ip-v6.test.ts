// IPv6 addresses in all the spellings they come in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalIpV6 } from './ip-v6.ts';

const spelt: readonly [string, string | undefined][] = [
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['[0:0:0:0:0:0:0:1]', '::1'],
  ['2001:DB8:0::01', '2001:db8::1'],
  ['::ffff:10.0.0.1', '::ffff:a00:1'],
  ['[::1', undefined],
  ['::1]', undefined],
  ['[[::1]]', undefined],
  ['1:2', undefined],
  ['::1%eth0', undefined],
  ['undefined', undefined],
  ['10.0.0.1', undefined],
  ['abc', undefined],
  ['', undefined],
];

for (const [given, expected] of spelt) {
  test(`the IPv6 address ${given} is ${expected ?? 'none'}`, () => {
    assert.equal(canonicalIpV6(given), expected);
  });
}
