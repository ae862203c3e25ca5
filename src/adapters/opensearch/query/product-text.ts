// The searched text of a product on a page, analyzed again: which of its words match the term, to mark them and to explain its score.

import type { Product } from '../../../domain/products/product.ts';
import type { ProductBoost, ProductSearch } from '../../../domain/products/product-search.ts';
import type { ScoreExplanation, SignalFactor } from '../../../domain/products/score-explanation.ts';
import { shownLocale, shownTexts } from '../../../domain/products/shown-product.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import { languageOf } from '../../../search/analysis/languages.ts';
import { explainScore, type HeldWord } from '../../../search/explanation.ts';
import { type Highlights, highlight } from '../../../search/highlight.ts';
import { productRule } from '../../../search/matching.ts';
import { hasPhrase } from '../../../search/name-phrase.ts';
import { titleText } from '../../../search/ranking.ts';
import { analyzeText } from '../../../search/text-document.ts';
import { nameIn } from '../../../search/weighted-texts.ts';
import { buildTextReader } from '../documents/product-documents.ts';
import type { OpenedCatalog } from './opened-catalog.ts';
import type { ProductSelection } from './product-selection.ts';
import type { ResolvedWord } from './resolved-term.ts';

type Stems = ReadonlyMap<string, number>;

export interface ProductText {
  readonly highlightIn: (product: Product) => Highlights;
  readonly explainIn: (
    product: Product,
    signals: readonly SignalFactor[],
    boosts: readonly ProductBoost[],
  ) => ScoreExplanation;
}

export const buildProductText = (
  { contents }: OpenedCatalog,
  { term }: ProductSelection,
  search: ProductSearch,
): ProductText => {
  const textsOf = buildTextReader(contents, normalizeLocale(search.baseLocale));
  const resolvedIn = (locale: string) =>
    term?.languages.find(({ language }) => language === languageOf(locale));
  return {
    highlightIn: (product) => {
      const locale = shownLocale(product, search);
      const resolved = resolvedIn(locale);
      if (resolved === undefined) return { name: null, description: null };
      const { stems } = analyzeText(locale, textsOf(product, locale));
      const matched = new Set(resolved.words.flatMap((word) => matchedStems(word, stems)));
      return highlight(shownTexts(product, locale), resolved.language, (some) =>
        some.some((stem) => matched.has(stem)),
      );
    },
    explainIn: (product, signals, boosts) => {
      const locale = shownLocale(product, search);
      const resolved = resolvedIn(locale);
      if (term === undefined || resolved === undefined) return explainScore(undefined, signals, boosts);
      const texts = textsOf(product, locale);
      const { stems, length, language } = analyzeText(locale, texts);
      const { words, statistics } = resolved;
      const name = nameIn(product, locale);
      const text = {
        ...{ language, length, statistics, texts, asked: words.length },
        held: words.flatMap((word) => heldWord(word, stems) ?? []),
        rule: productRule(resolved, statistics.documents, term.isRelaxed),
        isPhrase: hasPhrase(name, language, words),
        isNamed: titleText(name) === titleText(term.text),
      };
      return explainScore(text, signals, boosts);
    },
  };
};

const holdsAll = (phrase: readonly string[], stems: Stems): boolean =>
  phrase.every((stem) => stems.has(stem));

/** In every way: also those that do not count beside a better one. */
const matchedStems = ({ ways }: ResolvedWord, stems: Stems): string[] =>
  ways.flatMap(({ phrases }) => phrases.filter((phrase) => holdsAll(phrase, stems)).flat());

/** Undefined if the product does not hold the word in any way. A phrase weighs as much as its least word. */
const heldWord = (word: ResolvedWord, stems: Stems): HeldWord | undefined => {
  const { surface, documents, repeated, ways, hasParts } = word;
  const phrasesOf = (wanted: string) =>
    ways
      .filter(({ kind }) => kind === wanted)
      .flatMap(({ phrases }) => phrases)
      .filter((phrase) => holdsAll(phrase, stems));
  const way = ways.find(({ phrases }) => phrases.some((phrase) => holdsAll(phrase, stems)));
  if (way === undefined) return undefined;
  const synonyms = ways.find(({ kind }) => kind === 'synonym')?.phrases ?? [];
  // A product with a compound always has its parts; they are not counted beside it.
  const counted =
    way.kind === 'exact'
      ? [
          ...phrasesOf('exact'),
          ...phrasesOf('synonym').filter((phrase) => !(hasParts && phrase === synonyms[0])),
        ]
      : phrasesOf(way.kind);
  const weightOf = (phrase: readonly string[]): number =>
    Math.min(...phrase.map((stem) => stems.get(stem) ?? 0));
  return {
    ...{ surface, documents, repeated, kind: way.kind },
    weight: counted.reduce((total, phrase) => total + weightOf(phrase), 0),
    stems: new Set(counted.flat()),
  };
};
