// Settings that are of no use without another one.

import { PREFIX } from './variable.ts';

/** Each with the one that it needs. */
const needs: readonly (readonly [string, string])[] = [
  ['CAPTCHA_VERIFY_URL', 'CAPTCHA_SECRET'],
  ['CAPTCHA_SECRET', 'CAPTCHA_VERIFY_URL'],
  ['STORE_REPLICA_URL', 'STORE_URL'],
];

/** What is missing in these settings. */
export const missingSettings = (env: Readonly<Record<string, string>>): string[] =>
  needs
    .map(([name, needed]) => [PREFIX + name, PREFIX + needed] as const)
    .filter(([name, needed]) => env[name] !== undefined && env[needed] === undefined)
    .map(([name, needed]) => `${needed} is missing: ${name} needs it`);
