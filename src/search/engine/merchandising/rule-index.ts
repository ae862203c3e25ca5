// Finds the merchandising rules that apply to a query without reading all of them: each rule is filed under one of its conditions, and a
// query looks only under what it asks for (Decision 0069).

import {
  comparableTerm,
  inRuleOrder,
  localeOf,
  localesMet,
  type MerchandisingRule,
  wordsOfTerm,
} from '../../../domain/products/merchandising-rule.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { TextMap } from '../../../domain/text/text-map.ts';
import { spend } from '../budget/work-budget.ts';
import { ITEM, PARSED_RULE, QUERY_CHARACTER, VALUE } from '../budget/work-costs.ts';

/** What a query is asked about, in the form in which rules are compared with it. Only what a rule may be compared with is computed. */
class Asked {
  readonly query: ProductQuery;
  private knownWords: readonly string[] | undefined;
  private knownLocales: ReadonlySet<string> | undefined;

  constructor(query: ProductQuery) {
    this.query = query;
  }

  get words(): readonly string[] {
    const { term } = this.query;
    if (this.knownWords === undefined) spend(QUERY_CHARACTER * (term?.length ?? 0));
    this.knownWords ??= term === undefined ? [] : wordsOfTerm(term);
    return this.knownWords;
  }

  get locales(): ReadonlySet<string> {
    this.knownLocales ??= localesMet(localeOf(this.query));
    return this.knownLocales;
  }
}

interface FiledRule {
  readonly rule: MerchandisingRule;
  /** Its place among all rules. */
  readonly place: number;
  readonly contained: readonly string[] | undefined;
}

/** Filed by condition; absent conditions in the order of how few queries they apply to. */
type Drawer = 'term' | 'word' | 'category' | 'collection' | 'group' | 'channel' | 'locale' | 'any';

class RuleIndex {
  private readonly ordered: readonly MerchandisingRule[];
  private readonly drawers = new Map<Drawer, TextMap<FiledRule[]>>();
  private filed = 0;

  constructor(rules: readonly MerchandisingRule[]) {
    this.ordered = inRuleOrder(rules);
  }

  /** The rules that apply to the query, in their order. */
  find(query: ProductQuery): readonly MerchandisingRule[] {
    this.fileRest();
    const asked = new Asked(query);
    const found: FiledRule[] = [];
    for (const [drawer, byValue] of this.drawers) {
      for (const value of askedIn(drawer, asked)) {
        const filed = byValue.get(value) ?? NONE_FILED;
        spend(VALUE * (1 + filed.length));
        for (const one of filed) if (applies(one, asked)) found.push(one);
      }
    }
    return found.length === 0 ? NO_RULES : found.sort((a, b) => a.place - b.place).map(({ rule }) => rule);
  }

  /** Files rules for about this much work, at least one; returns about how much work is left. */
  fileSome(units: number): number {
    const from = this.filed;
    let done = 0;
    for (; this.filed < this.ordered.length && done < units; this.filed += 1) {
      const rule = this.ordered[this.filed] as MerchandisingRule;
      done += filingWork(rule);
      this.file(rule, this.filed);
    }
    const left = this.ordered.length - this.filed;
    return left === 0 ? 0 : (left * done) / (this.filed - from);
  }

  /** A query whose budget ends here leaves the rest to the next one. */
  private fileRest(): void {
    for (; this.filed < this.ordered.length; this.filed += 1) {
      const rule = this.ordered[this.filed] as MerchandisingRule;
      spend(filingWork(rule));
      this.file(rule, this.filed);
    }
  }

  private file(rule: MerchandisingRule, place: number): void {
    const { when } = rule;
    const contained =
      when.searchTermContains === undefined ? undefined : wordsOfTerm(when.searchTermContains);
    const filed = { rule, place, contained };
    const terms = termsOf(rule);
    const put = (drawer: Drawer, value: string): void => {
      const byValue = this.drawers.get(drawer) ?? new TextMap<FiledRule[]>();
      this.drawers.set(drawer, byValue);
      const known = byValue.get(value);
      if (known === undefined) byValue.set(value, [filed]);
      else known.push(filed);
    };
    if (terms !== undefined) for (const term of terms) put('term', term);
    else if (contained !== undefined) put('word', contained[0] ?? NO_WORD);
    else if (when.categoryId !== undefined) put('category', when.categoryId);
    else if (when.collectionId !== undefined) put('collection', when.collectionId);
    else if (when.customerGroupId !== undefined) put('group', when.customerGroupId);
    else if (when.channelId !== undefined) put('channel', when.channelId);
    else if (when.locale !== undefined) put('locale', when.locale);
    else put('any', '');
  }
}

const filingWork = ({ when }: MerchandisingRule): number => {
  const { searchTerm = '', searchTermContains = '', searchTermAnyOf = [] } = when;
  let chars = searchTerm.length + searchTermContains.length;
  for (const term of searchTermAnyOf) chars += term.length;
  return PARSED_RULE * (1 + searchTermAnyOf.length) + QUERY_CHARACTER * chars;
};

/** A rule that asks for no word applies to no term. No term has this word. */
const NO_WORD = ' ';

const NONE_FILED: readonly FiledRule[] = [];

