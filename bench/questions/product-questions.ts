// The queries over products, by class, each with its exact total: a term, facets that must all hold, facets of which
// one must hold, and a price range. Totals come from a full scan.

import { type Random, randomFor } from '../../demo/build/random.ts';
import {
  BRANDS,
  CATEGORIES,
  COLORS,
  drawProduct,
  type FacetName,
  facetValue,
  SIZES,
} from '../generate/products.ts';
import { isClosed, vocabulary } from '../generate/vocabulary.ts';
import type { QuestionClass } from './content-questions.ts';
import { buildWordLists, type WordLists, wordsInBand } from './word-lists.ts';

export type Facet = readonly [facet: FacetName, value: string];

export interface ProductQuestion {
  /** One or more words, all of which must occur. */
  readonly term: string | undefined;
  readonly facets: readonly Facet[];
  /** At least one of them must hold, if there are any. */
  readonly anyOf: readonly Facet[];
  readonly price: readonly [low: number, high: number] | undefined;
  /** A page of products instead of the number alone. */
  readonly page?: ProductPage;
}

export interface ProductPage {
  /** Instead of a page, what completes this text; the total is 1 if there is anything. */
  readonly typed?: string;
  readonly limit: number;
  readonly sortBy: 'relevance' | 'price';
  /** Counts of the values of these fields; those chosen in a field do not narrow its own. */
  readonly facetFields: readonly (FacetName | 'price')[];
}

const QUESTIONS = 200;
const bands = { mid: [0.008, 0.012], upper: [0.03, 0.1], common: [0.15, 0.4], paired: [0.1, 0.6] } as const;
const counts: Readonly<Record<FacetName, number>> = {
  brand: BRANDS,
  category: CATEGORIES,
  color: COLORS,
  size: SIZES,
};

interface Columns {
  readonly lists: WordLists;
  readonly facets: Readonly<Record<FacetName, Uint16Array>>;
  readonly price: Float64Array;
}

const drawColumns = (products: number): Columns => {
  const column = () => new Uint16Array(products);
  const facets = { brand: column(), category: column(), color: column(), size: column() };
  const price = new Float64Array(products);
  const lists = buildWordLists(products, (id) => {
    const drawn = drawProduct(id);
    facets.brand[id] = drawn.brand;
    facets.category[id] = drawn.category;
    facets.color[id] = drawn.color;
    facets.size[id] = drawn.size;
    price[id] = drawn.price;
    return drawn.name;
  });
  return { lists, facets, price };
};

type Questions = Readonly<Record<string, readonly ProductQuestion[]>>;

export const buildProductQuestions = (products: number): QuestionClass<ProductQuestion>[] =>
  withTotals(drawColumns(products), countQuestions);

/** What a storefront asks for its pages. */
export const buildDiscoveryQuestions = (products: number): QuestionClass<ProductQuestion>[] => [
  ...withTotals(drawColumns(products), pageQuestions),
  ...suggestionQuestions(products),
];

/** What shoppers type on the way to the name of some product. */
const suggestionQuestions = (products: number): QuestionClass<ProductQuestion>[] => {
  const random = randomFor('suggestions');
  const each = (name: string, typedOf: (first: string, second: string) => string) => ({
    name: `suggestions: ${name}`,
    questions: Array.from({ length: QUESTIONS }, (): ProductQuestion => {
      const words = drawProduct(random.integer(0, products - 1)).name.map(
        (word) => vocabulary[word] as string,
      );
      const [first, second] = words as [string, string];
      return { ...NOTHING, page: { ...PAGE, typed: typedOf(first, second) } };
    }),
    totals: Array.from({ length: QUESTIONS }, () => 1),
  });
  return [
    each('a letter', (first) => first.slice(0, 1)),
    each('three letters', (first) => first.slice(0, 3)),
    each('a second word begun', (first, second) => `${first} ${second.slice(0, 2)}`),
    each('two letters swapped', (first, second) => `${swapped(first)} ${second.slice(0, 2)}`),
  ];
};

