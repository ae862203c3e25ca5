// The libraries we compare with: installed in `bench/node_modules`, apart from the service's own, and typed here as
// far as they are used, so that everything compiles without them.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;

const installed: ReadonlySet<string> = new Set(['minisearch', 'orama', 'flexsearch']);

/** Installs the libraries on first use, from the lock file in this folder, if one of them is to be measured. */
export const installPeers = (wanted: readonly string[], say: (line: string) => void): void => {
  if (!wanted.some((name) => installed.has(name))) return;
  if (existsSync(join(folder, 'node_modules', 'minisearch'))) return;
  say('Installing MiniSearch, Orama and FlexSearch into bench/node_modules, for the benchmarks only …');
  const { status } = spawnSync(
    'npm',
    ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (status !== 0) throw new Error('npm ci --prefix bench failed; the peers cannot be measured');
};

/** Through a variable, so that the compiler does not resolve a package that may not be installed. */
const load = async <T>(name: string): Promise<T> => (await import(name)) as T;

export interface MiniSearchHit {
  readonly id: number;
  readonly [field: string]: unknown;
}

export type MiniSearchQuery =
  | string
  | symbol
  | { readonly combineWith: 'AND' | 'OR'; readonly queries: readonly MiniSearchQuery[] };

export interface MiniSearchOptions {
  readonly combineWith?: 'AND' | 'OR';
  readonly prefix?: boolean | ((term: string, index: number, terms: string[]) => boolean);
  readonly fuzzy?: number;
  readonly boost?: Readonly<Record<string, number>>;
  readonly filter?: (hit: MiniSearchHit) => boolean;
}

export interface MiniSearchIndex {
  addAll(documents: readonly object[]): void;
  replace(document: object): void;
  search(query: MiniSearchQuery, options: MiniSearchOptions): MiniSearchHit[];
}

interface MiniSearchSettings {
  readonly fields: readonly string[];
  readonly storeFields: readonly string[];
}

export interface MiniSearchClass {
  new (settings: MiniSearchSettings): MiniSearchIndex;
  readonly wildcard: symbol;
  loadJSON(json: string, settings: MiniSearchSettings): MiniSearchIndex;
}

export const loadMiniSearch = async (): Promise<MiniSearchClass> =>
  (await load<{ default: MiniSearchClass }>('minisearch')).default;

type OramaDatabase = object;

export interface OramaSearch {
  readonly term: string;
  readonly properties?: readonly string[];
  readonly boost?: Readonly<Record<string, number>>;
  readonly threshold?: number;
  readonly tolerance?: number;
  readonly where?: object;
  readonly sortBy?: { readonly property: string; readonly order: 'ASC' | 'DESC' };
  readonly limit: number;
}

type OramaResults = { readonly count: number; readonly hits: readonly unknown[] };

export interface Orama {
  create(settings: { readonly schema: object }): OramaDatabase;
  insertMultiple(database: OramaDatabase, documents: readonly object[], batch: number): Promise<unknown>;
  update(database: OramaDatabase, id: string, document: object): Promise<unknown>;
  search(database: OramaDatabase, query: OramaSearch): OramaResults | Promise<OramaResults>;
  save(database: OramaDatabase): unknown;
  load(database: OramaDatabase, saved: unknown): void;
}

export const loadOrama = (): Promise<Orama> => load('@orama/orama');

export interface FlexSearchIndex {
  add(id: number, text: string): unknown;
  update(id: number, text: string): unknown;
  search(query: string, options: { readonly limit: number; readonly suggest?: boolean }): number[];
}

interface FlexSearch {
  readonly Index: new (settings: {
    readonly tokenize: string;
    readonly context?: boolean;
  }) => FlexSearchIndex;
}

export const loadFlexSearch = async (): Promise<FlexSearch> => {
  const module = await load<FlexSearch & { readonly default?: FlexSearch }>('flexsearch');
  return module.Index === undefined ? (module.default as FlexSearch) : module;
};
