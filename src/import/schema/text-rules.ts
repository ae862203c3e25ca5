// Texts with a canonical spelling: UUIDs and locales in lower case, times in UTC, host names without port. A rule returns the
// canonical text, or undefined if the text is not valid.

import { FORM_FIELD_NAME_PATTERN } from '../../contract/forms/get-form.ts';
import { REDIRECT_PATTERN } from '../../contract/products/rule-schema.ts';
import { LOCALE_PATTERN, UUID_PATTERN } from '../../contract/values.ts';
import { canonicalIpV6 } from '../../domain/access/ip-v6.ts';
import { parseInstant, spellInstant } from '../../domain/text/instant.ts';
import { normalizeLocale } from '../../domain/text/locale.ts';

export interface TextRule {
  /** What the text must be, for messages. */
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
  [
    REDIRECT_PATTERN,
    { expected: 'a path such as /sale, or an http or https address', spell: (text: string) => text },
  ],
  ['^.*$', { expected: 'text', spell: (text: string) => text }],
  ['^[\\s\\S]+$', { expected: 'text that is not empty', spell: (text: string) => text }],
]);

/** The rule for a pattern of the contract. */
export const patternRules = (pattern: string): TextRule => {
  const known = knownPatterns.get(pattern);
  if (known === undefined) throw new Error(`no words for the pattern ${pattern}`);
  // Without `s`, a dot would not match line breaks.
  const expression = new RegExp(pattern, 'su');
  return {
    expected: known.expected,
    canonical: (text) => (expression.test(text) ? known.spell(text) : undefined),
  };
};

const SECONDS_CHARS = 'YYYY-MM-DDTHH:MM:SS'.length;
const FRACTION = /\.\d+/;

/**
 * The instant as a full UTC date-time, with fractional seconds as given. Canonical texts are returned unchanged. UTC is needed
 * because the wire promises date-times, and the day of a search is taken from the text.
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

/** A host in the form used to look up requests: no port, IPv6 without brackets, international names in their ASCII form. */
export const hostRule: TextRule = {
  expected: 'a host name such as shop.example.com, without scheme, port, path or trailing dot',
  canonical: (text) => {
    const host = text.toLowerCase();
    if (host.includes(':')) return canonicalIpV6(host);
    return host.split('.').every((label) => HOST_LABEL.test(label)) ? host : undefined;
  },
};
