// Records as one environment shows them: what is published there, locale by locale, or a preview of each latest version.
// One statement for a batch, so that no record is seen half before and half after somebody's change.

import { sql } from 'kysely';
import type { PublicationState } from '../../domain/publication.ts';
import type { ShownRecord, ShownText } from '../../domain/record.ts';
import type { RecordReader, RecordsIn, RecordView } from '../../domain/record-ports.ts';
import type { Scope } from '../../domain/scope.ts';
import { startBreathing } from './breathing.ts';
import { type Document, readDocument } from './documents.ts';
import type { Db, Engine } from './engine.ts';
import { inLists } from './id-lists.ts';
import { buildReadOneState } from './one-state.ts';
import { prepareQuery } from './prepared-query.ts';
import { published } from './publication-rows.ts';
import { toRecord, toText, toVersionHead } from './version-rows.ts';

const RECORDS_AT_ONCE = 250;
/** As long as nobody knows how long they are. */
const FIRST_RECORDS = 16;
/** One record may be longer; of several no more are read at once than this, as far as those before them tell. */
const CHARS_AT_ONCE = 2_000_000;

/** A text of many locales comes with the first of them only: it may be long. */
const documentOnce = sql<string | null>`
  case when publication.locale is null or publication.locale = (
    select min(beside.locale) from publication as beside
    where beside.tenant_id = publication.tenant_id and beside.workspace_id = publication.workspace_id
      and beside.environment_id = publication.environment_id and beside.record_id = publication.record_id
      and beside.version_id = publication.version_id and beside.state = publication.state
  ) then version.doc end`.as('version_doc');

const shownColumns = [
  'page.record_id',
  'page.doc as record_doc',
  'version.version_id',
  'publication.locale',
  'publication.state',
  'publication.published_at',
  documentOnce,
] as const;

export const buildRecordReaders = (engine: Engine): RecordsIn => {
  const queries = prepareQueries(engine.reads);
  const readOneState = buildReadOneState(engine);
  return (scope) => ({
    ...buildReader(engine.reads, scope, queries, undefined),
    atOnce: (work) => readOneState(scope, (db, check) => work(buildReader(db, scope, queries, check))),
  });
};

const buildReader = (
  db: Db,
  scope: Scope,
  queries: ReturnType<typeof prepareQueries>,
  check: (() => Promise<void>) | undefined,
): RecordReader => ({
  async *readRecords(model, view) {
    const { tenantId, workspaceId, environmentId } = scope;
    const breathe = startBreathing();
    let after = '';
    for (let limit = FIRST_RECORDS; ; ) {
      const rows = await queries[view].all(db, { tenantId, workspaceId, environmentId, model, after, limit });
      const groups = groupByRecord(rows);
      const records = toShownRecords(groups, view);
      if (records.length > 0) yield records;
      const last = groups.at(-1)?.[0];
      if (last === undefined || groups.length < limit) return;
      after = last.record_id;
      limit = recordsThatFit(rows, groups.length);
      await breathe();
      await check?.();
    }
  },

  async findRecords(recordIds, view) {
    const found: ShownRecord[] = [];
    for (const ids of inLists(recordIds.map((id) => id.toLowerCase()))) {
      const page = recordsOf(db, scope).where('record_id', 'in', ids);
      const rows = await shownRows(db, scope, page, view).execute();
      found.push(...toShownRecords(groupByRecord(rows), view));
    }
    return found.sort((one, other) => (one.record.id < other.record.id ? -1 : 1));
  },
});

/** How many records to read next, if they are as long as these are on average. */
const recordsThatFit = (rows: Rows, records: number): number => {
  let chars = 1;
  for (const { record_doc, version_doc } of rows) chars += record_doc.length + (version_doc?.length ?? 0);
  return Math.max(1, Math.min(RECORDS_AT_ONCE, Math.floor((CHARS_AT_ONCE * records) / chars)));
};

const prepareQueries = (reads: Db) => {
  const place = { tenantId: '', workspaceId: '', environmentId: '', model: '', after: '', limit: 0 };
  const batch = (view: RecordView) =>
    prepareQuery(place, (value) => {
      const page = recordsOf(reads, value)
        .where('model', '=', value.model)
        .where('record_id', '>', value.after)
        .orderBy('record_id')
        .limit(value.limit);
      return shownRows(reads, value, page, view);
    });
  return { published: batch('published'), latest: batch('latest') };
};

const recordsOf = (reads: Db, { tenantId, workspaceId }: Scope) =>
  reads
    .selectFrom('record')
    .select(['record_id', 'doc'])
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId);

type Page = ReturnType<typeof recordsOf>;

/** A row at least for each record of the page, also where nothing is shown: the last one tells where to go on. */
const shownRows = (reads: Db, scope: Scope, page: Page, view: RecordView) =>
  view === 'published' ? publishedRows(reads, scope, page) : latestRows(reads, scope, page);

const publishedRows = (reads: Db, { tenantId, workspaceId, environmentId }: Scope, page: Page) =>
  reads
    .selectFrom(page.as('page'))
    .leftJoin('publication', (join) =>
      join
        .on('publication.tenant_id', '=', tenantId)
        .on('publication.workspace_id', '=', workspaceId)
        .on('publication.environment_id', '=', environmentId)
        .onRef('publication.record_id', '=', 'page.record_id')
        .on('publication.state', '=', published),
    )
    .leftJoin('version', (join) =>
      join
        .on('version.tenant_id', '=', tenantId)
        .on('version.workspace_id', '=', workspaceId)
        .onRef('version.version_id', '=', 'publication.version_id'),
    )
    .select(shownColumns);

const latestRows = (reads: Db, { tenantId, workspaceId, environmentId }: Scope, page: Page) =>
  reads
    .selectFrom(page.as('page'))
    .leftJoin('version', (join) =>
      join
        .on('version.tenant_id', '=', tenantId)
        .on('version.workspace_id', '=', workspaceId)
        .onRef('version.record_id', '=', 'page.record_id')
        .on('version.number', '=', (eb) =>
          eb
            .selectFrom('version as latest')
            .select((own) => own.fn.max('latest.number').as('number'))
            .where('latest.tenant_id', '=', tenantId)
            .where('latest.workspace_id', '=', workspaceId)
            .whereRef('latest.record_id', '=', 'page.record_id'),
        ),
    )
    .leftJoin('publication', (join) =>
      join
        .on('publication.tenant_id', '=', tenantId)
        .on('publication.workspace_id', '=', workspaceId)
        .on('publication.environment_id', '=', environmentId)
        .onRef('publication.record_id', '=', 'page.record_id')
        .onRef('publication.version_id', '=', 'version.version_id'),
    )
    .select(shownColumns);

type Rows = Awaited<ReturnType<ReturnType<typeof shownRows>['execute']>>;
type Row = Rows[number];

/** In the order of ids. */
const groupByRecord = (rows: Rows): Rows[] =>
  [...Map.groupBy(rows, (row) => row.record_id)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => group);

/** Without those of which nothing is shown. */
const toShownRecords = (groups: readonly Rows[], view: RecordView): ShownRecord[] =>
  groups.flatMap((rows) => {
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
