// A resolved term as queries: which documents match it, and what its words score in them.

import type { MatchRule } from '../../../search/matching.ts';
import { coverageOf, PHRASE_FACTOR, wordFactor } from '../../../search/ranking.ts';
import { pairWord, stemWord } from '../documents/text-fields.ts';
import { allOf, anyOf, inLocales } from './locale-choice.ts';
import type { SearchQuery } from './opened-catalog.ts';
import { holdsPhrase } from './resolve-words.ts';
import type { ResolvedLanguage, ResolvedTerm, ResolvedWord, RuleOf, WordWay } from './resolved-term.ts';

/** The documents that match by the strict rule, or by the relaxed one if the term is relaxed. */
export const matchTerm = (term: ResolvedTerm, ruleOf: RuleOf): SearchQuery =>
  anyOf(
    term.languages.map((language) => {
      const rule = ruleOf(language, language.statistics.documents, term.isRelaxed);
      return allOf([inLocales(language.locales), matchWords(language, rule)]);
    }),
  );

/** Documents with enough words, or with one that is enough by itself. */
const matchWords = ({ language, words }: ResolvedLanguage, rule: MatchRule): SearchQuery => {
  const held = words.flatMap((word) => (word.ways.length === 0 ? [] : [holdsWord(language, word)]));
  const selective = words.filter((word) => word.ways.length > 0 && word.documents <= rule.selectiveMax);
  if (words.length === 0) return anyOf([]);
  const enough: SearchQuery =
    held.length < rule.required ? anyOf([]) : { bool: { should: held, minimum_should_match: rule.required } };
  return anyOf([enough, ...selective.map((word) => holdsWord(language, word))]);
};

/** Documents that have the word in one of its ways. */
const holdsWord = (language: string, { ways }: ResolvedWord): SearchQuery => {
  const words: string[] = [];
  const phrases: SearchQuery[] = [];
  for (const way of ways) {
    if (way.others !== undefined) phrases.push(way.others);
    for (const phrase of way.phrases) {
      const [stem, ...rest] = phrase;
      if (stem !== undefined && rest.length === 0) words.push(stemWord(language, stem));
      else phrases.push(holdsPhrase(language, phrase));
    }
  }
  return anyOf([...(words.length === 0 ? [] : [{ terms: { words } }]), ...phrases]);
};

/** Scores the documents that match the term: the sum over its words, scaled by how many of them a document has. */
export const scoreTerm = (term: ResolvedTerm, ruleOf: RuleOf, withPhrases: boolean): SearchQuery =>
  anyOf(
    term.languages.filter(hasHeldWord).map((language) => {
      const rule = ruleOf(language, language.statistics.documents, term.isRelaxed);
      const query: SearchQuery = {
        bool: {
          filter: [inLocales(language.locales), matchWords(language, rule)],
          should: language.words.flatMap((word) =>
            word.ways.length === 0 ? [] : [scoreWord(language, word)],
          ),
        },
      };
      const functions = [...coverage(language, rule), ...(withPhrases ? phraseFactor(language) : [])];
      return { function_score: { query, functions, score_mode: 'multiply', boost_mode: 'multiply' } };
    }),
  );

const hasHeldWord = ({ words }: ResolvedLanguage): boolean => words.some(({ ways }) => ways.length > 0);

/** Ways beyond these score as if they were common. */
const SCORED_MAX = 64;

/**
 * What the other ways of a word add to the best one. Embedded indexes add the weights of a word and its synonyms instead, which scores
 * of single words cannot.
 */
const OTHER_WAYS_SHARE = 0.3;

