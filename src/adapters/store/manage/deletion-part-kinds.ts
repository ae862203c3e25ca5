// How the rows of each part of a deletion are taken, a few in each transaction. Each time the rest is a valid state of the store: objects
// go as any object that is deleted does, what is only recorded goes as rows.

import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { DeleteResult, ResourceKind, ResourceObject } from '../../../domain/manage/managed-resource.ts';
import type { StepLimits } from '../deletion-limits.ts';
import { trimBatch } from '../feed/feed-reader.ts';
import { measureRows } from '../limits/measure.ts';
import { deleteOldVersions, hasManyVersions } from '../records/old-versions.ts';
import { deleteRecordRows } from '../records/version-rows.ts';
import type { Db } from '../sql/engine.ts';
import {
  DELETED_AT_ONCE,
  deleteBetween,
  deleteRows,
  deleteSome,
  type Row,
  type RowSet,
  readDocuments,
  readSome,
} from '../sql/key-range.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { removeWorkspace } from './cascade-delete.ts';
import {
  findRelatedFrom,
  type kindsInCatalog,
  neededByRecords,
  publicationRows,
  type SomeRows,
  submissionRows,
} from './dependents.ts';
import { attachTo, forgetInCatalog, isAttached, type Removal, removeObject } from './removal.ts';
import { placeOf, rowsOf, toObject } from './resource-tables.ts';

/** What one transaction takes: rows of the set after this one. */
export interface Step extends StepLimits {
  readonly after: Row | undefined;
}

/** Where the next step begins, or why there is none. */
export type Taken = { readonly after: Row | undefined } | { readonly refusal: DeleteResult };

export interface Part {
  readonly workspace: WorkspaceScope;
  readonly set: RowSet;
  /** Set if only some rows of the set are meant. */
  readonly some?: SomeRows;
  /** About how many rows go with one of the set, itself included; one unless said. */
  readonly weight?: number;
  /** Whether one of the set is too much for one transaction by itself. */
  readonly isOneLarge?: (db: Db, row: Row, limits: Pick<StepLimits, 'rows'>) => Promise<boolean>;
  readonly take: (removal: Removal, step: Step) => Promise<Taken>;
}

/** A record has versions, mentions, publications, and rows in the lists of each environment; a publication has rows in lists. */
const ROWS_OF_RECORD = 16;
const ROWS_OF_PUBLICATION = 8;
/** Deleted between two looks at the clock. */
const RECORDS_AT_ONCE = 8;

/** Neither counted nor in lists nor in the feed. */
export const plainRows = (workspace: WorkspaceScope, set: RowSet): Part => ({
  workspace,
  set,
  take: async ({ tx, yieldIfDue }, { rows }) => {
    for (let deleted = 0; deleted < rows; deleted += DELETED_AT_ONCE) {
      if (!(await deleteSome(tx, set))) break;
      await yieldIfDue();
    }
    return { after: undefined };
  },
});

/** Of one catalog, or of all. One entry in the feed says that a catalog has changed, and no environment shows it. */
export const objectsInCatalogs = (
  workspace: WorkspaceScope,
  kind: (typeof kindsInCatalog)[number],
  catalogId: string | undefined,
): Part => {
  const set = rowsOf(workspace, kind, catalogId === undefined ? {} : { catalog_id: catalogId });
  return {
    workspace,
    set,
    take: async (removal, step) => {
      let { after } = step;
      const catalogs = new Set<string>();
      for await (const rows of readDocuments(removal.tx, set, rangeOf(step))) {
        await forgetInCatalog(
          removal,
          workspace,
          kind,
          rows.map(({ doc = '' }) => doc),
        );
        for (const row of rows) catalogs.add(catalogId ?? row['catalog_id'] ?? '');
        after = rows.at(-1);
        if (step.isDue()) break;
      }
      if (after !== undefined) await deleteBetween(removal.tx, set, step.after, after);
      for (const id of catalogs) await announceCatalog(removal, workspace, id);
      return { after };
    },
  };
};

const announceCatalog = async (removal: Removal, workspace: WorkspaceScope, id: string): Promise<void> => {
  const place = placeOf(workspace, 'catalog', { id });
  const doc = place && (await removal.rows.find(removal.tx, 'catalog', place));
  const catalog = doc === undefined ? undefined : toObject('catalog', doc);
  if (catalog !== undefined && isAttached(catalog)) await attachTo(removal, workspace, catalog, []);
  else await removal.feed.append(workspace, { kind: 'catalog', catalogId: id, id });
};

/** Those that are meant, one by one. They may stay, changed. */
export const someObjects = (
  workspace: WorkspaceScope,
  kind: ResourceKind,
  some: SomeRows,
  remove: (removal: Removal, workspace: WorkspaceScope, object: ResourceObject) => Promise<void>,
): Part => {
  const set = rowsOf(workspace, kind, {});
  return {
    workspace,
    set,
    some,
    take: async (removal, step) => {
      let { after } = step;
      for await (const rows of readDocuments(removal.tx, set, rangeOf(step, some.columns))) {
        for (const row of rows) {
          if (some.needs(row)) await remove(removal, workspace, toObject(kind, row['doc'] ?? ''));
          after = row;
          if (step.isDue()) return { after };
        }
      }
      return { after };
    },
  };
};

