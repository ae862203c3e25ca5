// Settings that are of no use without another one.

import { PREFIX } from './variable.ts';

/** Each with the one that it needs. */
const needs: readonly (readonly [string, string])[] = [
  ['CAPTCHA_VERIFY_URL', 'CAPTCHA_SECRET'],
  ['CAPTCHA_SECRET', 'CAPTCHA_VERIFY_URL'],
  ['STORE_REPLICA_URL', 'STORE_URL'],
  ['SEARCH_USERNAME', 'SEARCH_URL'],
  ['SEARCH_PASSWORD', 'SEARCH_USERNAME'],
  ['SEARCH_PASSWORD_FILE', 'SEARCH_USERNAME'],
  ['SEARCH_TOKEN', 'SEARCH_URL'],
  ['SEARCH_CA_FILE', 'SEARCH_URL'],
  ['SEARCH_OWN_INDEX_TENANTS', 'SEARCH_URL'],
];

/** What is missing in these settings. */
export const missingSettings = (env: Readonly<Record<string, string>>): string[] =>
  needs
    .map(([name, needed]) => [PREFIX + name, PREFIX + needed] as const)
    .filter(([name, needed]) => env[name] !== undefined && env[needed] === undefined)
    .map(([name, needed]) => `${needed} is missing: ${name} needs it`);