/** The terms of which one must be the whole term; undefined if any term will do. A rule that names them in two ways applies where both hold. */
const termsOf = ({ when }: MerchandisingRule): ReadonlySet<string> | undefined => {
  const anyOf = when.searchTermAnyOf && new Set(when.searchTermAnyOf.map(comparableTerm));
  if (when.searchTerm === undefined) return anyOf;
  const whole = comparableTerm(when.searchTerm);
  return new Set(anyOf === undefined || anyOf.has(whole) ? [whole] : []);
};

/** The values of a query that rules of the drawer may be filed under, each once. */
const askedIn = (drawer: Drawer, asked: Asked): Iterable<string> => {
  const { query } = asked;
  switch (drawer) {
    case 'term':
      return just(comparable(query.term));
    case 'word':
      return distinct(asked.words);
    case 'category':
      return just(query.categoryId);
    case 'collection':
      return just(query.collectionId);
    case 'group':
      return just(query.customerGroupId);
    case 'channel':
      return just(query.channelId);
    case 'locale':
      return asked.locales;
    case 'any':
      return just('');
  }
};

/** More are compared by a `Set`. */
const COMPARED_MAX = 8;

const distinct = (words: readonly string[]): Iterable<string> =>
  words.length > COMPARED_MAX ? new Set(words) : words.filter((word, at) => words.indexOf(word) === at);

const just = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);

const comparable = (term: string | undefined): string | undefined => {
  spend(QUERY_CHARACTER * (term?.length ?? 0));
  return term === undefined ? undefined : comparableTerm(term);
};

/** A rule with whole terms is filed under each of them and nowhere else, so its term is met. */
const applies = ({ rule, contained }: FiledRule, asked: Asked): boolean => {
  const { when, isDraft } = rule;
  const { query } = asked;
  const isSame = (wanted: string | undefined, own: string | undefined): boolean =>
    wanted === undefined || wanted === own;
  return (
    (isDraft !== true || query.withDrafts === true) &&
    (contained === undefined || follow(asked.words, contained)) &&
    isSame(when.categoryId, query.categoryId) &&
    isSame(when.collectionId, query.collectionId) &&
    isSame(when.customerGroupId, query.customerGroupId) &&
    isSame(when.channelId, query.channelId) &&
    (when.locale === undefined || asked.locales.has(when.locale)) &&
    isDuring(rule, query.at)
  );
};

const isDuring = ({ when: { from, until } }: MerchandisingRule, at: number | undefined): boolean => {
  if (from === undefined && until === undefined) return true;
  return at !== undefined && (from === undefined || from <= at) && (until === undefined || at < until);
};

/** Whether the wanted words follow each other somewhere; in linear time (Knuth, Morris and Pratt), whatever repeats. */
const follow = (words: readonly string[], wanted: readonly string[]): boolean => {
  spend(ITEM * words.length);
  if (wanted.length === 0 || wanted.length > words.length) return false;
  const borders = bordersOf(wanted);
  let matched = 0;
  for (const word of words) {
    matched = extend(wanted, borders, matched, word);
    if (matched === wanted.length) return true;
  }
  return false;
};

/** How many of the wanted words are matched with one more word, given how many were before it. */
const extend = (
  wanted: readonly string[],
  borders: readonly number[],
  matched: number,
  word: string,
): number => {
  let left = matched;
  while (left > 0 && wanted[left] !== word) left = borders[left - 1] as number;
  return wanted[left] === word ? left + 1 : left;
};

/** For each beginning of the words, how many of its first words are also its last ones. */
const bordersOf = (wanted: readonly string[]): number[] => {
  const borders = [0];
  for (let end = 1; end < wanted.length; end += 1)
    borders.push(extend(wanted, borders, borders[end - 1] as number, wanted[end] as string));
  return borders;
};

/** Built once per set of rules, as far as they were needed. */
const known = new WeakMap<readonly MerchandisingRule[], RuleIndex>();

/** The last query: its cost is estimated from its rules before it runs. */
let last:
  | {
      readonly query: ProductQuery;
      readonly rules: readonly MerchandisingRule[];
      readonly found: readonly MerchandisingRule[];
    }
  | undefined;

const NO_RULES: readonly MerchandisingRule[] = [];

/** The rules that apply to a query, in the order in which they act. */
export const findRules = (
  rules: readonly MerchandisingRule[],
  query: ProductQuery,
): readonly MerchandisingRule[] => {
  if (!query.withMerchandising || rules.length === 0) return NO_RULES;
  if (last?.query === query && last.rules === rules) return last.found;
  const found = indexOf(rules).find(query);
  last = { query, rules, found };
  return found;
};

/** Put one rule into the order of all. */
const SORTED_RULE = 200;
/** About a quarter of a millisecond. */
const FILED_AT_ONCE = 250_000;

/** Files some of the rules; returns what the next query has to spend before it can find its own. */
export const fileRules = (rules: readonly MerchandisingRule[]): number =>
  indexOf(rules).fileSome(FILED_AT_ONCE);

const indexOf = (rules: readonly MerchandisingRule[]): RuleIndex => {
  let index = known.get(rules);
  if (index === undefined) {
    index = new RuleIndex(rules);
    known.set(rules, index);
    // Afterwards, so that sorting them is never in vain.
    spend(SORTED_RULE * rules.length);
  }
  return index;
};
