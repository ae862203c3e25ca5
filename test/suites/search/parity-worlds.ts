// Catalogs on which two indexes are compared: random ones, and real ones where they are beside the repository. Each has questions that
// suit it, and changes that happen between them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Random } from '../../../demo/build/random.ts';
import type { CatalogContents } from '../../../src/domain/ports.ts';
import type { Product } from '../../../src/domain/products/product.ts';
import { liveAfter, stepsOf } from './catalog-steps.ts';
import { manyProducts } from './many-products.ts';
import { aProduct, aText, buildMemorySource, type MemorySource } from './memory-source.ts';
import { type Question, realQuestion } from './parity-questions.ts';
import { contentQuery, contentTexts } from './random-catalogs.ts';
import { BASE_LOCALE, historyStep, productQuery } from './random-products.ts';
import { coarseRankingSettings } from './random-rankings.ts';
import { randomSearch } from './random-searches.ts';
import { popularCatalog, similarQuery, suggestedItems, suggestQuery } from './random-suggestions.ts';
import { rankedSearch } from './ranked-shop.ts';

export interface World {
  readonly name: string;
  readonly source: MemorySource;
  readonly ask: () => Question;
  readonly change: () => void;
}

const one = <T>(arbitrary: fc.Arbitrary<T>, random: Random): T =>
  fc.sample(arbitrary, { numRuns: 1, seed: random.integer(0, 2 ** 31 - 1) })[0] as T;

const putContents = (source: MemorySource, contents: CatalogContents): void => {
  for (const category of contents.categories) source.putCategory(category);
  for (const set of contents.synonyms) source.putSynonyms(set);
  for (const rule of contents.merchandisingRules) source.putRule(rule);
  for (const facet of contents.facets) source.putFacet(facet);
  source.setPopularTerms(contents.popularTerms ?? []);
};

const randomQuestion = (random: Random): Question => {
  const kind = random.integer(0, 9);
  if (kind < 4) return { kind: 'search', query: one(randomSearch, random) };
  if (kind === 4) return { kind: 'search', query: one(rankedSearch, random) };
  if (kind === 5) return { kind: 'count', query: one(productQuery, random) };
  if (kind === 6) return { kind: 'suggest', query: one(suggestQuery, random) };
  if (kind === 7) return { kind: 'similar', query: one(similarQuery, random) };
  return { kind: 'content', query: { ...one(contentQuery, random), limit: random.pick([1, 3, 100]) } };
};

/** Few words and values, which meet each other. */
export const buildRandomWorld = (random: Random): World => {
  const source = buildMemorySource(BASE_LOCALE);
  const play = (): void => {
    const steps = stepsOf(fc.sample(historyStep, { numRuns: 4, seed: random.integer(0, 2 ** 31 - 1) }));
    for (const step of steps) if (step.do === 'delete') source.deleteProduct(step.id);
    for (const product of liveAfter(steps)) source.putProduct(product);
  };
  putContents(source, one(popularCatalog, random));
  if (random.chance(0.5)) source.setRanking(one(coarseRankingSettings, random));
  if (random.chance(0.3)) for (const product of manyProducts) source.putProduct(product);
  for (const { providerId, texts } of suggestedItems) source.putItem(providerId, texts);
  for (const [at, texts] of one(contentTexts, random).entries()) source.putItem(`t${at}`, texts);
  play();
  return { name: 'random', source, ask: () => randomQuestion(random), change: play };
};

type Row = Readonly<Record<string, unknown>>;

const data = process.env['VITRINE_TEST_DATA'] ?? join(import.meta.dirname, '../../../..', 'shared', 'data');