/** Short words are not corrected. */
const swapped = (word: string): string =>
  word.length < 6 ? word : `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;

const withTotals = (
  columns: Columns,
  questionsOf: (draw: ReturnType<typeof buildDraw>) => Questions,
): QuestionClass<ProductQuestion>[] => {
  const count = buildCounter(columns);
  return Object.entries(questionsOf(buildDraw(columns.lists))).map(([name, questions]) => ({
    name,
    questions,
    totals: questions.map(count),
  }));
};

const buildDraw = (lists: WordLists) => {
  const random = randomFor('product questions');
  const closed = (band: keyof typeof bands) => {
    const words = wordsInBand(lists, bands[band], isClosed);
    return () => random.pick(words);
  };
  const paired = wordsInBand(lists, bands.paired, isClosed);
  return {
    random,
    mid: closed('mid'),
    upper: closed('upper'),
    common: closed('common'),
    /** Two different ones. */
    twoCommon: () => {
      const first = random.integer(0, paired.length - 1);
      const second = first + random.integer(1, paired.length - 1);
      return `${paired[first]} ${paired[second % paired.length]}`;
    },
    value: (facet: FacetName, among = counts[facet]): Facet => [facet, pickValue(random, facet, among)],
    each: (make: (index: number) => Partial<ProductQuestion>) =>
      Array.from({ length: QUESTIONS }, (_, index): ProductQuestion => ({ ...NOTHING, ...make(index) })),
  };
};

const NOTHING = { term: undefined, facets: [], anyOf: [], price: undefined };
const PAGE: ProductPage = { limit: 24, sortBy: 'relevance', facetFields: [] };
const WITH_FACETS: ProductPage = { ...PAGE, facetFields: ['category', 'brand', 'price', 'color', 'size'] };

const pageQuestions = ({
  mid,
  upper,
  common,
  twoCommon,
  value,
  each,
}: ReturnType<typeof buildDraw>): Questions => ({
  'mid term': each(() => ({ term: mid(), page: PAGE })),
  'mid term + 5 facets': each(() => ({ term: mid(), page: WITH_FACETS })),
  'common term + 5 facets': each(() => ({ term: common(), page: WITH_FACETS })),
  'category + 5 facets': each(() => ({ facets: [value('category')], page: WITH_FACETS })),
  'category, colour and size chosen + 5 facets': each(() => ({
    facets: [value('category'), value('color'), value('size')],
    page: WITH_FACETS,
  })),
  'term, colour chosen + 5 facets': each(() => ({
    term: upper(),
    facets: [value('color')],
    page: WITH_FACETS,
  })),
  'category by price': each(() => ({ facets: [value('category')], page: { ...PAGE, sortBy: 'price' } })),
  'everything + 5 facets': each(() => ({ page: WITH_FACETS })),
  'two common terms': each(() => ({ term: twoCommon(), page: PAGE })),
  'two common terms + 5 facets': each(() => ({ term: twoCommon(), page: WITH_FACETS })),
});

const countQuestions = ({
  random,
  mid,
  upper,
  common,
  value,
  each,
}: ReturnType<typeof buildDraw>): Questions => {
  return {
    'mid term': each(() => ({ term: mid() })),
    'common term': each(() => ({ term: common() })),
    'term + 2 facets': each((index) => ({
      term: index % 2 === 0 ? mid() : upper(),
      facets: [value('color'), value('size')],
    })),
    '2 facets': each(() => ({ facets: [value('color'), value('size')] })),
    '2 facets + price': each(() => ({
      facets: [value('category'), value('color')],
      price: pickPrices(random),
    })),
    'term + any of 3 + price': each((index) => ({
      term: index % 3 === 0 ? common() : upper(),
      anyOf: [value('brand'), value('brand'), value('color')],
      price: pickPrices(random),
    })),
    'all of it': each(() => ({
      term: upper(),
      facets: [value('category', 60)],
      anyOf: [value('color'), value('color'), value('color')],
      price: pickPrices(random),
    })),
  };
};

/** Values of many products are requested more often. */
const pickValue = (random: Random, facet: FacetName, among: number): string =>
  facetValue(facet, Math.floor(among * random.fraction() * random.fraction()));

const pickPrices = (random: Random): readonly [number, number] => {
  const low = 5 + random.fraction() * 60;
  const high = low + 10 + random.fraction() * 120;
  return [Math.round(low * 100) / 100, Math.round(high * 100) / 100];
};

const buildCounter = ({ lists, facets, price }: Columns) => {
  const numbers = new Map(vocabulary.map((word, number) => [word, number]));
  const held = new Uint8Array(lists.documents);
  const numberOf = ([facet, value]: Facet): number => Number(value.slice(facet.length));
  return (question: ProductQuestion): number => {
    const { term, price: range } = question;
    const words = term?.split(' ') ?? [];
    held.fill(0);
    for (const word of words) {
      for (const product of lists.listOf(numbers.get(word) as number))
        held[product] = (held[product] as number) + 1;
    }
    const read = (facet: Facet) => ({ column: facets[facet[0]], wanted: numberOf(facet) });
    const all = question.facets.map(read);
    const any = question.anyOf.map(read);
    const [low, high] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    let total = 0;
    for (let product = 0; product < lists.documents; product += 1) {
      const own = price[product] as number;
      const matches =
        held[product] === words.length &&
        own >= low &&
        own <= high &&
        all.every(({ column, wanted }) => column[product] === wanted) &&
        (any.length === 0 || any.some(({ column, wanted }) => column[product] === wanted));
      if (matches) total += 1;
    }
    return total;
  };
};
