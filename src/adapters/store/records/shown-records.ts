// Records as one environment shows them, from rows: what is published there, locale by locale, or the latest version.

import { sql } from 'kysely';
import type { Scope, WorkspaceScope } from '../../../domain/access/scope.ts';
import { inSteps, type RequestBudget, readingUnits } from '../../../domain/limits/request-budget.ts';
import type { RecordText } from '../../../domain/models/record-text.ts';
import type { PublicationState } from '../../../domain/records/publication.ts';
import type { ContentRecord, RecordVersion, ShownRecord, ShownText } from '../../../domain/records/record.ts';
import type { RecordView } from '../../../domain/records/record-ports.ts';
import { type Document, readDocument } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { prepareForIds } from '../sql/prepared-batches.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { published } from './publication-rows.ts';
import { shownColumns } from './shown-columns.ts';
import { toRecord, toText, toVersionHead } from './version-rows.ts';

/** Those of the records that are shown, in the order of their ids; long ones in several steps. */
export type FindShownRecords = (
  db: Db,
  scope: Scope,
  view: RecordView,
  recordIds: readonly string[],
  budget: RequestBudget,
) => Promise<ShownRecord[]>;

export const buildFindShownRecords = (reads: Db): FindShownRecords => {
  const queries = { published: prepareView(reads, 'published'), latest: prepareView(reads, 'latest') };
  return async (db, { tenantId, workspaceId, environmentId }, view, recordIds, { spend, pause }) => {
    const scope = { tenantId, workspaceId, environmentId };
    const found: ShownRecord[] = [];
    for (const { items, bytes } of inSteps(await queries[view].sizes(db, scope, recordIds))) {
      await pause();
      spend(readingUnits(items.length, bytes));
      const ids = items.map((item) => item.record_id);
      found.push(...toShownRecords(await queries[view].rows(db, scope, ids), view));
    }
    return found.sort((one, other) => (one.record.id < other.record.id ? -1 : 1));
  };
};

const prepareView = (reads: Db, view: RecordView) => {
  const scope = { tenantId: '', workspaceId: '', environmentId: '' };
  return {
    sizes: prepareForIds(scope, (value, ids) =>
      recordSizes(reads, value, view).where('record.record_id', 'in', ids),
    ),
    rows: prepareForIds(scope, (value, ids) =>
      shownRows(reads, value, recordsOf(reads, value).where('record_id', 'in', ids), view),
    ),
  };
};

/** How long the documents of each record are: told by the rows without reading them. Of several versions the longest. */
export const recordSizes = (reads: Db, scope: Scope, view: RecordView) => {
  const workspace = inWorkspace(reads, scope);
  const bytes = sql<number>`octet_length(version.doc)`;
  const longest =
    view === 'latest'
      ? workspace
          .selectFrom('version')
          .select(bytes.as('bytes'))
          .where(sql<boolean>`version.record_id = record.record_id`)
          .orderBy('version.number', 'desc')
      : workspace
          .selectFrom(['publication', 'version'])
          .select(bytes.as('bytes'))
          .whereRef('version.version_id', '=', 'publication.version_id')
          .where('publication.environment_id', '=', scope.environmentId)
          .where(sql<boolean>`publication.record_id = record.record_id`)
          .where('publication.state', '=', published)
          .orderBy(bytes, 'desc');
  return workspace
    .selectFrom('record')
    .select(['record.record_id', sql<number>`coalesce((${longest.limit(1)}), 0)`.as('bytes')]);
};

export const recordsOf = (reads: Db, scope: WorkspaceScope) =>
  inWorkspace(reads, scope).selectFrom('record').select(['record_id', 'doc']);

type Page = ReturnType<typeof recordsOf>;

export const shownRows = (reads: Db, scope: Scope, page: Page, view: RecordView) =>
  view === 'published' ? publishedRows(reads, scope, page) : latestRows(reads, scope, page);

