// How alike two products are: the rarer the words, categories and attributes that both have, the more (Decision 0068). Shared by every
// engine: the same arithmetic in the same order, so that scores are equal to the last bit.

import type { Attributes } from '../domain/products/product.ts';
import { builtInFields } from '../domain/products/product-fields.ts';
import { CATEGORIES } from '../domain/products/product-filter.ts';
import { foldText } from '../domain/text/fold-text.ts';

/** Of a long text, only the heaviest words count. */
export const WORDS_MAX = 64;
const VALUES_MAX = 32;
/** What decides: so many words and values of the product, held by so many products in all. */
const TRAITS_MAX = 24;
const HOLDERS_MAX = 100_000;

/** A word or a value of the product. */
export interface Trait {
  /** Breaks ties. */
  readonly key: string;
  /** How many products or texts hold it, and how many there are. */
  readonly holders: number;
  readonly of: number;
  /** Its weight in the product; see `weighted-texts.ts`. */
  readonly weight: number;
}

/** A value weighs more than a word of the description and less than one of the name. */
export const VALUE_WEIGHT = 8;

const HALF_WEIGHT = 8;
const saturated = (weight: number): number => weight / (weight + HALF_WEIGHT);

/** What a trait tells, whoever shares it. */
export const traitStrength = ({ holders, of, weight }: Trait): number =>
  Math.log(1 + (of - holders + 0.5) / (holders + 0.5)) * saturated(weight);

/** What a trait adds to the score of a product that holds it with a weight. */
export const sharedScore = (trait: Trait, otherWeight: number): number =>
  traitStrength(trait) * saturated(otherWeight);

/** The traits that tell most. What no other product holds is left out, and what would be too much to read. */
export const chooseTraits = <T extends Trait>(traits: readonly T[]): T[] => {
  const chosen: T[] = [];
  let left = HOLDERS_MAX;
  const byStrength = traits
    .filter(({ holders }) => holders > 1)
    .map((trait) => ({ trait, strength: sharedScore(trait, VALUE_WEIGHT) }))
    .sort((a, b) => b.strength - a.strength || (a.trait.key < b.trait.key ? -1 : 1));
  for (const { trait } of byStrength) {
    if (chosen.length === TRAITS_MAX) break;
    if (chosen.length > 0 && trait.holders > left) continue;
    left -= trait.holders;
    chosen.push(trait);
  }
  return chosen;
};

export interface FieldValue {
  readonly field: string;
  readonly value: string;
  readonly key: string;
}

/** The values that a product can share with others, each once, however it is written. */
export const sharedValues = (
  {
    brand,
    categoryIds,
    attributes,
  }: {
    readonly brand: string;
    readonly categoryIds: readonly string[];
    readonly attributes: Attributes;
  },
  isCompared: (attribute: string) => boolean,
): FieldValue[] => {
  const found = new Map<string, FieldValue>();
  const add = (field: string, value: string): void => {
    const folded = foldText(value).trim();
    const key = `${field}\n${folded}`;
    if (folded !== '' && !found.has(key)) found.set(key, { field, value, key });
  };
  add('brand', brand);
  for (const id of categoryIds) add('category_id', id);
  for (const [name, value] of Object.entries(attributes)) {
    if (builtInFields.has(name) || name === CATEGORIES || !isCompared(name)) continue;
    for (const one of typeof value === 'object' ? value : [value]) add(name, String(one));
  }
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, VALUES_MAX);
};