const readRows = (path: string): Row[] =>
  gunzipSync(readFileSync(join(data, path)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

const textIn = (row: Row, field: string): string => String(row[field] ?? '');
const listIn = (row: Row, field: string): string[] => (row[field] ?? []) as string[];

const bestBuyProduct = (row: Row, at: number): Product =>
  aProduct(textIn(row, 'id'), {
    name: textIn(row, 'name'),
    description: textIn(row, 'description'),
    brand: textIn(row, 'brand'),
    categoryIds: listIn(row, 'categories'),
    prices: { USD: Number(row['price']) },
    popularity: Number(row['popularity']),
    inStock: at % 3 !== 0,
    createdAt: new Date(Date.UTC(2026, 0, 1 + (at % 90))).toISOString(),
    attributes: { shelf: at % 17, tags: listIn(row, 'categories') },
  });

const esciProduct = (row: Row, at: number): Product =>
  aProduct(textIn(row, 'id'), {
    name: textIn(row, 'title'),
    description: `${textIn(row, 'bullet_points')}\n${textIn(row, 'description')}`,
    brand: textIn(row, 'brand'),
    categoryIds: listIn(row, 'category').slice(0, 2),
    prices: typeof row['price'] === 'number' ? { USD: row['price'] } : {},
    inStock: at % 5 !== 0,
    attributes: {
      color: textIn(row, 'color'),
      ...(typeof row['rating'] === 'number' ? { rating: row['rating'] } : {}),
    },
  });

const BATCH = 500;

/** In larger parts than those of small catalogs: an index reads all of them. */
const inLargeParts = (source: MemorySource, products: () => readonly Product[]): MemorySource => ({
  ...source,
  splitProducts: async () => [{ after: undefined, through: undefined }],
  readProducts: async function* () {
    const all = products();
    for (let from = 0; from < all.length; from += BATCH) yield all.slice(from, from + BATCH);
  },
});

const buildShop = (name: string, locale: string, products: readonly Product[], random: Random): World => {
  const memory = buildMemorySource(locale);
  const held = new Map(products.map((product) => [product.id, product]));
  const source = inLargeParts(memory, () => [...held.values()]);
  const categories = [...new Set(products.flatMap(({ categoryIds }) => categoryIds))];
  for (const [at, id] of categories.entries())
    source.putCategory({ id, name: id, parentId: at % 7 === 6 ? (categories[at - 1] ?? null) : null });
  source.putSynonyms({ id: 's', locale: null, words: ['tv', 'television', 'flat screen'] });
  source.putSynonyms({ id: 't', locale: null, words: ['laptop', 'notebook'] });
  source.setRanking({
    numbers: [{ field: 'popularity', maxFactor: 3, fullAt: 20_000, scale: 'logarithmic' }],
    inStock: 1.25,
  });
  const some = () => random.pick(products);
  source.putRule({ id: 'pins', when: { searchTermContains: 'tv' }, hide: [some().id], pin: [some().id] });
  source.putRule({
    ...{ id: 'boosts', when: {}, hide: [], pin: [], boost: [{ factor: 2, ids: [some().id, some().id] }] },
    bury: [{ factor: 3, groups: [{ operator: 'AND', rules: [brandRule(some().brand)] }] }],
  });
  source.setPopularTerms(
    products.slice(0, 40).map((product) => product.name.split(' ').slice(0, 2).join(' ')),
  );
  for (const product of products) source.putProduct(product);
  const asked = { locale, products, categories, random };
  return {
    name,
    source,
    ask: () => realQuestion(asked),
    change: () => {
      const [gone, changed, other] = [some(), some(), some()];
      held.delete(gone.id);
      source.deleteProduct(gone.id);
      const next = { ...changed, name: other.name, prices: { USD: random.integer(1, 900) } };
      held.set(next.id, next);
      source.putProduct(next);
    },
  };
};

const brandRule = (value: string) => ({ field: 'brand', action: 'equal_to' as const, value, at: 'bury' });

const buildSite = (rows: readonly Row[], random: Random): World => {
  const memory = buildMemorySource('en');
  const texts = rows.map((row) => ({
    locale: textIn(row, 'locale'),
    text: aText({
      type: textIn(row, 'type'),
      title: textIn(row, 'title'),
      summary: textIn(row, 'summary'),
      body: textIn(row, 'body').slice(0, 2_000),
      createdAt: textIn(row, 'created_at'),
      createdBy: (row['created_by'] ?? null) as string | null,
      modifiedAt: textIn(row, 'modified_at'),
      modifiedBy: (row['modified_by'] ?? null) as string | null,
    }),
  }));
  const put = (at: number, from: number): void => {
    const given = texts[from];
    if (given !== undefined) memory.putItem(String(at), { [given.locale]: given.text });
  };
  for (const at of texts.keys()) put(at, at);
  const names = texts.map(({ locale, text }) => ({ locale, text: `${text.title} ${text.summary}` }));
  return {
    name: 'Kubernetes',
    source: memory,
    ask: () => realQuestion({ locale: 'en', products: [], categories: [], random, texts: names }),
    change: () => {
      memory.deleteItem(String(random.integer(0, texts.length - 1)));
      put(random.integer(0, texts.length - 1), random.integer(0, texts.length - 1));
    },
  };
};

/** None if the data is not there. `objectsMax`: of each catalog. */
export const buildRealWorlds = (random: Random, objectsMax: number): World[] => {
  if (!existsSync(join(data, 'permissive'))) return [];
  const shop = (name: string, path: string, read: (row: Row, at: number) => Product): World =>
    buildShop(name, 'en-us', readRows(path).slice(0, objectsMax).map(read), random);
  const pages = readRows('permissive/content/kubernetes-website.ndjson.gz');
  return [
    shop('Best Buy', 'permissive/catalogs/bestbuy-sample.ndjson.gz', bestBuyProduct),
    shop('ESCI', 'permissive/judged/esci-us/products.ndjson.gz', esciProduct),
    buildSite(random.some(pages, pages.length - 1).slice(-objectsMax), random),
  ];
};
