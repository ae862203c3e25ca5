// Products of generated words with a brand, a category, a colour, a size and a price, all derived from the product's
// number.

import { randomFor } from '../../demo/build/random.ts';
import { buildZipf, drawWord, vocabulary } from './vocabulary.ts';

export const BRANDS = 500;
export const CATEGORIES = 300;
export const COLORS = 20;
export const SIZES = 12;
const drawBrand = buildZipf(BRANDS, 0.7);
const drawCategory = buildZipf(CATEGORIES, 0.6);
const drawColor = buildZipf(COLORS, 0.5);
const PRICE_MIN = 1;
const PRICE_MAX = 1000;
const PRICE_TYPICAL_LOG = 3.6;

interface DrawnProduct {
  readonly name: readonly number[];
  readonly brand: number;
  readonly category: number;
  readonly color: number;
  readonly size: number;
  readonly price: number;
  readonly isInStock: boolean;
}

/** The fields with a few distinct values; `brand7` is the value of brand number 7. */
export type FacetName = 'brand' | 'category' | 'color' | 'size';

export interface MadeProduct {
  readonly id: number;
  readonly name: string;
  readonly brand: string;
  readonly category: string;
  readonly color: string;
  readonly size: string;
  readonly price: number;
  readonly isInStock: boolean;
}

export const facetValue = (facet: FacetName, number: number): string => `${facet}${number}`;

export const drawProduct = (id: number): DrawnProduct => {
  const random = randomFor(`product:${id}`);
  // The sum of three fractions is close enough to a bell curve.
  const bell = () => (random.fraction() + random.fraction() + random.fraction() - 1.5) * 2;
  return {
    name: Array.from({ length: random.integer(7, 11) }, () => drawWord(random)),
    brand: drawBrand(random),
    category: drawCategory(random),
    color: drawColor(random),
    size: random.integer(0, SIZES - 1),
    price:
      Math.round(100 * Math.min(PRICE_MAX, Math.max(PRICE_MIN, Math.exp(PRICE_TYPICAL_LOG + bell())))) / 100,
    isInStock: random.chance(0.85),
  };
};

export const makeProduct = (id: number): MadeProduct => {
  const { name, brand, category, color, size, price, isInStock } = drawProduct(id);
  return {
    id,
    name: name.map((word) => vocabulary[word]).join(' '),
    brand: facetValue('brand', brand),
    category: facetValue('category', category),
    color: facetValue('color', color),
    size: facetValue('size', size),
    price,
    isInStock,
  };
};
