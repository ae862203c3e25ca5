// The blocks in which a value occurs, with the slots of its objects as bits of eight integers: adding and removing is one
// statement for several values, and nothing has to be read first.

import { type Compilable, type RawBuilder, sql } from 'kysely';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Db } from '../sql/engine.ts';
import { type PreparedQuery, prepareQuery } from '../sql/prepared-query.ts';
import type { ListColumns } from './list-entries.ts';
import type { SlotSet } from './slot-set.ts';

export const SLOT_WORDS = ['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7'] as const;

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
const TERMS_AT_ONCE = [16, 4, 1] as const;

type Params = Readonly<Record<string, string | number>>;

const inBlock = { tenant_id: '', workspace_id: '', catalog_id: '', kind: '', block: '' };

export const buildTermRows = (db: Db) => {
  const adds = byCount((count) => prepareAdd(db, count));
  const drops = byCount((count) => prepareDrop(db, count));
  const deletes = byCount((count) => prepareDelete(db, count));
  return {
    /** Each term gets its slots, beside those that it has. */
    addTerms: async (tx: Db, list: ListColumns, block: string, slotsOf: ReadonlyMap<string, SlotSet>) => {
      const yieldIfDue = buildYield();
      for (const some of inBatches([...slotsOf])) {
        const words = some.flatMap(([, slots], index) => wordsOf(slots, (name) => `${name} ${index}`));
        const terms = numbered(some.map(([term]) => term));
        const values = { ...list, block, ...terms, ...Object.fromEntries(words) };
        await adds.get(some.length)?.all(tx, values);
        await yieldIfDue();
      }
    },
    /** None of these terms has these slots any more. */
    removeTerms: async (
      tx: Db,
      list: ListColumns,
      block: string,
      slots: SlotSet,
      terms: readonly string[],
    ) => {
      const left = Object.fromEntries(
        wordsOf(slots, (name) => name).map(([name, bits]) => [name, ~bits >>> 0]),
      );
      const yieldIfDue = buildYield();
      for (const some of inBatches(terms)) {
        const key = { ...list, block, ...numbered(some) };
        await drops.get(some.length)?.all(tx, { ...key, ...left });
        await deletes.get(some.length)?.all(tx, key);
        await yieldIfDue();
      }
    },
  };
};

const prepareAdd = (db: Db, count: number): PreparedQuery<Params, unknown> => {
  const words = numbersTo(count).flatMap((index) => SLOT_WORDS.map((name) => [`${name} ${index}`, 0]));
  return prepareQuery({ ...exampleOf(count), ...Object.fromEntries(words) } as Params, (value) => {
    const rows = numbersTo(count).map(
      (
        index,
      ) => sql`(${value['tenant_id']}, ${value['workspace_id']}, ${value['catalog_id']}, ${value['kind']},
        ${value[`term${index}`]}, ${value['block']},
        ${sql.join(SLOT_WORDS.map((name) => value[`${name} ${index}`]))})`,
    );
    const merged = SLOT_WORDS.map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(`list_term.${name}`)} | ${sql.ref(`excluded.${name}`)}`,
    );
    return compiled(
      db,
      sql`insert into list_term (tenant_id, workspace_id, catalog_id, kind, term, block, ${columns})
        values ${sql.join(rows)}
        on conflict (tenant_id, workspace_id, catalog_id, kind, term, block) do update set ${sql.join(merged)}`,
    );
  });
};

const prepareDrop = (db: Db, count: number): PreparedQuery<Params, unknown> => {
  const words = Object.fromEntries(SLOT_WORDS.map((name) => [name, 0]));
  return prepareQuery({ ...exampleOf(count), ...words } as Params, (value) => {
    const left = SLOT_WORDS.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} & ${value[name]}`);
    return compiled(db, sql`update list_term set ${sql.join(left)} where ${areTerms(value, count)}`);
  });
};

const prepareDelete = (db: Db, count: number): PreparedQuery<Params, unknown> =>
  prepareQuery(exampleOf(count), (value) => {
    const isEmpty = sql.join(
      SLOT_WORDS.map((name) => sql`${sql.ref(name)} = 0`),
      sql` and `,
    );
    return compiled(db, sql`delete from list_term where ${areTerms(value, count)} and ${isEmpty}`);
  });

const columns = sql.join(SLOT_WORDS.map((name) => sql.ref(name)));

const areTerms = (value: Params, count: number): RawBuilder<unknown> => {
  const terms = sql.join(numbersTo(count).map((index) => value[`term${index}`]));
  return sql`${isList(value as unknown as ListColumns)} and term in (${terms}) and block = ${value['block']}`;
};

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const exampleOf = (count: number): Params => ({ ...inBlock, ...numbered(numbersTo(count).map(() => '')) });

const numbered = (terms: readonly string[]): Params =>
  Object.fromEntries(terms.map((term, index) => [`term${index}`, term]));

const wordsOf = (slots: SlotSet, nameOf: (name: string) => string): [string, number][] =>
  SLOT_WORDS.map((name, word) => [nameOf(name), slots[word] ?? 0]);

const byCount = <T>(prepare: (count: number) => T): ReadonlyMap<number, T> =>
  new Map(TERMS_AT_ONCE.map((count) => [count, prepare(count)]));

/** As few as there are lengths for: no statement names a term twice. */
function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; ) {
    const count = TERMS_AT_ONCE.find((each) => each <= items.length - from) ?? 1;
    yield items.slice(from, from + count);
    from += count;
  }
}
