// Judged collections as documents with queries and judgements. Read from a folder outside the repository, which
// contains none of them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Product } from '../../src/domain/products/product.ts';
import type { ContentItem, ContentText } from '../../src/domain/search/content.ts';

/** Query → document → grade. */
export type Judgements = Map<string, Map<string, number>>;

export interface JudgedDocument {
  readonly id: string;
  readonly title: string;
  readonly keywords: readonly string[];
  readonly summary: string | undefined;
  readonly body: string;
}

export interface JudgedSet {
  readonly name: string;
  /** The locale of the documents. */
  readonly locale: string;
  /** Which of our indexes the documents go into, and how it is asked. */
  readonly kind: 'content' | 'products' | 'products over HTTP';
  /** Whether the queries are in another language than the documents: these get their own table. */
  readonly isCrossed: boolean;
  readonly documents: readonly JudgedDocument[];
  readonly queries: readonly { readonly id: string; readonly text: string }[];
  readonly judgements: Judgements;
}

/** Where the XQuAD questions are, and their languages. */
const XQUAD = [
  { at: 'other-terms/judged/xquad', locales: ['en', 'de', 'es', 'ru', 'ar', 'zh'] },
  { at: 'other-terms/judged/xquad-more', locales: ['el', 'hi', 'ro', 'th', 'tr', 'vi'] },
] as const;

/** Languages in Latin script whose questions are also asked of the English paragraphs: they mostly share names. */
const CROSSED_LOCALES = ['de', 'es', 'ro', 'tr', 'vi'] as const;

/** Throws if the folder's files differ from its README. */
export const readJudgedSets = (folder: string, readJudgements: (file: string) => Judgements): JudgedSet[] => {
  const read = (at: string, given: Pick<JudgedSet, 'name' | 'locale' | 'kind' | 'documents'>): JudgedSet => ({
    ...given,
    isCrossed: false,
    queries: readQueries(join(folder, at, 'queries.tsv')),
    judgements: readJudgements(join(folder, at, 'qrels.tsv')),
  });
  const xquad = XQUAD.flatMap(({ at, locales }) => {
    const paragraphs = readRows(join(folder, at, 'docs.ndjson.gz'));
    const all = read(at, { name: 'XQuAD', locale: '', kind: 'content', documents: [] });
    return locales.map((locale) => restrict(all, paragraphs, locale));
  });
  const english = xquad.find(({ locale }) => locale === 'en') as JudgedSet;
  const asked = (locale: string) => xquad.find((set) => set.locale === locale) as JudgedSet;
  const esci = { locale: 'en-us', documents: readProducts(folder) };
  const cranfield = { locale: 'en', documents: readAbstracts(folder) };
  return [
    read('permissive/judged/esci-us', { name: 'ESCI', kind: 'content', ...esci }),
    read('permissive/judged/esci-us', { name: 'ESCI, products', kind: 'products', ...esci }),
    read('permissive/judged/esci-us', { name: 'ESCI, HTTP', kind: 'products over HTTP', ...esci }),
    read('other-terms/judged/cranfield', { name: 'Cranfield', kind: 'content', ...cranfield }),
    ...xquad,
    ...CROSSED_LOCALES.map((locale) => cross(asked(locale), english)),
  ];
};

/** The questions of one language asked of the paragraphs of another: paragraph numbers are the same. */
const cross = (asked: JudgedSet, searched: JudgedSet): JudgedSet => ({
  ...searched,
  name: `XQuAD ${asked.locale} in ${searched.locale}`,
  isCrossed: true,
  queries: asked.queries,
  judgements: new Map(
    [...asked.judgements].map(([query, grades]) => [
      query,
      new Map([...grades].map(([id, grade]) => [id.replace(asked.locale, searched.locale), grade])),
    ]),
  ),
});

/** The document as a content item. */
export const contentItemOf = (document: JudgedDocument, locale: string): ContentItem => {
  const text: ContentText = {
    type: 'page',
    title: document.title,
    url: '/',
    summary: document.summary,
    body: document.body,
    keywords: document.keywords,
    imageUrl: null,
    createdAt: '2026-01-01T00:00:00Z',
    createdBy: null,
    modifiedAt: '2026-01-01T00:00:00Z',
    modifiedBy: null,
    extraData: {},
  };
  return { key: document.id, providerId: document.id, texts: { [locale]: text } };
};

/** The document as a product: keywords become its brand and a text attribute. */
export const productOf = ({ id, title, keywords, summary, body }: JudgedDocument): Product => ({
  id,
  sku: id,
  name: title,
  description: `${summary ?? ''}\n${body}`,
  brand: keywords[0] ?? '',
  categoryIds: [],
  collectionIds: [],
  prices: {},
  inStock: true,
  createdAt: null,
  attributes: { color: keywords[1] ?? '' },
  channelIds: [],
  locationIds: [],
  customerGroupIds: [],
  localized: {},
});

type Row = Readonly<Record<string, unknown>>;

const readProducts = (folder: string): JudgedDocument[] =>
  readRows(join(folder, 'permissive/judged/esci-us/products.ndjson.gz')).map((row) => ({
    id: textOf(row, 'id'),
    title: textOf(row, 'title'),
    keywords: [textOf(row, 'brand'), textOf(row, 'color')],
    summary: textOf(row, 'bullet_points'),
    body: textOf(row, 'description'),
  }));

const readAbstracts = (folder: string): JudgedDocument[] =>
  readRows(join(folder, 'other-terms/judged/cranfield/docs.ndjson.gz')).map(paragraphOf);

const paragraphOf = (row: Row): JudgedDocument => ({
  id: textOf(row, 'id'),
  title: textOf(row, 'title'),
  keywords: [],
  summary: undefined,
  body: textOf(row, 'text'),
});

/** The part of XQuAD in one locale: ids of queries and paragraphs start with it. */
const restrict = (all: JudgedSet, paragraphs: readonly Row[], locale: string): JudgedSet => ({
  ...all,
  name: `XQuAD ${locale}`,
  locale,
  documents: paragraphs.filter((row) => row['locale'] === locale).map(paragraphOf),
  queries: all.queries.filter(({ id }) => id.startsWith(`${locale}-`)),
  judgements: new Map([...all.judgements].filter(([id]) => id.startsWith(`${locale}-`))),
});

const readRows = (file: string): Row[] =>
  gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

const readQueries = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', text = ''] = line.split('\t');
      return { id, text };
    });

const textOf = (row: Row, field: string): string => {
  const value = row[field] ?? '';
  return typeof value === 'string' ? value : String(value);
};
