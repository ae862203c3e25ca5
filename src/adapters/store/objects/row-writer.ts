// The kinds that are stored as rows, not as documents: publications, recorded searches, popular terms.

import type { BundleLine } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { BundleFault, type PutOutcome } from '../../../domain/manage/bundle-store.ts';
import type { Placement, StoredVersion } from '../records/publication-rows.ts';
import type { Db } from '../sql/engine.ts';
import { normalizeInstant } from '../sql/normalize-instant.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';

type RowKind = 'search_event' | 'popular_term';

/** The caller has checked that what the line refers to exists. */
export type WriteRow = (tx: Db, scope: WorkspaceScope, object: BundleLine<RowKind>) => Promise<PutOutcome>;

export const buildWriteRow = (db: Db): WriteRow => {
  const queries = prepareQueries(db);
  return async (tx, scope, object) => {
    const { tenantId, workspaceId } = scope;
    switch (object.kind) {
      case 'search_event': {
        const { visitor, term, total } = object;
        const at = normalizeInstant(object.at);
        const key = { tenantId, workspaceId, catalogId: object.catalog_id, visitor, at, term };
        const stored = await queries.totalOfSearch.first(tx, key);
        if (stored?.total === total) return 'unchanged';
        await queries.putSearch.all(tx, { ...key, total });
        return stored === undefined ? 'created' : 'updated';
      }
      case 'popular_term': {
        const { rank, term } = object;
        const key = { tenantId, workspaceId, catalogId: object.catalog_id, rank };
        const stored = await queries.termAtRank.first(tx, key);
        if (stored?.term === term) return 'unchanged';
        await queries.putTerm.all(tx, { ...key, term });
        return stored === undefined ? 'created' : 'updated';
      }
    }
  };
};

/** Throws `BundleFault` unless the version is one of the record. */
export const placementOf = (
  workspace: WorkspaceScope,
  line: BundleLine<'publication'>,
  version: StoredVersion | undefined,
): Placement => {
  if (version?.recordId !== line.record_id) {
    throw new BundleFault(
      `version_id: the record ${line.record_id} has no version ${line.version_id}`,
      'version_id',
    );
  }
  const locales = line.locales === null ? version.locales : [...new Set(line.locales)];
  const missing = locales.find((locale) => !version.locales.includes(locale));
  if (missing !== undefined) {
    throw new BundleFault(`locales: the version has no text in ${JSON.stringify(missing)}`, 'locales');
  }
  return {
    workspace,
    environmentId: line.environment_id,
    recordId: line.record_id,
    versionId: line.version_id,
    locales,
    publishedAt: line.published_at,
    keepsTime: false,
  };
};

const prepareQueries = (db: Db) => {
  const catalog = { catalogId: '' };
  return {
    totalOfSearch: prepareInWorkspace(db, { ...catalog, visitor: '', at: '', term: '' }, (workspace, value) =>
      workspace
        .selectFrom('search_event')
        .select('total')
        .where('catalog_id', '=', value.catalogId)
        .where('visitor', '=', value.visitor)
        .where('at', '=', value.at)
        .where('term', '=', value.term),
    ),
    putSearch: prepareInWorkspace(
      db,
      { ...catalog, visitor: '', at: '', term: '', total: 0 },
      (workspace, value) =>
        workspace
          .insertInto('search_event')
          .values({
            catalog_id: value.catalogId,
            visitor: value.visitor,
            at: value.at,
            term: value.term,
            total: value.total,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['tenant_id', 'workspace_id', 'catalog_id', 'visitor', 'at', 'term'])
              .doUpdateSet({ total: value.total }),
          ),
    ),
    termAtRank: prepareInWorkspace(db, { ...catalog, rank: 0 }, (workspace, value) =>
      workspace
        .selectFrom('popular_term')
        .select('term')
        .where('catalog_id', '=', value.catalogId)
        .where('rank', '=', value.rank),
    ),
    putTerm: prepareInWorkspace(db, { ...catalog, rank: 0, term: '' }, (workspace, value) =>
      workspace
        .insertInto('popular_term')
        .values({
          catalog_id: value.catalogId,
          rank: value.rank,
          term: value.term,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'workspace_id', 'catalog_id', 'rank'])
            .doUpdateSet({ term: value.term }),
        ),
    ),
  };
};