/** Synonyms add to the word itself; a beginning or a misspelling counts only where there is nothing better. */
const scoreWord = ({ language, statistics }: ResolvedLanguage, word: ResolvedWord): SearchQuery => {
  const scored = (ways: readonly WordWay[]): SearchQuery[] => {
    const queries = ways.flatMap((way) => {
      const factor = wordFactor(way.kind, word.documents, statistics, word.repeated);
      return scoreWay(language, way, factor);
    });
    return queries.length === 0 ? [] : [{ dis_max: { queries, tie_breaker: OTHER_WAYS_SHARE } }];
  };
  const isMeant = ({ kind }: WordWay): boolean => kind === 'exact' || kind === 'synonym';
  const { ways } = word;
  const others = ways.filter((way) => !isMeant(way)).flatMap((way) => scored([way]));
  return { dis_max: { queries: [...scored(ways.filter(isMeant)), ...others] } };
};

const scoreWay = (language: string, way: WordWay, factor: number): SearchQuery[] => {
  const { phrases, prefix, others } = way;
  if (prefix === undefined)
    return [
      ...scorePhrases(language, phrases, factor),
      ...(others === undefined ? [] : [asCommon(others, factor)]),
    ];
  // Documents may have a stem by another word, which does not begin so.
  const otherwise: SearchQuery = {
    bool: {
      must_not: [{ term: { words: prefix } }],
      must: [{ dis_max: { queries: scorePhrases(language, phrases, factor), tie_breaker: OTHER_WAYS_SHARE } }],
    },
  };
  return [weighed(prefix, factor), otherwise];
};

const scorePhrases = (language: string, phrases: WordWay['phrases'], factor: number): SearchQuery[] => {
  const scored = phrases.slice(0, SCORED_MAX).map((phrase): SearchQuery => {
    const stems = phrase.map((stem) => stemWord(language, stem));
    const [only] = stems;
    return stems.length === 1 && only !== undefined
      ? weighed(only, factor)
      : { bool: { must: stems.map((stem) => weighed(stem, factor / stems.length)) } };
  });
  const rest = phrases.slice(SCORED_MAX).map((phrase) => holdsPhrase(language, phrase));
  return rest.length === 0
    ? scored
    : [...scored, asCommon(anyOf(rest), factor)];
};

const asCommon = (filter: SearchQuery, factor: number): SearchQuery => ({
  constant_score: { filter, boost: Math.fround(factor / 2) },
});

/** Boosts must not be negative or zero. */
const SMALLEST_BOOST = 1e-6;

const weighed = (word: string, factor: number): SearchQuery => ({
  term: { words: { value: word, boost: Math.max(SMALLEST_BOOST, factor) } },
});

/** The more words, the larger the factor: each further one multiplies by what it adds. */
const coverage = ({ language, words }: ResolvedLanguage, rule: MatchRule) => {
  const held = words.flatMap((word) => (word.ways.length === 0 ? [] : [holdsWord(language, word)]));
  const fewest = rule.selectiveMax > 0 ? 1 : Math.max(1, rule.required);
  const functions: { filter: SearchQuery; weight: number }[] = [
    { filter: { match_all: {} }, weight: coverageOf(fewest, words.length) },
  ];
  for (let count = fewest + 1; count <= held.length; count += 1) {
    functions.push({
      filter: { bool: { should: held, minimum_should_match: count } },
      weight: coverageOf(count, words.length) / coverageOf(count - 1, words.length),
    });
  }
  return functions;
};

/** Words with more stems than this are not looked for in phrases. */
const PAIRS_MAX = 256;

/** Names that have each two words of the term one after the other. */
const phraseFactor = ({ words }: ResolvedLanguage) => {
  const pairs = words.slice(1).map((word, at) => {
    const before = words[at] as ResolvedWord;
    const all: string[] = [];
    for (const first of before.alone) for (const second of word.alone) all.push(pairWord(first, second));
    return all;
  });
  if (pairs.length === 0 || pairs.some((all) => all.length > PAIRS_MAX)) return [];
  return [{ filter: allOf(pairs.map((all) => ({ terms: { pairs: all } }))), weight: PHRASE_FACTOR }];
};
