// Sending in a form as a use case: every guard by itself, their order, and that nothing refused is ever kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller, failure, lostCaller, scope, storeWith } from '../../../test/fixtures/fake-caller.ts';
import { meterWith } from '../../../test/fixtures/fake-meter.ts';
import { FORM_ID, fakeSubmissions, form } from '../../../test/fixtures/fake-submissions.ts';
import { formReads } from '../../../test/fixtures/naive-forms.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { Failure } from '../../domain/failures/failures.ts';
import { honeypotOf, makeStamp } from '../../domain/forms/form-stamp.ts';
import type { CaptchaVerifier } from '../../domain/forms/submission-ports.ts';
import { buildRateLimiter } from '../../domain/limits/rate-limit.ts';
import { buildFormSigner } from './form-signer.ts';
import { buildSubmitForm } from './submit-form.ts';

const NOW = Date.UTC(2026, 2, 4, 5, 6, 7);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const sign = buildFormSigner('secret');
const stampAt = (at: number, changes = {}) => makeStamp({ ...scope, formId: FORM_ID, ...changes }, at, sign);
const good = { _stamp: stampAt(NOW - MINUTE), email: 'ada@example.com' };
const honeypot = honeypotOf(
  FORM_ID,
  form.fields.map(({ name }) => name),
  sign,
);

interface Setting {
  readonly captcha?: CaptchaVerifier['verify'];
  readonly isCaptchaEnabled?: boolean;
  readonly perMinute?: number;
  /** Whether the form is in every scope; else it is looked for in that of the fixture and nowhere else. */
  readonly isEverywhere?: boolean;
}

const setUp = ({ captcha, isCaptchaEnabled = false, perMinute = 10, isEverywhere = false }: Setting = {}) => {
  const storeHere = storeWith(formReads([{ ...form, isCaptchaEnabled }]));
  const submissions = fakeSubmissions();
  const asked: string[] = [];
  let now = NOW;
  const submit = buildSubmitForm({
    meter: meterWith().meter,
    storeIn: (at) => storeHere(isEverywhere ? scope : at),
    submissions,
    sign,
    limiter: buildRateLimiter(perMinute),
    captcha:
      captcha === undefined
        ? undefined
        : {
            verify: (solution) => {
              asked.push(solution);
              return captcha(solution);
            },
          },
    now: () => new Date(now),
  });
  const send = (body: Record<string, unknown>, who: Caller = caller, form_id = FORM_ID) =>
    submit(who, { params: { form_id }, query: {}, headers: {}, body });
  return {
    kept: submissions.kept,
    submissions,
    asked,
    send,
    wait: (ms: number) => {
      now += ms;
    },
  };
};

test('what fits is kept, as it was read, and answered with its id', async () => {
  const { send, kept } = setUp();
  const answer = await send({ ...good, message: 'Hello\r\nthere', [honeypot]: '' });
  assert.equal(answer.submitted_at, '2026-03-04T05:06:07.000Z');
  assert.deepEqual(kept, [
    {
      id: answer.submission_id,
      formId: FORM_ID,
      environmentId: scope.environmentId,
      submittedAt: answer.submitted_at,
      answers: { email: 'ada@example.com', message: 'Hello\nthere' },
    },
  ]);
  await send(good, caller, 'contact');
  assert.equal(new Set(kept.map(({ id }) => id)).size, 2);
});

test('a page from a cache serves many people for a week with one stamp', async () => {
  const { send, kept, wait } = setUp({ perMinute: 2 });
  for (const addressId of ['a', 'b', 'c', 'd']) await send(good, { ...caller, addressId });
  wait(6 * DAY);
  await send(good);
  assert.equal(kept.length, 5);
  wait(DAY);
  await assert.rejects(send(good), failure(400, 'InvalidInput', 'expired:_stamp'));
});

test('a stamp that is missing, forged, of another form or place, too young or too old is refused', async () => {
  const { send, kept } = setUp({ perMinute: 0 });
  const refused: readonly [unknown, string][] = [
    [undefined, 'missing:_stamp'],
    ['', 'missing:_stamp'],
    ['abc.def', 'refused:_stamp'],
    [stampAt(NOW - MINUTE, { formId: 'other' }), 'refused:_stamp'],
    [stampAt(NOW - MINUTE, { tenantId: 'other' }), 'refused:_stamp'],
    [stampAt(NOW - MINUTE, { workspaceId: 'other' }), 'refused:_stamp'],
    [stampAt(NOW - MINUTE, { environmentId: 'other' }), 'refused:_stamp'],
    [stampAt(NOW - 2_999), 'too_fast:_stamp'],
    [stampAt(NOW - 7 * DAY), 'expired:_stamp'],
  ];
  for (const [_stamp, code] of refused) {
    const name = code.startsWith('missing') ? 'MissingParameter' : 'InvalidInput';
    await assert.rejects(send({ ...good, _stamp }), failure(400, name, code), code);
  }
  const { _stamp, ...without } = good;
  await assert.rejects(send(without), failure(400, 'MissingParameter', 'missing:_stamp'));
  assert.deepEqual(kept, []);
});

test('whoever fills in what no person sees is told that all is well, and nothing is kept', async () => {
  const { send, kept, asked } = setUp({
    captcha: async () => 'passed',
    isCaptchaEnabled: true,
    perMinute: 0,
  });
  for (const filled of ['http://spam.example', 0, true, ['', 'x']]) {
    const answer = await send({ [honeypot]: filled });
    assert.match(answer.submission_id, /^[0-9a-f-]{36}$/);
    assert.equal(answer.submitted_at, '2026-03-04T05:06:07.000Z');
  }
  for (const empty of ['', '  ', null, []]) await send({ ...good, [honeypot]: empty, _captcha: 'x' });
  assert.equal(kept.length, 4);
  assert.equal(asked.length, 4);
});

