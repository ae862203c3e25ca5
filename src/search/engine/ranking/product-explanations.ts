// Explains the scores of the products of a page, from the index and from what is stored of them.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { Product, ProductVariant } from '../../../domain/products/product.ts';
import type { ProductBoost } from '../../../domain/products/product-search.ts';
import type { ScoreExplanation } from '../../../domain/products/score-explanation.ts';
import { fromJsonBytes } from '../../../domain/text/json-bytes.ts';
import { AttributeReader } from '../../attribute-text.ts';
import { categoryReader } from '../../category-text.ts';
import { type ExplainedText, explainScore, type HeldWord } from '../../explanation.ts';
import { productRule } from '../../matching.ts';
import { titleText } from '../../ranking.ts';
import { productTexts } from '../../weighted-texts.ts';
import { spend } from '../budget/work-budget.ts';
import { PARSED_CHAR, QUERY_CHARACTER, SEEK, VALUE } from '../budget/work-costs.ts';
import { stringAt } from '../packing/packed-strings.ts';
import type { ProductPlan } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { effectiveTexts } from '../products/product-term-match.ts';
import { hitAt, type Shown, showOnly } from '../stored/product-hits.ts';
import type { ResolvedWord } from '../text/query-words.ts';
import { seek } from '../text/seek.ts';
import type { TextIndex } from '../text/text-index.ts';
import type { WordLists } from '../text/word-lists.ts';
import { findNamePhrases } from './name-phrases.ts';
import type { PlannedSignals } from './product-signals.ts';

export type ExplainHit = (
  segment: ProductSegment,
  item: number,
  boosts: readonly ProductBoost[],
) => ScoreExplanation;

/** `shown`: how the hits of the query are shown. */
export const buildExplanations = (
  plan: ProductPlan,
  contents: CatalogContents,
  shown: Shown,
  signals: PlannedSignals | undefined,
): ExplainHit => {
  const attributes = new AttributeReader(contents.attributes);
  spend(VALUE * contents.categories.length);
  const categoryText = ({ baseLocale }: ProductSegment, { categoryIds }: Product, locale: string): string =>
    categoryReader(contents.categories, baseLocale).textOf(categoryIds, locale);
  const textOf = (segment: ProductSegment, item: number): ExplainedText | undefined => {
    const texts = effectiveTexts(segment, plan.locales);
    const index = texts.find((own) => own.index.classes[item] !== 0)?.index;
    const { term } = plan.query;
    if (index === undefined || term === undefined) return undefined;
    const resolved = plan.resolveIn(index.language);
    const { words, texts: indexes, statistics, language, written, dropped } = resolved;
    const phrases = findNamePhrases(index, resolved);
    const isPhrase = phrases?.has(item) === true;
    phrases?.release();
    const product = readProduct(segment, item, shown);
    return {
      held: words.flatMap((word) => heldWord(index, word, indexes.indexOf(index), item) ?? []),
      asked: words.length,
      rule: productRule({ words, written, dropped }, statistics.documents, plan.isRelaxed),
      statistics,
      language,
      length: index.lengths[item] as number,
      isNamed: titleText(product.name) === titleText(term),
      isPhrase,
      texts: productTexts(
        product,
        '',
        { attributes: attributes.textOf(product), categories: categoryText(segment, product, index.locale) },
        contents.ranking?.weights,
      ),
    };
  };
  return (segment, item, boosts) =>
    explainScore(textOf(segment, item), signals?.readIn(segment)(item) ?? [], boosts);
};

/** Undefined if the product does not hold the word in any way. */
const heldWord = (
  index: TextIndex,
  { surface, lists, documents, repeated, isCorrected }: ResolvedWord,
  textOrd: number,
  item: number,
): HeldWord | undefined => {
  const { exact, synonyms, hasParts, approximate } = lists[textOrd] as WordLists;
  const weightOf = (stem: number): number => weightIn(index, stem, item);
  const own = exact === -1 ? 0 : weightOf(exact);
  // A product with a compound always has its parts; they are not counted beside it.
  const phrases = (own > 0 && hasParts ? synonyms.slice(1) : synonyms).filter((phrase) =>
    phrase.every((stem) => weightOf(stem) > 0),
  );
  const approximated = own > 0 || phrases.length > 0 ? [] : approximate.filter((stem) => weightOf(stem) > 0);
  const sum = (weights: readonly number[]): number => weights.reduce((total, weight) => total + weight, 0);
  const weight =
    own + sum(phrases.map((phrase) => Math.min(...phrase.map(weightOf)))) + sum(approximated.map(weightOf));
  if (weight === 0) return undefined;
  const approximateKind = isCorrected ? 'typo' : 'prefix';
  const otherKind = phrases.length > 0 ? 'synonym' : approximateKind;
  const stems = [...(own > 0 ? [exact] : []), ...phrases.flat(), ...approximated];
  return {
    surface,
    kind: own > 0 ? 'exact' : otherKind,
    weight,
    documents,
    repeated,
    stems: new Set(stems.map((stem) => stringAt(index.stems, stem))),
  };
};

/** The weight of a stem in the product's text; 0 if it has none. */
const weightIn = (
  { postingStart, postingItem, postingWeight }: TextIndex,
  stem: number,
  item: number,
): number => {
  spend(SEEK);
  const end = postingStart[stem + 1] as number;
  const at = seek(postingItem, postingStart[stem] as number, end, item);
  return at < end && postingItem[at] === item ? (postingWeight[at] as number) : 0;
};

/** What is searched of a product, as it is stored for showing it. */
interface StoredRecord extends Pick<Product, 'name' | 'description' | 'brand' | 'sku' | 'attributes'> {
  readonly variants: readonly ProductVariant[];
  readonly categories: readonly { readonly id: string }[];
}

const FIELDS = ['name', 'description', 'page_slug', 'brand', 'sku', 'attributes', 'variants', 'categories'];

const readProduct = (segment: ProductSegment, item: number, shown: Shown): Product => {
  const hit = hitAt(segment, item, showOnly(shown, FIELDS), []);
  spend((PARSED_CHAR + QUERY_CHARACTER) * hit.shown.length);
  const record = fromJsonBytes(hit.shown) as StoredRecord;
  return {
    ...record,
    id: hit.id,
    categoryIds: record.categories.map(({ id }) => id),
    ...{ collectionIds: [], prices: {}, inStock: true, createdAt: null, localized: {} },
    ...{ channelIds: [], locationIds: [], customerGroupIds: [] },
  };
};
