// The typed-array prototype: no updates, no Unicode, no fields, no persistence. Loaded from outside the repository if
// it is there.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Article } from '../generate/articles.ts';
import type { MadeProduct } from '../generate/products.ts';
import type { ContentQuestion } from '../questions/content-questions.ts';
import type { ProductQuestion } from '../questions/product-questions.ts';
import { type Engine, nothingToSettle, PAGE_HITS } from './engine.ts';

interface ContentQuery {
  readonly terms: readonly string[];
  readonly op: 'and' | 'or';
  readonly prefix: boolean;
  readonly fuzzy: boolean;
  readonly type: string | undefined;
  readonly sort: string | undefined;
  readonly limit: number;
}

interface ProductQuery {
  readonly term?: string;
  readonly f: Readonly<Record<string, string>>;
  readonly or?: readonly (readonly [facet: string, value: string])[];
  readonly price?: readonly [low: number, high: number];
}

interface Prototype {
  readonly Content: new () => {
    addBatch(batch: readonly object[]): void;
    finish(): void;
    search(query: ContentQuery): { total: number; ids: readonly number[] };
  };
  readonly Products: new () => {
    addBatch(batch: readonly object[]): void;
    finish(): void;
    count(query: ProductQuery): { total: number };
  };
}

const load = async (yardstick: string): Promise<Prototype> =>
  (await import(pathToFileURL(join(yardstick, 'proto.mjs')).href)) as Prototype;

export const loadPrototypeContent = async (yardstick: string): Promise<Engine<Article, ContentQuestion>> => {
  const { Content } = await load(yardstick);
  const index = new Content();
  return {
    add: (batch) =>
      index.addBatch(
        batch.map(({ createdSeconds, ...rest }) => ({ ...rest, locale: 'en', created_at: createdSeconds })),
      ),
    finish: () => index.finish(),
    prepare: ({ words, holds, isPrefix, maxEdits, type, newestFirst }) => {
      if (holds === 'two' || maxEdits > 1) return undefined;
      const query: ContentQuery = {
        terms: words,
        op: holds === 'any' ? 'or' : 'and',
        prefix: isPrefix,
        fuzzy: maxEdits === 1,
        type,
        sort: newestFirst ? 'created_at' : undefined,
        limit: PAGE_HITS,
      };
      return () => {
        const { total, ids } = index.search(query);
        return { total, hits: ids.length };
      };
    },
    replace: undefined,
    settle: nothingToSettle,
    snapshot: undefined,
  };
};

export const loadPrototypeProducts = async (
  yardstick: string,
): Promise<Engine<MadeProduct, ProductQuestion>> => {
  const { Products } = await load(yardstick);
  const index = new Products();
  return {
    add: (batch) => index.addBatch(batch.map(({ name, ...rest }) => ({ ...rest, title: name }))),
    finish: () => index.finish(),
    prepare: ({ term, facets, anyOf, price, page }) => {
      if (page !== undefined) return undefined;
      const query: ProductQuery = {
        f: Object.fromEntries(facets),
        ...(term === undefined ? {} : { term }),
        ...(anyOf.length === 0 ? {} : { or: anyOf }),
        ...(price === undefined ? {} : { price }),
      };
      return () => ({ total: index.count(query).total, hits: 0 });
    },
    replace: undefined,
    settle: nothingToSettle,
    snapshot: undefined,
  };
};
