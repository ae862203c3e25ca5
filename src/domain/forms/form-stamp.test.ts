// Stamps: only their own form, only here, only in their time; and the field that no person sees.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Failure } from '../failures/failures.ts';
import { assertStamp, honeypotOf, MIN_FILL_SECONDS, makeStamp, STAMP_LIFE_SECONDS } from './form-stamp.ts';

const signWith = (secret: string) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');
const sign = signWith('secret');
const form = { tenantId: 't', workspaceId: 'w', environmentId: 'e', formId: 'f' };
const GIVEN_AT = Date.UTC(2026, 0, 1);
const LATER = GIVEN_AT + 60_000;
const stamp = makeStamp(form, GIVEN_AT, sign);

const codeOf = (given: unknown, at = LATER, where = form): string | undefined => {
  try {
    assertStamp(given, where, at, sign);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Failure);
    assert.equal(error.status, 400);
    return error.code;
  }
};

test('a stamp is taken again and again, from the shortest time a person needs until it expires', () => {
  const first = GIVEN_AT + MIN_FILL_SECONDS * 1_000;
  const last = GIVEN_AT + STAMP_LIFE_SECONDS * 1_000;
  for (const at of [first, LATER, LATER, last - 1]) assert.equal(codeOf(stamp, at), undefined);
  assert.equal(codeOf(stamp, first - 1), 'too_fast:_stamp');
  assert.equal(codeOf(stamp, GIVEN_AT - 60_000), 'too_fast:_stamp');
  assert.equal(codeOf(stamp, last), 'expired:_stamp');
});

test('who was too fast is told when to come again', () => {
  assert.throws(
    () => assertStamp(stamp, form, GIVEN_AT + 500, sign),
    (error: Failure) => error.retryAfterSeconds === 3 && /in 3 seconds/.test(error.message),
  );
});

test('a missing stamp is missing', () => {
  for (const given of [undefined, null, '']) assert.equal(codeOf(given), 'missing:_stamp');
});

test('a stamp of another form, place, time or secret is refused, each in the same words', () => {
  const [time = '', signature = ''] = stamp.split('.');
  const others = Object.keys(form).map((key) => makeStamp({ ...form, [key]: 'x' }, GIVEN_AT, sign));
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const older = (Number.parseInt(time, 36) - 1).toString(36);
  const forged = [
    ...others,
    makeStamp(form, GIVEN_AT, signWith('guessed')),
    `${older}.${signature}`,
    `${time}.${flipped}`,
    `${time}.${signature.slice(0, -1)}`,
    `${time}.${signature}A`,
    `${time}.`,
    `.${signature}`,
    signature,
    `${time.toUpperCase()}x.${signature}`,
    'x'.repeat(10_000),
    42,
    [stamp],
    { stamp },
  ];
  for (const given of forged)
    assert.equal(codeOf(given), 'refused:_stamp', JSON.stringify(given).slice(0, 80));
});

test('parts of a scope never run into each other', () => {
  const shifted = makeStamp({ ...form, tenantId: 'tw', workspaceId: '' }, GIVEN_AT, sign);
  assert.equal(codeOf(shifted), 'refused:_stamp');
});

test('the field that no person sees has a name of its own, the same every time', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `form-${index}`);
  assert.ok(new Set(ids.map((id) => honeypotOf(id, [], sign))).size > 1);
  for (const id of ids) {
    const name = honeypotOf(id, ['email'], sign);
    assert.equal(honeypotOf(id, ['email', 'other'], sign), name);
    const taken = ['website', 'homepage', 'web_page', 'site_url', 'my_site', 'website_2'];
    assert.ok(!taken.slice(0, 3).includes(honeypotOf(id, taken.slice(0, 3), sign)));
    assert.equal(honeypotOf(id, taken, sign), 'website_3');
  }
});
