// Which texts are IP addresses.

import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { isIpAddress, isIpV4 } from './ip-address.ts';

const texts = [
  ...[
    '127.0.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '256.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.4:80',
    ' 1.2.3.4',
    '1.2.3.',
    '',
  ],
  ...[
    '::1',
    '::',
    '2001:DB8::1',
    '::ffff:192.0.2.1',
    '2001:db8::/64',
    '[::1]',
    'x',
    '1:2:3',
    '::1::',
    '12345::',
  ],
];

for (const text of texts)
  test(`"${text}" is ${isIP(text) === 0 ? 'no' : 'an'} address`, () => {
    assert.equal(isIpAddress(text), isIP(text) !== 0);
    assert.equal(isIpV4(text), isIP(text) === 4);
  });
