// Merchandising rules: when a rule applies, and what it does with products (Decisions 0008 and 0069). Every engine must agree with this.

import { foldText } from '../text/fold-text.ts';
import { normalizeLocale } from '../text/locale.ts';
import type { FilterGroup } from './product-filter.ts';
import type { ProductQuery } from './product-query.ts';

/** All conditions that are given must hold. */
export interface RuleConditions {
  /** The whole term. */
  readonly searchTerm?: string;
  /** Words that follow each other somewhere in the term. */
  readonly searchTermContains?: string;
  /** The whole term is one of these. */
  readonly searchTermAnyOf?: readonly string[];
  readonly categoryId?: string;
  readonly collectionId?: string;
  /** A locale with all its variants: `de` includes `de-at`. */
  readonly locale?: string;
  readonly customerGroupId?: string;
  readonly channelId?: string;
  /** From this instant on, in milliseconds since 1970. */
  readonly from?: number;
  /** Before this instant. */
  readonly until?: number;
}

/** Multiplies or divides the score of products: those with one of the ids, or those that meet the groups. */
export interface RuleBoost {
  readonly factor: number;
  readonly ids?: readonly string[];
  readonly groups?: readonly FilterGroup[];
}

export interface MerchandisingRule {
  readonly id: string;
  readonly when: RuleConditions;
  readonly hide: readonly string[];
  /** Before everything else, in this order. */
  readonly pin: readonly string[];
  /** At a position of the whole result, from 1. */
  readonly pinAt?: readonly { readonly id: string; readonly position: number }[];
  readonly boost?: readonly RuleBoost[];
  readonly bury?: readonly RuleBoost[];
  /** Only products that meet all of these groups are found. */
  readonly only?: readonly FilterGroup[];
  readonly redirectUrl?: string;
  /** Rules with a higher priority come first; absent: 0. */
  readonly priority?: number;
  /** Acts only where a query asks for drafts. */
  readonly isDraft?: boolean;
}

/** The rules in the order in which they act: by priority, then by id. It does not depend on the order given. */
export const inRuleOrder = <T extends Pick<MerchandisingRule, 'id' | 'priority'>>(rules: readonly T[]): T[] =>
  rules.toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0) || compareCodePoints(a.id, b.id));

/** As both databases sort ids: unlike code units, in the order of UTF-8. */
const compareCodePoints = (a: string, b: string): number => {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one === other) continue;
    // A surrogate stands for a code point above all others.
    const [isOne, isOther] = [isSurrogate(one), isSurrogate(other)];
    return isOne === isOther ? one - other : Number(isOne) - Number(isOther);
  }
  return a.length - b.length;
};

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Search terms of merchandising rules are compared without case, accents and extra white space. */
export const comparableTerm = (term: string): string => {
  const folded = foldText(term);
  return PLAIN_TERM.test(folded) ? folded : folded.replace(/\s+/gu, ' ').trim();
};

/** Nothing to shorten. */
const PLAIN_TERM = /^[!-~]+(?: [!-~]+)*$/;

/** In scripts without spaces each character is a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}])+/gu;

/** The words of a term, by which rules find what a term contains. */
export const wordsOfTerm = (term: string): string[] => foldText(term).match(WORD) ?? [];

/** The locale that a query asks for. */
export const localeOf = ({ localeChain, baseLocale }: Pick<ProductQuery, 'localeChain' | 'baseLocale'>) =>
  normalizeLocale(localeChain[0] ?? baseLocale);

/** The locales of rules that the asked locale meets: itself, and those that it is a variant of, as `zh-hant-tw` of `zh-hant` and `zh`. */
export const localesMet = (asked: string): ReadonlySet<string> => {
  const met = new Set([asked]);
  for (let end = asked.lastIndexOf('-'); end > 0; end = asked.lastIndexOf('-', end - 1))
    met.add(asked.slice(0, end));
  return met;
};

/** When rules begin or end, each once, ascending. Drafts do not count. */
export const ruleChanges = (rules: readonly MerchandisingRule[]): number[] => {
  const changes = new Set<number>();
  for (const { when, isDraft } of rules) {
    if (isDraft === true) continue;
    if (when.from !== undefined) changes.add(when.from);
    if (when.until !== undefined) changes.add(when.until);
  }
  return [...changes].sort((a, b) => a - b);
};

/** The first change after `at`; infinity if there is none. */
export const nextChange = (changes: readonly number[], at: number): number => {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle] as number) > at) high = middle;
    else low = middle + 1;
  }
  return changes[low] ?? Number.POSITIVE_INFINITY;
};

/** All boosts of a product together stay within these bounds. */
export const FACTOR_MAX = 100;

export const boundedFactor = (factor: number): number =>
  Math.min(FACTOR_MAX, Math.max(1 / FACTOR_MAX, factor));
