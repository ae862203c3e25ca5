// Publishes and unpublishes a version in one environment, locale by locale. Publishing and importing both use it, so they
// write the same states. Rows of other locales are never changed.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { PublicationState } from '../../../domain/records/publication.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { parseStored } from '../sql/stored-json.ts';

export interface Placement {
  readonly workspace: WorkspaceScope;
  readonly environmentId: string;
  readonly recordId: string;
  readonly versionId: string;
  readonly locales: readonly string[];
  readonly publishedAt: string;
  /** Whether a locale that already shows this version keeps its time. If not, it gets `publishedAt`. */
  readonly keepsTime: boolean;
}

export interface StoredVersion {
  readonly recordId: string;
  readonly locales: readonly string[];
}

export interface PublicationRows {
  findVersion(tx: Db, workspace: WorkspaceScope, versionId: string): Promise<StoredVersion | undefined>;
  /** Tells whether anything changed, and whether the version was in that environment before. */
  place(tx: Db, placement: Placement): Promise<'unchanged' | 'created' | 'updated'>;
  /** Whether it was published in any of the locales. No older version takes its place; the time is kept. */
  unpublish(tx: Db, placement: Omit<Placement, 'publishedAt' | 'keepsTime'>): Promise<boolean>;
}

export const published: PublicationState = 'published';
const superseded: PublicationState = 'superseded';
const unpublished: PublicationState = 'unpublished';

export const buildPublicationRows = (db: Db): PublicationRows => {
  const queries = prepareQueries(db);
  return {
    async findVersion(tx, { tenantId, workspaceId }, versionId) {
      const row = await queries.version.first(tx, { tenantId, workspaceId, versionId });
      return row && { recordId: row.record_id, locales: parseStored<string[]>(row.locales) };
    },
    async place(tx, placement) {
      const { environmentId, recordId, versionId, publishedAt } = placement;
      const { tenantId, workspaceId } = placement.workspace;
      const where = { tenantId, workspaceId, environmentId, recordId };
      const rows = await queries.rowsOfRecord.all(tx, where);
      let changed = false;
      for (const locale of placement.locales) {
        const current = rows.find((row) => row.locale === locale && row.state === published);
        const isShown = current?.version_id === versionId;
        if (isShown && (placement.keepsTime || current.published_at === publishedAt)) {
          continue;
        }
        changed = true;
        if (current !== undefined && !isShown) {
          const { version_id } = current;
          await queries.setState.all(tx, { ...where, locale, versionId: version_id, state: superseded });
        }
        await queries.upsertPublished.all(tx, { ...where, locale, versionId, publishedAt });
      }
      if (!changed) {
        return 'unchanged';
      }
      return rows.some((row) => row.version_id === versionId) ? 'updated' : 'created';
    },
    async unpublish(tx, { workspace, environmentId, recordId, versionId, locales }) {
      const { tenantId, workspaceId } = workspace;
      const where = { tenantId, workspaceId, environmentId, recordId };
      const shown = (await queries.rowsOfRecord.all(tx, where)).filter(
        (row) => row.version_id === versionId && row.state === published && locales.includes(row.locale),
      );
      for (const { locale } of shown) {
        await queries.setState.all(tx, { ...where, locale, versionId, state: unpublished });
      }
      return shown.length > 0;
    },
  };
};

const prepareQueries = (db: Db) => {
  const place = { environmentId: '', recordId: '', locale: '', versionId: '' };
  return {
    version: prepareInWorkspace(db, { versionId: '' }, (workspace, value) =>
      workspace
        .selectFrom('version')
        .select(['record_id', 'locales'])
        .where('version_id', '=', value.versionId),
    ),
    rowsOfRecord: prepareInWorkspace(db, { environmentId: '', recordId: '' }, (workspace, value) =>
      workspace
        .selectFrom('publication')
        .select(['locale', 'version_id', 'state', 'published_at'])
        .where('environment_id', '=', value.environmentId)
        .where('record_id', '=', value.recordId),
    ),
    setState: prepareInWorkspace(db, { ...place, state: '' }, (workspace, value) =>
      workspace
        .updateTable('publication')
        .set({ state: value.state })
        .where('environment_id', '=', value.environmentId)
        .where('record_id', '=', value.recordId)
        .where('locale', '=', value.locale)
        .where('version_id', '=', value.versionId),
    ),
    upsertPublished: prepareInWorkspace(db, { ...place, publishedAt: '' }, (workspace, value) =>
      workspace
        .insertInto('publication')
        .values({
          environment_id: value.environmentId,
          record_id: value.recordId,
          locale: value.locale,
          version_id: value.versionId,
          state: published,
          published_at: value.publishedAt,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'workspace_id', 'environment_id', 'record_id', 'locale', 'version_id'])
            .doUpdateSet({ state: published, published_at: value.publishedAt }),
        ),
    ),
  };
};
