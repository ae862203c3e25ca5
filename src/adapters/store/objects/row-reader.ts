// Exports the kinds that are stored as rows, not as documents: publications, recorded searches, popular terms.

import type { BundleLine } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { PublicationState } from '../../../domain/records/publication.ts';
import type { Db } from '../sql/engine.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

const ROWS_AT_ONCE = 500;

const published: PublicationState = 'published';

/** Locales with the same version and time make one line. `null` means all locales of the version. */
export async function* readPublications(
  db: Db,
  scope: WorkspaceScope,
): AsyncIterable<BundleLine<'publication'>[]> {
  let after = { environmentId: '', recordId: '', locale: '' };
  let group: PublishedRows = [];
  for (;;) {
    const { environmentId, recordId, locale } = after;
    const rows: PublishedRows = await publishedRows(db, scope)
      .where((eb) =>
        eb(
          eb.refTuple('publication.environment_id', 'publication.record_id', 'publication.locale'),
          '>',
          eb.tuple(environmentId, recordId, locale),
        ),
      )
      .limit(ROWS_AT_ONCE)
      .execute();
    const lines: BundleLine<'publication'>[] = [];
    for (const row of rows) {
      const first = group[0];
      if (first?.environment_id !== row.environment_id || first.record_id !== row.record_id) {
        lines.push(...toLines(group));
        group = [];
      }
      group.push(row);
      after = { environmentId: row.environment_id, recordId: row.record_id, locale: row.locale };
    }
    if (rows.length < ROWS_AT_ONCE) lines.push(...toLines(group));
    yield lines;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

type PublishedRows = Awaited<ReturnType<ReturnType<typeof publishedRows>['execute']>>;

const publishedRows = (db: Db, scope: WorkspaceScope) =>
  inWorkspace(db, scope)
    .selectFrom(['publication', 'version'])
    .whereRef('version.version_id', '=', 'publication.version_id')
    .select([
      'publication.environment_id',
      'publication.record_id',
      'publication.locale',
      'publication.version_id',
      'publication.published_at',
      'version.locales as version_locales',
    ])
    .where('publication.state', '=', published)
    .orderBy('publication.environment_id')
    .orderBy('publication.record_id')
    .orderBy('publication.locale');

/** Rows of one record in one environment, by locale. */
const toLines = (rows: PublishedRows): BundleLine<'publication'>[] => {
  const together = Map.groupBy(rows, (row) => JSON.stringify([row.version_id, row.published_at]));
  const lines: BundleLine<'publication'>[] = [];
  for (const key of [...together.keys()].sort()) {
    const group = together.get(key) ?? [];
    const first = group[0];
    if (first !== undefined) {
      const locales = group.map((row) => row.locale).sort();
      const isWhole = JSON.stringify(locales) === first.version_locales;
      lines.push({
        kind: 'publication',
        record_id: first.record_id,
        environment_id: first.environment_id,
        version_id: first.version_id,
        locales: isWhole ? null : locales,
        published_at: first.published_at,
      });
    }
  }
  return lines;
};

export async function* readSearchEvents(
  db: Db,
  scope: WorkspaceScope,
): AsyncIterable<BundleLine<'search_event'>[]> {
  let after = { catalog_id: '', visitor: '', at: '', term: '' };
  for (;;) {
    const { catalog_id, visitor, at, term } = after;
    const rows = await inWorkspace(db, scope)
      .selectFrom('search_event')
      .select(['catalog_id', 'visitor', 'at', 'term', 'total'])
      .where((eb) =>
        eb(eb.refTuple('catalog_id', 'visitor', 'at', 'term'), '>', eb.tuple(catalog_id, visitor, at, term)),
      )
      .orderBy('catalog_id')
      .orderBy('visitor')
      .orderBy('at')
      .orderBy('term')
      .limit(ROWS_AT_ONCE)
      .execute();
    yield rows.map((row) => ({ kind: 'search_event', ...row }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = last;
  }
}

export async function* readPopularTerms(
  db: Db,
  scope: WorkspaceScope,
): AsyncIterable<BundleLine<'popular_term'>[]> {
  let after = { catalog_id: '', rank: 0 };
  for (;;) {
    const { catalog_id, rank } = after;
    const rows = await inWorkspace(db, scope)
      .selectFrom('popular_term')
      .select(['catalog_id', 'rank', 'term'])
      .where((eb) => eb(eb.refTuple('catalog_id', 'rank'), '>', eb.tuple(catalog_id, rank)))
      .orderBy('catalog_id')
      .orderBy('rank')
      .limit(ROWS_AT_ONCE)
      .execute();
    yield rows.map((row) => ({ kind: 'popular_term', ...row }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = last;
  }
}
