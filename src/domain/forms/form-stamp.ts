// The stamp of a form: a signed timestamp for one form in one environment. It can be reused until it expires, so that a cached
// page works for all visitors. It only proves that a submission was not faster than a person.

import type { Scope } from '../access/scope.ts';
import { invalidInput, missingParameter } from '../failures/failures.ts';
import { formSubmittedTooFast } from '../failures/form-failures.ts';

export const STAMP_FIELD = '_stamp';
export const MIN_FILL_SECONDS = 3;
export const STAMP_LIFE_SECONDS = 7 * 86_400;

/** A deterministic signature that needs the secret. */
export type Sign = (text: string) => string;

export type StampedForm = Scope & { readonly formId: string };

export const makeStamp = (form: StampedForm, atMs: number, sign: Sign): string =>
  `${atMs.toString(36)}.${signatureOf(form, atMs, sign)}`;

const STAMP = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{1,64})$/;

/** Throws unless the stamp is for this form and environment, and neither too recent nor expired. */
export const assertStamp = (stamp: unknown, form: StampedForm, nowMs: number, sign: Sign): void => {
  if (stamp === undefined || stamp === null || stamp === '') {
    throw missingParameter(STAMP_FIELD);
  }
  const [, time, signature] = (typeof stamp === 'string' ? STAMP.exec(stamp) : null) ?? [];
  const atMs = time === undefined ? Number.NaN : Number.parseInt(time, 36);
  // One message for a forged stamp and for a stamp of another form or environment, so that trying reveals nothing.
  if (signature === undefined || !isSame(signature, signatureOf(form, atMs, sign))) {
    throw invalidInput('refused', STAMP_FIELD, `${STAMP_FIELD} is not a stamp of this form`);
  }
  const ageSeconds = (nowMs - atMs) / 1_000;
  if (ageSeconds >= STAMP_LIFE_SECONDS) {
    throw invalidInput('expired', STAMP_FIELD, `${STAMP_FIELD} has expired; load the form again`);
  }
  if (ageSeconds < MIN_FILL_SECONDS) {
    throw formSubmittedTooFast(STAMP_FIELD, Math.ceil(MIN_FILL_SECONDS - Math.max(ageSeconds, 0)));
  }
};

// Joined as JSON, so that different parts never give the same text.
const signatureOf = ({ tenantId, workspaceId, environmentId, formId }: StampedForm, at: number, sign: Sign) =>
  sign(JSON.stringify(['form stamp', tenantId, workspaceId, environmentId, formId, at]));

/** Compares in constant time. */
const isSame = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length;
  for (let index = 0; index < b.length; index += 1) {
    difference |= (a.charCodeAt(index) || 0) ^ b.charCodeAt(index);
  }
  return difference === 0;
};

/** Names that bots fill in and browsers do not autofill. */
const HONEYPOTS = ['website', 'homepage', 'web_page', 'site_url', 'my_site'] as const;

/** The name of the hidden field. It stays the same for a form unless one of its fields takes that name. */
export const honeypotOf = (formId: string, fieldNames: readonly string[], sign: Sign): string => {
  const free = HONEYPOTS.filter((name) => !fieldNames.includes(name));
  const first = sign(JSON.stringify(['form honeypot', formId])).charCodeAt(0) || 0;
  const preferred = HONEYPOTS[first % HONEYPOTS.length];
  const found = free.find((name) => name === preferred) ?? free[0];
  if (found !== undefined) return found;
  let number = 2;
  while (fieldNames.includes(`${HONEYPOTS[0]}_${number}`)) number += 1;
  return `${HONEYPOTS[0]}_${number}`;
};
