// Texts of a bundle that have one canonical spelling: UUIDs and locales in lower case, times in UTC, host names bare.
// A rule gives the canonical text, or undefined when the text is not of its kind.

import { FORM_FIELD_NAME_PATTERN } from '../../contract/forms/get-form.ts';
import { LOCALE_PATTERN, UUID_PATTERN } from '../../contract/values.ts';
import { canonicalIpV6 } from '../../domain/access/ip-v6.ts';
import { parseInstant, spellInstant } from '../../domain/text/instant.ts';
import { normalizeLocale } from '../../domain/text/locale.ts';

export interface TextRule {
  /** What the text must be, in words. */
  readonly expected: string;
  readonly canonical: (text: string) => string | undefined;
}

const knownPatterns: ReadonlyMap<string, { expected: string; spell: (text: string) => string }> = new Map([
  [UUID_PATTERN, { expected: 'a UUID', spell: (text: string) => text.toLowerCase() }],
  [LOCALE_PATTERN, { expected: 'a locale such as en-us', spell: normalizeLocale }],
  ['^[A-Z]{3}$', { expected: 'a currency code such as USD', spell: (text: string) => text }],
  [
    FORM_FIELD_NAME_PATTERN,
    {
      expected: 'a letter, then up to 63 letters, digits, - and _',
      spell: (text: string) => text,
    },
  ],
  ['^.*$', { expected: 'text', spell: (text: string) => text }],
  ['^[\\s\\S]+$', { expected: 'text that is not empty', spell: (text: string) => text }],
]);

/** The rule of a pattern of the contract. */
export const patternRules = (pattern: string): TextRule => {
  const known = knownPatterns.get(pattern);
  if (known === undefined) throw new Error(`no words for the pattern ${pattern}`);
  // Without `s` the dot of the pattern for "any text" would not mean a line break.
  const expression = new RegExp(pattern, 'su');
  return {
    expected: known.expected,
    canonical: (text) => (expression.test(text) ? known.spell(text) : undefined),
  };
};

const SECONDS_CHARS = 'YYYY-MM-DDTHH:MM:SS'.length;
const FRACTION = /\.\d+/;

/**
 * The instant as a full UTC date-time, its fraction of a second as given. What is written so already stays the same
 * text. The wire promises date-times, and a day is read from the text of a search's time: both need UTC.
 */
const canonicalInstant = (text: string): string | undefined => {
  const instant = parseInstant(text);
  if (instant === undefined) return undefined;
  const spelt = spellInstant(instant);
  return spelt && `${spelt.slice(0, SECONDS_CHARS)}${FRACTION.exec(text)?.[0] ?? ''}Z`;
};

export const formatRules: ReadonlyMap<string, TextRule> = new Map([
  ['instant', { expected: 'a date or date-time such as 2026-01-02T03:04:05Z', canonical: canonicalInstant }],
]);

const HOST_LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** A host as requests are looked up by: no port, an IPv6 address without brackets. International names stand in their ASCII form there. */
export const hostRule: TextRule = {
  expected: 'a host name such as shop.example.com, without scheme, port, path or trailing dot',
  canonical: (text) => {
    const host = text.toLowerCase();
    if (host.includes(':')) return canonicalIpV6(host);
    return host.split('.').every((label) => HOST_LABEL.test(label)) ? host : undefined;
  },
};
