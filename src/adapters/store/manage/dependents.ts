// Finds what depends on a resource: the references that are checked on every write, in the other direction, and the content
// of workspaces, environments and catalogs. Weak references (categories of products, the model of a store, …) do not count.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { isAlive } from '../../../domain/access/token.ts';
import type { Dependent } from '../../../domain/failures/failures.ts';
import {
  type ResourceKind,
  type ResourceObject,
  resourceKinds,
} from '../../../domain/manage/managed-resource.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { type TokenRow, toToken } from '../access/token-store.ts';
import { published } from '../records/publication-rows.ts';
import { findRelatedRecords } from '../records/record-relations.ts';
import type { Db } from '../sql/engine.ts';
import { countRows, type Row, type RowSet, readRows, readSome } from '../sql/key-range.ts';
import { batchIds } from '../sql/prepared-batches.ts';
import { inWorkspace, workspacePrefix } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import { keysInWorkspace } from '../sql/table-keys.ts';
import { rowsOf } from './resource-tables.ts';

const DEPENDENTS_LISTED_MAX = 100;
/** Documents can be long. */
export const DOCUMENTS_AT_ONCE = 100;

export interface Needs {
  /** At most the first hundred. */
  readonly dependents: readonly Dependent[];
  readonly count: number;
}

/** Kinds of objects that list the environments that show them. */
export const kindsOfEnvironments = ['catalog', 'form', 'content_item', 'merchandising_rule'] as const;

/** Some rows of a set: the columns to read, and the test of a row. */
export interface SomeRows {
  readonly columns: readonly string[];
  readonly needs: (row: Row) => boolean;
}

interface DependentRows {
  readonly kind: string;
  readonly set: RowSet;
  /** The columns that make up its id; the whole key by default. */
  readonly id?: readonly string[];
  /** Set if only some rows depend on it. */
  readonly some?: SomeRows;
}

export const findDependents = async (
  db: Db,
  workspace: WorkspaceScope,
  object: ResourceObject,
): Promise<Needs> => {
  const dependents: Dependent[] = [];
  let count = 0;
  for (const { kind, set, id = set.key, some } of dependentRows(workspace, object)) {
    const list = (row: Row): void => {
      const dependent = { kind, id: id.map((column) => row[column]).join('/') };
      if (dependents.length < DEPENDENTS_LISTED_MAX) dependents.push(dependent);
    };
    if (some === undefined) {
      count += await countRows(db, set);
      const limit = DEPENDENTS_LISTED_MAX - dependents.length;
      for (const row of await readSome(db, set, { columns: [], after: undefined, skip: 0, limit })) list(row);
    } else {
      for await (const rows of readRows(db, set, { columns: some.columns, rowsAtOnce: DOCUMENTS_AT_ONCE })) {
        const needing = rows.filter(some.needs);
        count += needing.length;
        for (const row of needing) list(row);
      }
    }
  }
  return { dependents, count };
};

export const kindsInCatalog = [
  'category',
  'product',
  'content_item',
  'synonyms',
  'merchandising_rule',
  'attribute',
  'facet',
] as const;

const dependentRows = (workspace: WorkspaceScope, object: ResourceObject): DependentRows[] => {
  const id = String(object['id']);
  const all = (kind: ResourceKind): DependentRows => ({ kind, set: rowsOf(workspace, kind, {}) });
  switch (object.kind) {
    case 'tenant':
      return [all('workspace')];
    case 'workspace':
      return [
        ...resourceKinds.filter((kind) => kind !== 'tenant' && kind !== 'workspace').map(all),
        { kind: 'record', set: { table: 'record', prefix: workspacePrefix(workspace), key: ['record_id'] } },
        { kind: 'submission', set: submissionRows(workspace), id: ['submission_id'] },
        liveTokens(workspace, () => true),
      ];
    case 'environment':
      return [
        { ...all('domain'), some: having('environment_id', id) },
        { ...all('store'), some: having('environment_id', id) },
        { ...all('catalog'), some: listing(id) },
        { ...all('content_item'), some: listing(id) },
        { ...all('merchandising_rule'), some: listing(id) },
        { ...all('form'), some: listing(id) },
        {
          kind: 'publication',
          set: publicationRows(workspace, id),
          id: ['record_id', 'locale'],
          some: having('state', published),
        },
        liveTokens(workspace, (environmentIds) => environmentIds?.includes(id) ?? false),
      ];
    case 'content_model':
      return [{ kind: 'record', set: recordRows(workspace, String(object['internal_name'])) }];
    case 'catalog':
      return [
        { ...all('store'), some: having('catalog_id', id) },
        ...kindsInCatalog.map((kind) => ({ kind, set: rowsOf(workspace, kind, { catalog_id: id }) })),
      ];
    case 'form':
      return [{ kind: 'submission', set: submissionRows(workspace, id), id: ['submission_id'] }];
    default:
      return [];
  }
};

export const publicationRows = (workspace: WorkspaceScope, environmentId: string): RowSet => ({
  table: 'publication',
  prefix: workspacePrefix(workspace, { environment_id: environmentId }),
  key: ['record_id', 'locale', 'version_id'],
});