export const everyObject = (workspace: WorkspaceScope, kind: ResourceKind): Part =>
  someObjects(workspace, kind, { columns: [], needs: () => true }, removeObject);

export const everyForm = (workspace: WorkspaceScope): Part =>
  someObjects(workspace, 'form', { columns: [], needs: () => true }, async (removal, own, form) => {
    const id = String(form['id']);
    // Those that came since the others were deleted.
    await deleteRows(removal.tx, submissionRows(own, id));
    await removal.usage.clearPlace(own, id);
    await removeObject(removal, own, form);
  });

/** A few rows at a time, until the time is up, or until `take` says where the step ends. */
const takeFew = async (
  tx: Db,
  set: RowSet,
  step: Step,
  take: (rows: readonly Row[], after: Row | undefined) => Promise<Taken | undefined>,
): Promise<Taken> => {
  let { after } = step;
  for (let taken = 0; taken < step.rows; taken += RECORDS_AT_ONCE) {
    const limit = Math.min(step.rows - taken, RECORDS_AT_ONCE);
    const rows = await readSome(tx, set, { columns: [], after, skip: 0, limit });
    const end = rows.length === 0 ? undefined : await take(rows, after);
    if (end !== undefined) return end;
    after = rows.at(-1) ?? after;
    if (rows.length < limit || step.isDue()) break;
  }
  return { after };
};

/** Each with all of its versions; one that has many loses some of them first. `model`: no record of another one may relate to them. */
export const records = (workspace: WorkspaceScope, set: RowSet, model?: string): Part => ({
  workspace,
  set,
  weight: ROWS_OF_RECORD,
  isOneLarge: (db, { record_id: id = '' }, limits) => hasManyVersions(db, workspace, id, limits),
  take: ({ tx, usage, feed }, step) =>
    takeFew(tx, set, step, async (rows, after) => {
      const related = model === undefined ? NONE : await findRelatedFrom(tx, workspace, model, rows);
      if (related.size > 0) return { refusal: { kind: 'needed', ...neededByRecords(related) } };
      const gone: string[] = [];
      let end: Taken | undefined;
      for (const { record_id: id = '' } of rows) {
        if (await deleteOldVersions(tx, usage, workspace, id, step)) {
          await feed.append(workspace, { kind: 'version', catalogId: '', id });
          end = { after: rows[gone.length - 1] ?? after };
          break;
        }
        gone.push(id);
      }
      await deleteRecordRows(tx, usage, workspace, gone);
      for (const id of gone) await feed.append(workspace, { kind: 'record', catalogId: '', id });
      return end;
    }),
});

const NONE: ReadonlySet<string> = new Set();

/** Of one form, or of all. They are not in the feed. */
export const submissions = (workspace: WorkspaceScope, formId?: string): Part => {
  const set = submissionRows(workspace, formId);
  return {
    workspace,
    set,
    take: async ({ tx, usage }, step) => {
      let { after } = step;
      for await (const rows of readDocuments(tx, set, rangeOf(step))) {
        const [last] = rows.slice(-1) as [Row];
        await deleteBetween(tx, set, after, last);
        for (const [form, own] of Map.groupBy(rows, (row) => formId ?? row['form_id'] ?? '')) {
          const bytes = own.map(({ doc = '' }) => Buffer.byteLength(doc));
          await usage.replace(workspace, measureRows('submission', form, bytes), undefined);
        }
        after = last;
        if (step.isDue()) break;
      }
      return { after };
    },
  };
};

export const publications = (workspace: WorkspaceScope, environmentId: string): Part => {
  const set = publicationRows(workspace, environmentId);
  return {
    workspace,
    set,
    weight: ROWS_OF_PUBLICATION,
    take: ({ tx, feed }, step) =>
      takeFew(tx, set, step, async (rows, after) => {
        await deleteBetween(tx, set, after, rows.at(-1) as Row);
        for (const id of new Set(rows.map((row) => row['record_id'] ?? ''))) {
          await feed.append(workspace, { kind: 'publication', catalogId: '', id });
        }
        return undefined;
      }),
  };
};

/** The changes up to this one. Whoever has not come so far starts over. */
export const feedOf = (workspace: WorkspaceScope, last: number): Part => ({
  workspace,
  set: {
    table: 'change',
    prefix: workspacePrefix(workspace),
    key: ['position'],
    where: sql`position <= ${last}`,
  },
  take: async ({ tx }) => {
    await trimBatch(tx, workspace, last, Number.POSITIVE_INFINITY);
    return { after: undefined };
  },
});

/** Of a tenant, with the rest of what is in them. */
export const wholeWorkspaces = (tenant: WorkspaceScope): Part => {
  const set = rowsOf(tenant, 'workspace', {});
  return {
    workspace: tenant,
    set,
    take: async (removal, step) => {
      const [row] = await readSome(removal.tx, set, { ...rangeOf(step), limit: 1 });
      if (row === undefined) return { after: step.after };
      const workspace = { tenantId: tenant.tenantId, workspaceId: row['workspace_id'] ?? '' };
      await removal.feed.lock(workspace);
      await removeWorkspace(removal, workspace);
      return { after: row };
    },
  };
};

const rangeOf = ({ after, rows }: Step, columns: readonly string[] = []) => ({
  columns,
  after,
  skip: 0,
  limit: rows,
});