test('one address sends in one form so often and no oftener; refused and fooled attempts count', async () => {
  const { send, kept, wait } = setUp({ perMinute: 3 });
  await send(good);
  await send({ [honeypot]: 'x' });
  await assert.rejects(send({ ...good, email: 'x' }), failure(400, 'InvalidInput', 'malformed:email'));
  await assert.rejects(send(good), (error: Failure) => {
    assert.ok(error instanceof Failure);
    assert.deepEqual([error.status, error.code, error.retryAfterSeconds], [429, 'too_many_requests', 20]);
    return true;
  });
  await send(good, { ...caller, addressId: 'another' });
  await assert.rejects(send(good), { status: 429 });
  wait(20_000);
  await send(good);
  assert.equal(kept.length, 3);
});

test('what is sent in elsewhere does not count here: each tenant, workspace and environment for itself', async () => {
  const { send } = setUp({ perMinute: 1, isEverywhere: true });
  await send(good);
  await assert.rejects(send(good), { status: 429 });
  for (const place of [{ tenantId: 'globex' }, { workspaceId: 'app' }, { environmentId: 'STAGING-1' }]) {
    const who = { ...caller, scope: { ...scope, ...place } };
    // What a machine sends counts, and is not kept.
    await send({ [honeypot]: 'x' }, who);
    await assert.rejects(send({ [honeypot]: 'x' }, who), { status: 429 });
  }
});

test('every fault of the values is told at once', async () => {
  const { send, kept } = setUp();
  await assert.rejects(send({ _stamp: good._stamp, message: 7, extra: 1, _other: 'x' }), (error: Failure) => {
    assert.deepEqual([error.status, error.code], [400, 'missing:email']);
    const errors = error.details?.['field_errors'] as { field: string; code: string }[];
    assert.deepEqual(
      errors.map((each) => `${each.code}:${each.field}`),
      ['missing:email', 'wrong_type:message', 'unknown_field:extra', 'unknown_field:_other'],
    );
    return true;
  });
  assert.deepEqual(kept, []);
});

test('a captcha is asked for where the form wants one, after everything else is right', async () => {
  const { send, kept, asked } = setUp({ captcha: async () => 'passed', isCaptchaEnabled: true });
  await assert.rejects(send(good), failure(400, 'MissingParameter', 'missing:_captcha'));
  await assert.rejects(send({ ...good, email: 'x', _captcha: 'c1' }), { status: 400 });
  assert.deepEqual(asked, []);
  await send({ ...good, _captcha: 'c2' });
  await send({ ...good, _captcha: ' ', 'h-captcha-response': 'c3', 'g-recaptcha-response': 'c4' });
  await send({ ...good, 'cf-turnstile-response': 'c5' });
  assert.deepEqual(asked, ['c2', 'c3', 'c5']);
  assert.equal(kept.length, 3);
});

test('a captcha that is refused, or that nobody can judge, lets nothing through', async () => {
  const refusing = setUp({ captcha: async () => 'refused', isCaptchaEnabled: true });
  const sent = { ...good, _captcha: 'c' };
  await assert.rejects(refusing.send(sent), failure(400, 'InvalidInput', 'refused:_captcha'));
  const down = setUp({ captcha: async () => 'unavailable', isCaptchaEnabled: true });
  await assert.rejects(down.send(sent), failure(503, 'ServiceUnavailable', 'service_unavailable'));
  const passing = setUp({ captcha: async () => 'passed', isCaptchaEnabled: true });
  for (const odd of [5, { a: 1 }, ['c'], 'x'.repeat(8_193)]) {
    await assert.rejects(
      passing.send({ ...good, _captcha: odd }),
      failure(400, 'InvalidInput', 'refused:_captcha'),
    );
  }
  assert.deepEqual([...refusing.kept, ...down.kept, ...passing.kept, ...passing.asked], []);
});

test('a form that wants a captcha cannot be sent in where none is configured; one that wants none needs none', async () => {
  const without = setUp({ isCaptchaEnabled: true });
  await assert.rejects(
    without.send({ ...good, _captcha: 'c' }),
    failure(409, 'Conflict', 'captcha_not_configured'),
  );
  assert.deepEqual(without.kept, []);
  const unasked = setUp({ captcha: async () => 'refused' });
  await unasked.send({ ...good, _captcha: 'c' });
  assert.deepEqual([unasked.kept.length, unasked.asked.length], [1, 0]);
});

test('no environment, no form, and a form that is deleted meanwhile are 404', async () => {
  const { send, submissions, kept } = setUp();
  await assert.rejects(send(good, lostCaller), failure(404, 'EnvironmentNotFound', 'environment_not_found'));
  await assert.rejects(send(good, caller, 'other'), failure(404, 'FormNotFound', 'form_not_found'));
  submissions.addSubmission = async () => false;
  await assert.rejects(send(good), failure(404, 'FormNotFound', 'form_not_found'));
  assert.deepEqual(kept, []);
});

test('lists in lists, however deep, fill in the field that nobody sees, and solve no captcha', async () => {
  const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
  const { send, kept, asked } = setUp({ captcha: async () => 'passed', isCaptchaEnabled: true });
  await send({ ...good, [honeypot]: deep });
  assert.deepEqual(kept, []);
  await assert.rejects(send({ ...good, _captcha: deep }), { status: 400, code: 'refused:_captcha' });
  assert.deepEqual([kept, asked], [[], []]);
});