/** What was recorded of each catalog in the environment, and what was computed from it. Also of one that is no longer shown there. */
export async function* recordedIn(
  db: Db,
  workspace: WorkspaceScope,
  environmentId: string,
): AsyncIterable<RowSet> {
  const catalogs = rowsOf(workspace, 'catalog', {});
  for await (const some of readRows(db, catalogs, { columns: [], rowsAtOnce: DOCUMENTS_AT_ONCE })) {
    for (const { catalog_id } of some as { readonly catalog_id: string }[]) {
      const prefix = workspacePrefix(workspace, { catalog_id, environment_id: environmentId });
      for (const table of ['product_event', 'product_popularity'] as const) {
        const [, , ...key] = keysInWorkspace[table];
        yield { table, prefix, key };
      }
    }
  }
}

/** By the internal name of the model. */
export const recordRows = (workspace: WorkspaceScope, model: string): RowSet => ({
  table: 'record',
  prefix: workspacePrefix(workspace, { model }),
  key: ['record_id'],
});

export const submissionRows = (workspace: WorkspaceScope, formId?: string): RowSet => ({
  table: 'form_submission',
  prefix: workspacePrefix(workspace, formId === undefined ? {} : { form_id: formId }),
  key: formId === undefined ? ['form_id', 'submission_id'] : ['submission_id'],
});

const tokenColumns: readonly (keyof TokenRow)[] = [
  'tenant_id',
  'workspace_id',
  'token_id',
  'name',
  'permission',
  'environment_ids',
  'created_at',
  'expires_at',
  'revoked_at',
];

/** A token that is revoked or expired depends on nothing. */
export const liveTokens = (
  workspace: WorkspaceScope,
  needs: (environmentIds: readonly string[] | null) => boolean,
) => ({
  kind: 'token',
  set: { table: 'token', prefix: workspacePrefix(workspace), key: ['token_id'] } satisfies RowSet,
  some: {
    columns: tokenColumns,
    needs: (row: Row): boolean => {
      const token = toToken(row as unknown as TokenRow);
      return isAlive(token, Date.now()) && needs(token.environmentIds);
    },
  },
});

export const having = (column: string, value: string) => ({
  columns: [column],
  needs: (row: Row): boolean => row[column] === value,
});

export const listing = (environmentId: string) => ({
  columns: ['doc'],
  needs: (row: Row): boolean => environmentsOf(row['doc'] ?? '').includes(environmentId),
});

/** The environments that a catalog, a form, a content item or a merchandising rule lists. `null` (all environments) lists none. */
export const environmentsOf = (doc: string): readonly string[] => {
  // In canonical JSON a list that is not empty always starts like this. Most documents need not be parsed.
  if (!doc.includes('"environment_ids":["')) return [];
  return parseStored<{ environment_ids: readonly string[] | null }>(doc).environment_ids ?? [];
};

/** Records of other models with relations to records of this model. Deleting it would break these relations. */
export const findOutsideRelations = async (
  db: Db,
  workspace: WorkspaceScope,
  model: string,
): Promise<Needs> => {
  const found = new Set<string>();
  const set = recordRows(workspace, model);
  for await (const rows of readRows(db, set, { columns: [], rowsAtOnce: DOCUMENTS_AT_ONCE })) {
    for (const id of await findRelatedFrom(db, workspace, model, rows)) found.add(id);
  }
  return neededByRecords(found);
};

/** The same for some of its records. */
export const findRelatedFrom = async (
  db: Db,
  workspace: WorkspaceScope,
  model: string,
  records: readonly Row[],
): Promise<ReadonlySet<string>> => {
  const yieldIfDue = buildYield();
  const found = new Set<string>();
  for (const recordId of await findMentioned(db, workspace, records)) {
    const related = await findRelatedRecords(db, workspace, recordId, Number.MAX_SAFE_INTEGER);
    for (const id of await withoutModel(db, workspace, model, related.ids)) found.add(id);
    await yieldIfDue();
  }
  return found;
};

/** Most records are mentioned nowhere. */
const findMentioned = async (
  db: Db,
  workspace: WorkspaceScope,
  records: readonly Row[],
): Promise<ReadonlySet<string>> => {
  const mentioned = new Set<string>();
  for (const ids of batchIds(records.map(({ record_id: id = '' }) => id))) {
    const rows = await inWorkspace(db, workspace)
      .selectFrom('version_mention')
      .select('target_id')
      .distinct()
      .where('target_id', 'in', ids)
      .execute();
    for (const row of rows) mentioned.add(row.target_id);
  }
  return mentioned;
};

export const neededByRecords = (ids: ReadonlySet<string>): Needs => ({
  dependents: [...ids]
    .sort()
    .slice(0, DEPENDENTS_LISTED_MAX)
    .map((id) => ({ kind: 'record', id })),
  count: ids.size,
});

const withoutModel = async (
  db: Db,
  workspace: WorkspaceScope,
  model: string,
  recordIds: readonly string[],
): Promise<string[]> => {
  const others: string[] = [];
  for (const ids of batchIds(recordIds)) {
    const rows = await inWorkspace(db, workspace)
      .selectFrom('record')
      .select('record_id')
      .where('record_id', 'in', ids)
      .where('model', '<>', model)
      .execute();
    others.push(...rows.map((row) => row.record_id));
  }
  return others;
};
