// Resolves a search term in every language of the locales that are read, and decides whether the strict rule finds enough.

import type { SynonymSet } from '../../../domain/search/catalog.ts';
import { buildAnalyzer } from '../../../search/analysis/analyze.ts';
import { languageOf } from '../../../search/analysis/languages.ts';
import { type MatchRule, mayRelax, RELAX_BELOW } from '../../../search/matching.ts';
import type { CollectionStatistics } from '../../../search/ranking.ts';
import { allOf, type LocaleChoice, languagesOf } from './locale-choice.ts';
import { matchTerm } from './match-term.ts';
import type { Documents } from './opened-catalog.ts';
import { resolveWords } from './resolve-words.ts';
import type { ResolvedLanguage, ResolvedTerm, RuleOf } from './resolved-term.ts';

export const resolveTerm = async (
  documents: Documents,
  text: string,
  choice: LocaleChoice,
  synonyms: readonly SynonymSet[],
  ruleOf: RuleOf,
  correctsWords = true,
): Promise<ResolvedTerm> => {
  const languages = await Promise.all(
    [...languagesOf(choice.locales)].map(async ([language, locales]): Promise<ResolvedLanguage> => {
      const { written, dropped } = buildAnalyzer(language).readQuery(text);
      return {
        language,
        locales,
        written,
        dropped,
        words: await resolveWords(documents, text, language, synonyms, correctsWords),
        statistics: statisticsOf(documents, language),
      };
    }),
  );
  const strict: ResolvedTerm = { text, languages, isRelaxed: false };
  const isRelaxed =
    languages.some((one) => couldRelax(one, ruleOf)) &&
    (await findsTooFew(documents, choice, strict, ruleOf));
  return isRelaxed ? { ...strict, isRelaxed } : strict;
};

const couldRelax = (language: ResolvedLanguage, ruleOf: RuleOf): boolean => {
  const [strict, relaxed] = [false, true].map((isRelaxed) =>
    ruleOf(language, language.statistics.documents, isRelaxed),
  ) as [MatchRule, MatchRule];
  return mayRelax(language.words, strict, relaxed);
};

const findsTooFew = async (
  documents: Documents,
  choice: LocaleChoice,
  strict: ResolvedTerm,
  ruleOf: RuleOf,
): Promise<boolean> => {
  const { hits } = await documents.search({
    query: allOf([choice.query, matchTerm(strict, ruleOf)]),
    size: 0,
    track_total_hits: RELAX_BELOW,
  });
  return hits.total.value < RELAX_BELOW;
};

/** Of all live documents in a language. */
export const statisticsOf = (documents: Documents, language: string): CollectionStatistics => {
  let [count, totalLength] = [0, 0];
  for (const [locale, one] of documents.locales) {
    if (languageOf(locale) !== language) continue;
    count += one.documents;
    totalLength += one.totalLength;
  }
  return { documents: count, totalLength };
};
