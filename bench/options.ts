// The command-line options of a run.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type EngineName, engineLabels, peerNames } from './engines/list.ts';

export interface Options {
  readonly benchmarks: readonly string[];
  readonly articles: number;
  readonly products: number;
  /** Also run the sizes that take minutes and gigabytes. */
  readonly isFull: boolean;
  /** Number of records of `lists`. Undefined: the default sizes. */
  readonly records: number | undefined;
  /** `lists` on PostgreSQL instead of SQLite. */
  readonly isOnPostgres: boolean;
  /** `relevance` of our engine on OpenSearch, instead of other engines. */
  readonly isOnOpenSearch: boolean;
  /** `opensearch` without the service that searches in its memory, for catalogs that do not fit there. */
  readonly isServerOnly: boolean;
  /** Maximum time per engine and class. */
  readonly rowMaxMs: number;
  /** The other engines to compare with. */
  readonly peers: readonly EngineName[];
  /** The prototype's folder. */
  readonly yardstick: string;
  /** The folder of the judged sets and of real catalogs. */
  readonly data: string;
  /** Kinds of rows, for `http`. */
  readonly rows: readonly HttpRows[];
  /** Search threads of the service; undefined: its default. */
  readonly threads: number | undefined;
  /** Ids of the attacks, for `hostile`; empty: all. */
  readonly attacks: readonly string[];
  readonly attackMs: number;
}

const httpRows = ['cached', 'distinct', 'mixed', 'writers', 'telemetry'] as const;
type HttpRows = (typeof httpRows)[number];

const QUICK_ARTICLES = 20_000;
const PRODUCTS_PER_ARTICLE = 5;
const QUICK_ROW_MAX_MS = 1_500;
const ATTACK_MS = 6_000;

export const usage = `node bench/run.ts [content] [products] [discovery] [build] [growth] [http] [workers] [store] [opensearch] [loop] [bulk] [lists] [manage-lists] [restart] [hostile] [relevance] [browser] [install] [options]

  --size <n>          articles (default ${QUICK_ARTICLES}); products are five times as many
  --products <n>      products, when they should be another number
  --records <n>       records of lists, instead of 10,000 and 100,000
  --postgres          lists on PostgreSQL
  --opensearch        relevance on OpenSearch beside embedded indexes, without other engines
  --server-only       opensearch without the service that searches in its memory
  --full              growth up to a million documents
  --row-seconds <n>   longest time per engine and class (default ${QUICK_ROW_MAX_MS / 1000})
  --rows <names>      rows of http: ${httpRows.join(',')} (default all)
  --threads <n>       threads that the service of http and hostile searches with
  --attacks <names>   attacks of hostile by their letters, such as a,d,k (default all)
  --attack-seconds <n>  how long each attack lasts (default ${ATTACK_MS / 1000})
  --engines <names>   others to measure beside ours: ${peerNames.join(',')}
  --yardstick <dir>   folder of the prototype (default ../shared/yardstick)
  --data <dir>        folder of the judged sets and catalogs (default ../shared/data)
`;

export const readOptions = (words: readonly string[], known: readonly string[]): Options => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      size: { type: 'string' },
      products: { type: 'string' },
      records: { type: 'string' },
      postgres: { type: 'boolean', default: false },
      opensearch: { type: 'boolean', default: false },
      'server-only': { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      'row-seconds': { type: 'string' },
      engines: { type: 'string' },
      yardstick: { type: 'string' },
      data: { type: 'string' },
      rows: { type: 'string' },
      threads: { type: 'string' },
      attacks: { type: 'string' },
      'attack-seconds': { type: 'string' },
    },
  });
  const strange = positionals.find((name) => !known.includes(name));
  if (strange !== undefined) throw new Error(`${strange} is none of ${known.join(', ')}`);
  const articles = readCount(values.size, QUICK_ARTICLES);
  const beside = join(import.meta.dirname, '..', '..', 'shared');
  const yardstick = resolve(values.yardstick ?? join(beside, 'yardstick'));
  return {
    benchmarks: positionals.length > 0 ? positionals : known,
    articles,
    products: readCount(values.products, articles * PRODUCTS_PER_ARTICLE),
    records: values.records === undefined ? undefined : readCount(values.records, 1),
    isOnPostgres: values.postgres,
    isOnOpenSearch: values.opensearch,
    isServerOnly: values['server-only'],
    isFull: values.full,
    rowMaxMs: readCount(values['row-seconds'], QUICK_ROW_MAX_MS / 1000) * 1000,
    peers: readPeers(values.engines, existsSync(join(yardstick, 'proto.mjs'))),
    yardstick,
    data: resolve(values.data ?? join(beside, 'data')),
    rows: readRows(values.rows),
    threads: values.threads === undefined ? undefined : readCount(values.threads, 1),
    attacks: readNames(values.attacks),
    attackMs: readCount(values['attack-seconds'], ATTACK_MS / 1000) * 1000,
  };
};

const readCount = (text: string | undefined, otherwise: number): number => {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${text} is not a number above 0`);
  return value;
};

const readNames = (text: string | undefined): string[] =>
  text === undefined ? [] : text.split(',').map((name) => name.trim());

const readRows = (text: string | undefined): readonly HttpRows[] => {
  const wanted = readNames(text);
  const strange = wanted.find((name) => !(httpRows as readonly string[]).includes(name));
  if (strange !== undefined) throw new Error(`${strange} is none of ${httpRows.join(', ')}`);
  return wanted.length === 0 ? httpRows : (wanted as HttpRows[]);
};

const readPeers = (text: string | undefined, hasPrototype: boolean): EngineName[] => {
  const wanted = text === undefined ? [...peerNames] : (readNames(text) as EngineName[]);
  const strange = wanted.find((name) => !Object.hasOwn(engineLabels, name));
  if (strange !== undefined) throw new Error(`${strange} is none of ${peerNames.join(', ')}`);
  return wanted.filter((name) => name !== 'prototype' || hasPrototype);
};