const publishedRows = (reads: Db, scope: Scope, page: Page) => {
  const workspace = inWorkspace(reads, scope);
  const places = workspace.leftJoin(workspace.selectFrom(page.as('page')), 'publication', (join) =>
    join
      .on('publication.environment_id', '=', scope.environmentId)
      .onRef('publication.record_id', '=', 'page.record_id')
      .on('publication.state', '=', published),
  );
  return workspace
    .leftJoin(places, 'version', (join) => join.onRef('version.version_id', '=', 'publication.version_id'))
    .select(shownColumns(workspace));
};

const latestRows = (reads: Db, scope: Scope, page: Page) => {
  const workspace = inWorkspace(reads, scope);
  const versions = workspace.leftJoin(workspace.selectFrom(page.as('page')), 'version', (join) =>
    join.onRef('version.record_id', '=', 'page.record_id').on('version.number', '=', (eb) =>
      workspace
        .subquery(eb, 'version as latest')
        .select((own) => own.fn.max('latest.number').as('number'))
        .whereRef('latest.record_id', '=', 'page.record_id'),
    ),
  );
  return workspace
    .leftJoin(versions, 'publication', (join) =>
      join
        .on('publication.environment_id', '=', scope.environmentId)
        .onRef('publication.record_id', '=', 'page.record_id')
        .onRef('publication.version_id', '=', 'version.version_id'),
    )
    .select(shownColumns(workspace));
};

type Rows = Awaited<ReturnType<ReturnType<typeof shownRows>['execute']>>;
type Row = Rows[number];

/** In the order of ids. */
const groupByRecord = (rows: Rows): Rows[] =>
  [...Map.groupBy(rows, (row) => row.record_id)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => group);

/** In the order of ids, without those of which nothing is shown. */
export const toShownRecords = (all: Rows, view: RecordView): ShownRecord[] =>
  groupByRecord(all).flatMap((rows) => {
    const texts = view === 'published' ? publishedTexts(rows) : latestTexts(rows);
    const [first] = rows;
    return first === undefined || texts.length === 0
      ? []
      : [
          {
            record: toRecord(readDocument<'record'>(first.record_doc)),
            texts: Object.fromEntries(texts.sort(([one], [other]) => (one < other ? -1 : 1))),
          },
        ];
  });

/** Each locale with the version that stands there. */
const publishedTexts = (rows: Rows): [string, ShownText][] => {
  const versions = readVersions(rows);
  return rows.flatMap((row): [string, ShownText][] => {
    const { locale } = row;
    const version = row.version_id === null ? undefined : versions.get(row.version_id);
    return locale === null || version === undefined || !Object.hasOwn(version.localized, locale)
      ? []
      : [[locale, toShownText(version, locale, row)]];
  });
};

/** Every locale of the one version, wherever it stands. */
const latestTexts = (rows: Rows): [string, ShownText][] => {
  const [version] = readVersions(rows).values();
  if (version === undefined) return [];
  const places = new Map(rows.map((row) => [row.locale, row]));
  return Object.keys(version.localized).map((locale) => [
    locale,
    toShownText(version, locale, places.get(locale)),
  ]);
};

const readVersions = (rows: Rows): Map<string, Document<'version'>> => {
  const versions = new Map<string, Document<'version'>>();
  for (const { version_id: id, version_doc: doc } of rows) {
    if (id !== null && doc !== null && !versions.has(id)) versions.set(id, readDocument<'version'>(doc));
  }
  return versions;
};

const toShownText = (version: Document<'version'>, locale: string, place: Row | undefined): ShownText => {
  const state = (place?.state ?? 'draft') as PublicationState | 'draft';
  return {
    version: toVersionHead(version),
    text: toText(version.localized[locale] as Document<'version'>['localized'][string]),
    state,
    publishedAt: state === published ? (place?.published_at ?? null) : null,
  };
};

/** As it is in no environment, where nothing is published; with its fields in the order in which they would be read. */
export const toDraft = (record: ContentRecord, { localized, ...version }: RecordVersion): ShownRecord => ({
  record,
  texts: Object.fromEntries(
    Object.entries(localized).map(([locale, text]) => [
      locale,
      { version, text: { ...text, fields: inOrder(text.fields) }, state: 'draft', publishedAt: null },
    ]),
  ),
});

/** Of several fields with many values, the first ones are listed with all of them. */
const inOrder = (fields: RecordText['fields']): RecordText['fields'] =>
  Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
