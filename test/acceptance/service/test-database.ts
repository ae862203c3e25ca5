// The same tests over PostgreSQL: with VITRINE_TEST_STORE=postgres each data folder that a test makes has a database of its own,
// and every command and service that is started with the folder uses it. With `postgres-bound` they connect as a role that
// row-level security binds.

import type { PostgresServer } from '../../fixtures/postgres-server.ts';
import { searchVariables } from './test-search.ts';

const urls = new Map<string, string>();
let started: Promise<PostgresServer> | undefined;

/** Read once: commands that run in this process hide the variables of the tests from themselves meanwhile. */
let store = process.env['VITRINE_TEST_STORE'];

/** In place of VITRINE_TEST_STORE. */
export const runOver = (name: 'postgres' | 'postgres-bound'): void => {
  store = name;
};

const isBound = (): boolean => store === 'postgres-bound';

type Choose = <T>(all: readonly T[], few: number) => readonly T[];

let choose: Choose = (all) => all;

/** How `someOf` chooses. */
export const chooseBy = (next: Choose): void => {
  choose = next;
};

/** All of a list; in the short form of the tests over PostgreSQL `few` of them: a request takes ten times as long there. */
export const someOf: Choose = (all, few) => choose(all, few);

export const isOverPostgres = (): boolean => store === 'postgres' || isBound();

/** It ends with the process, after the services that use it. Loaded here, as most test files do without. */
const start = async (): Promise<PostgresServer> => {
  const { startPostgres } = await import('../../fixtures/postgres-server.ts');
  const server = await startPostgres();
  process.once('exit', server.discard);
  return server;
};

/** Does nothing if the tests run over SQLite, unless the test asks for it. */
export const createDatabaseFor = async (dataDir: string, isWanted = isOverPostgres()): Promise<void> => {
  if (!isWanted) return;
  started ??= start();
  const url = await (await started).createDatabase();
  urls.set(dataDir, isBound() ? await bind(url) : url);
};

/** Prepares a database for the role that is bound, and returns its URL for that role. */
const bind = async (url: string): Promise<string> => {
  const { prepareDatabase } = await import('../../../src/adapters/store/postgres/prepare-database.ts');
  const { APPLICATION_ROLE, asApplication } = await import('../../fixtures/postgres-server.ts');
  await prepareDatabase(url, APPLICATION_ROLE);
  return asApplication(url);
};

/** Gives a folder a copy of another folder's database, which nobody may be using. */
export const copyDatabase = async (from: string, to: string): Promise<void> => {
  const url = urls.get(from);
  if (url === undefined || started === undefined) throw new Error(`${from} has no database`);
  urls.set(to, await (await started).createDatabase(new URL(url).pathname.slice(1)));
};

export const databaseVariables = (dataDir: string): Readonly<Record<string, string>> => {
  const url = urls.get(dataDir);
  return url === undefined ? {} : { VITRINE_STORE_URL: url, ...searchVariables(dataDir) };
};
