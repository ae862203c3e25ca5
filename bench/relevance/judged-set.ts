// The judged collections as content items with their queries and judgements. Read from a folder outside the repository, where
// none of them is kept; products are read as content, since products are counted, not ranked.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ContentItem, ContentText } from '../../src/domain/content.ts';

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
  readonly locale: string;
  readonly documents: readonly JudgedDocument[];
  readonly queries: readonly { readonly id: string; readonly text: string }[];
  readonly judgements: Judgements;
}

export const XQUAD_LOCALES = ['en', 'de', 'es', 'ru', 'ar', 'zh'] as const;

/** Throws where the folder holds other files than its README says. */
export const readJudgedSets = (folder: string, readJudgements: (file: string) => Judgements): JudgedSet[] => {
  const read = (at: string, name: string, locale: string, documents: readonly JudgedDocument[]) => ({
    name,
    locale,
    documents,
    queries: readQueries(join(folder, at, 'queries.tsv')),
    judgements: readJudgements(join(folder, at, 'qrels.tsv')),
  });
  const xquadAt = 'other-terms/judged/xquad';
  const xquad = read(xquadAt, 'XQuAD', '', []);
  const paragraphs = readRows(join(folder, xquadAt, 'docs.ndjson.gz'));
  return [
    read('permissive/judged/esci-us', 'ESCI', 'en-us', readProducts(folder)),
    read('other-terms/judged/cranfield', 'Cranfield', 'en', readAbstracts(folder)),
    ...XQUAD_LOCALES.map((locale) => restrict(xquad, paragraphs, locale)),
  ];
};

/** The same item as the service holds it. */
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

/** The part of XQuAD in one locale: ids of queries and paragraphs begin with it. */
const restrict = (all: JudgedSet, paragraphs: readonly Row[], locale: string): JudgedSet => ({
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
