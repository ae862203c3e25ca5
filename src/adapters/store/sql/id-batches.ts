// Lists of ids for `in (…)`. They have a few fixed lengths, so that there are few different statements to prepare.

import type { Compilable } from 'kysely';
import type { Db } from './engine.ts';
import { type Parameters, type PreparedQuery, prepareQuery } from './prepared-query.ts';

const LENGTHS = [1, 8, 25, 64, 500] as const;
const LENGTH_MAX = 500;

/** Duplicates are dropped. A list is filled up by repeating its last id. */
export const batchIds = <Id extends string | number>(ids: Iterable<Id>): Id[][] => {
  const all = [...new Set(ids)];
  const lists: Id[][] = [];
  for (let from = 0; from < all.length; from += LENGTH_MAX) {
    const list = all.slice(from, from + LENGTH_MAX);
    const length = LENGTHS.find((each) => each >= list.length) ?? LENGTH_MAX;
    const last = list.at(-1) as Id;
    while (list.length < length) list.push(last);
    lists.push(list);
  }
  return lists;
};

export type IdQuery<P, R, Id = string> = (db: Db, values: P, ids: Iterable<Id>) => Promise<R[]>;

/** A query for any number of ids, built and compiled once for each length of their lists. */
export const prepareForIds = <P extends Parameters, R, Id extends string | number = string>(
  examples: P,
  build: (slots: P, ids: Id[]) => Compilable<R>,
): IdQuery<P, R, Id> => {
  const prepared = new Map<number, PreparedQuery<P & Parameters, R>>();
  const prepare = (length: number) => {
    const names = Array.from({ length }, (_, index) => `id ${index}`);
    const all = { ...examples, ...Object.fromEntries(names.map((name) => [name, ''])) };
    return prepareQuery<P & Parameters, R>(all, (slots) =>
      build(
        slots,
        names.map((name) => (slots as Parameters)[name] as Id),
      ),
    );
  };
  return async (db, values, ids) => {
    const found: R[] = [];
    for (const list of batchIds(ids)) {
      const query = prepared.get(list.length) ?? prepare(list.length);
      prepared.set(list.length, query);
      const given = Object.fromEntries(list.map((id, index) => [`id ${index}`, id]));
      for (const row of await query.all(db, { ...values, ...given })) found.push(row);
    }
    return found;
  };
};
