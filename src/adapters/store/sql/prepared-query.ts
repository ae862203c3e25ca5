// Queries that are built and compiled once, when they are first run, and run with different parameters: building one costs more
// than running it.

import type { Compilable, CompiledQuery } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Db } from './engine.ts';
import { inWorkspace, runBound, type WorkspaceQueries } from './scoped-query.ts';

export type Parameters = Readonly<Record<string, string | number | null>>;

export interface PreparedQuery<P extends Parameters, R> {
  all(db: Db, values: P): Promise<R[]>;
  first(db: Db, values: P): Promise<R | undefined>;
}

/** A placeholder for a parameter. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * `examples` has the names and types of the parameters. `build` uses placeholders as if they were values, so the SQL must not
 * depend on a value.
 */
export const prepareQuery = <P extends Parameters, R>(
  examples: P,
  build: (slots: P) => Compilable<R>,
): PreparedQuery<P, R> => {
  const slots = Object.fromEntries(Object.keys(examples).map((name) => [name, new Slot(name)]));
  let compiled: CompiledQuery<R> | undefined;
  const all = async (db: Db, values: P): Promise<R[]> => {
    // The builder only passes placeholders on to the list of parameters, which takes anything.
    compiled ??= build(slots as unknown as P).compile();
    const { sql, parameters } = compiled;
    const given = parameters.map((each) => (each instanceof Slot ? values[each.name] : each));
    return runBound(db, values['tenantId'], values['workspaceId'], sql, given) as Promise<R[]>;
  };
  return { all, first: async (db, values) => (await all(db, values))[0] };
};

/** The same inside a workspace. Tenant and workspace are parameters too. */
export const prepareInWorkspace = <P extends Parameters, R>(
  db: Db,
  examples: P,
  build: (workspace: WorkspaceQueries, slots: P) => Compilable<R>,
): PreparedQuery<P & WorkspaceScope, R> =>
  prepareQuery({ ...examples, tenantId: '', workspaceId: '' }, ({ tenantId, workspaceId, ...slots }) =>
    build(inWorkspace(db, { tenantId, workspaceId }), slots as unknown as P),
  );
