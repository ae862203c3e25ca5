// The blocks in which a value occurs, several values of one block in one statement.

import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Db } from '../sql/engine.ts';
import { type PreparedQuery, prepareQuery } from '../sql/prepared-query.ts';
import type { ListColumns } from './list-entries.ts';

interface TermRow {
  readonly term: string;
  readonly slots: string;
}

/** Of a few rows that were found otherwise: a planner that saw the columns of the key would walk the whole list along it. */
export const IN_KEY_ORDER = sql`id || '', locale`;

/** Plain SQL where a prepared query is built. */
export const compiled = <R>(db: Db, query: RawBuilder<R>): Compilable<R> => ({
  compile: () => query.compile(db),
});

export const isList = (value: ListColumns) =>
  sql`tenant_id = ${value.tenant_id} and workspace_id = ${value.workspace_id}
    and catalog_id = ${value.catalog_id} and kind = ${value.kind}`;

/** Terms in one statement; a few lengths only, so that each is prepared once. */
const TERMS_AT_ONCE = [1, 4, 16] as const;
export const TERMS_AT_ONCE_MAX = 16;

export const buildTermRows = (db: Db) => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `term${index}`);
  const byCount = <R>(prepare: (terms: readonly string[]) => PreparedQuery<Params, R>) =>
    new Map(TERMS_AT_ONCE.map((count) => [count as number, prepare(names(count))]));
  const finds = byCount((given) =>
    prepareQuery(exampleOf(given), (value) => {
      const find = sql<TermRow>`select term, slots from list_term where ${isList(value as never)}
        and term in (${sql.join(given.map((name) => value[name]))}) and block = ${value['block']}`;
      return compiled(db, find);
    }),
  );
  const deletes = byCount((given) =>
    prepareQuery(exampleOf(given), (value) => {
      const gone = sql`delete from list_term where ${isList(value as never)}
        and term in (${sql.join(given.map((name) => value[name]))}) and block = ${value['block']}`;
      return compiled(db, gone);
    }),
  );
  const puts = byCount((given) =>
    prepareQuery(exampleOf(given, 'slots'), (value) => {
      const rows = given.map(
        (
          name,
        ) => sql`(${value['tenant_id']}, ${value['workspace_id']}, ${value['catalog_id']}, ${value['kind']},
          ${value[name]}, ${value['block']}, ${value[`slots ${name}`]})`,
      );
      const put = sql`insert into list_term (tenant_id, workspace_id, catalog_id, kind, term, block, slots)
        values ${sql.join(rows)}
        on conflict (tenant_id, workspace_id, catalog_id, kind, term, block) do update set slots = excluded.slots`;
      return compiled(db, put);
    }),
  );
  return {
    findTerms: async (tx: Db, inList: ListColumns, block: string, terms: readonly string[]) => {
      const padded = padTo(terms, TERMS_AT_ONCE);
      return (await finds.get(padded.length)?.all(tx, { ...inList, block, ...numbered(padded) })) ?? [];
    },
    deleteTerms: async (tx: Db, inList: ListColumns, block: string, terms: readonly string[]) => {
      const padded = padTo(terms, TERMS_AT_ONCE);
      await deletes.get(padded.length)?.all(tx, { ...inList, block, ...numbered(padded) });
    },
    /** One statement must not name a row twice, so what does not fill a statement goes one by one. */
    putTerms: async (tx: Db, inList: ListColumns, block: string, rows: readonly TermRow[]) => {
      for (let from = 0; from < rows.length; ) {
        const left = rows.length - from;
        const count = TERMS_AT_ONCE.findLast((each) => each <= left) ?? 1;
        const some = rows.slice(from, from + count);
        const slots = some.map((row, index) => [`slots term${index}`, row.slots]);
        const named = numbered(some.map((row) => row.term));
        await puts.get(count)?.all(tx, { ...inList, block, ...named, ...Object.fromEntries(slots) });
        from += count;
      }
    },
  };
};

type Params = Readonly<Record<string, string>>;

const exampleOf = (terms: readonly string[], ...others: readonly string[]): Params => ({
  tenant_id: '',
  workspace_id: '',
  catalog_id: '',
  kind: '',
  block: '',
  ...Object.fromEntries(
    terms.flatMap((name) => [[name, ''], ...others.map((other) => [`${other} ${name}`, ''])]),
  ),
});

const numbered = (terms: readonly string[]): Params =>
  Object.fromEntries(terms.map((term, index) => [`term${index}`, term]));

/** Filled up by naming the last one again. */
const padTo = (terms: readonly string[], lengths: readonly number[]): string[] => {
  const length = lengths.find((each) => each >= terms.length) ?? terms.length;
  const last = terms.at(-1) ?? '';
  return [...terms, ...Array.from({ length: length - terms.length }, () => last)];
};
