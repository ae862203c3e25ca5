// Records as one environment shows them: what is published there, locale by locale, or a preview of each latest version.
// One statement for a batch, so that no record is seen half before and half after somebody's change; how many records make a
// batch is decided by their sizes, which are looked at first.

import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import {
  inSteps,
  readingUnits,
  UNITS_PER_KEY,
  UNITS_PER_ROW,
} from '../../../domain/limits/request-budget.ts';
import type { PublicationState } from '../../../domain/records/publication.ts';
import type { ShownRecord, ShownText } from '../../../domain/records/record.ts';
import type { RecordReader, RecordsIn, RecordView } from '../../../domain/records/record-ports.ts';
import { unbudgeted } from '../../../runtime/yield-to-event-loop.ts';
import { type Document, readDocument } from '../sql/documents.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { batchIds } from '../sql/id-batches.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { buildConsistentRead } from './consistent-read.ts';
import { published } from './publication-rows.ts';
import { shownColumns } from './shown-columns.ts';
import { toRecord, toText, toVersionHead } from './version-rows.ts';

/** Keys and sizes only. */
const SIZES_AT_ONCE = 100;

export const buildRecordReaders = (engine: Engine): RecordsIn => {
  const queries = prepareQueries(engine.reads);
  const readConsistently = buildConsistentRead(engine);
  return (scope) => ({
    ...buildReader(engine.reads, scope, queries, undefined),
    atOnce: (work) => readConsistently(scope, (db, check) => work(buildReader(db, scope, queries, check))),
  });
};

const buildReader = (
  db: Db,
  scope: Scope,
  queries: ReturnType<typeof prepareQueries>,
  check: (() => Promise<void>) | undefined,
): RecordReader => ({
  async *readRecords(model, view, { spend, pause } = unbudgeted()) {
    const { tenantId, workspaceId, environmentId } = scope;
    const place = { tenantId, workspaceId, environmentId, model };
    for (let after = ''; ; ) {
      spend(SIZES_AT_ONCE * UNITS_PER_KEY);
      const sizes = await queries.sizes[view].all(db, { ...place, after, limit: SIZES_AT_ONCE });
      for (const { items, bytes } of inSteps(sizes)) {
        const pauseNow = pause();
        if (pauseNow !== undefined) {
          await pauseNow;
          await check?.();
        }
        spend(readingUnits(items.length, bytes));
        const upTo = items.at(-1)?.record_id ?? after;
        const records = toShownRecords(await queries[view].all(db, { ...place, after, upTo }), view);
        if (records.length > 0) yield records;
        after = upTo;
      }
      if (sizes.length < SIZES_AT_ONCE) return;
    }
  },

  async *readSlugHolders(slug, { spend, pause } = unbudgeted()) {
    const { tenantId, workspaceId } = scope;
    for (let after = ''; ; ) {
      spend(UNITS_PER_ROW);
      const pauseNow = pause();
      if (pauseNow !== undefined) {
        await pauseNow;
        await check?.();
      }
      // One at a time: however many versions of a record have the slug, the next record is one look-up away.
      const next = await queries.slugHolder.first(db, { tenantId, workspaceId, slug, after });
      if (next === undefined) return;
      after = next.record_id;
      yield after;
    }
  },

  async findRecords(recordIds, view, { spend, pause } = unbudgeted()) {
    const found: ShownRecord[] = [];
    for (const ids of batchIds(recordIds.map((id) => id.toLowerCase()))) {
      const sizes = await recordSizes(db, scope, view).where('record.record_id', 'in', ids).execute();
      for (const { items, bytes } of inSteps(sizes)) {
        await pause();
        spend(readingUnits(items.length, bytes));
        for (const some of batchIds(items.map((item) => item.record_id))) {
          const page = recordsOf(db, scope).where('record_id', 'in', some);
          found.push(...toShownRecords(await shownRows(db, scope, page, view).execute(), view));
        }
      }
    }
    return found.sort((one, other) => (one.record.id < other.record.id ? -1 : 1));
  },
});

const prepareQueries = (reads: Db) => {
  const place = { tenantId: '', workspaceId: '', environmentId: '', model: '', after: '' };
  const batch = (view: RecordView) =>
    prepareQuery({ ...place, upTo: '' }, (value) => {
      const page = recordsOf(reads, value)
        .where('model', '=', value.model)
        .where('record_id', '>', value.after)
        .where('record_id', '<=', value.upTo)
        .orderBy('record_id');
      return shownRows(reads, value, page, view);
    });
  const sizes = (view: RecordView) =>
    prepareQuery({ ...place, limit: 0 }, (value) =>
      recordSizes(reads, value, view)
        .where('record.model', '=', value.model)
        .where('record.record_id', '>', value.after)
        .orderBy('record.record_id')
        .limit(value.limit),
    );
  return {
    published: batch('published'),
    latest: batch('latest'),
    sizes: { published: sizes('published'), latest: sizes('latest') },
    slugHolder: prepareQuery({ tenantId: '', workspaceId: '', slug: '', after: '' }, (value) =>
      inWorkspace(reads, value)
        .selectFrom('version_slug')
        .select('record_id')
        .where('slug', '=', value.slug)
        .where('record_id', '>', value.after)
        .orderBy('record_id')
        .limit(1),
    ),
  };
};

/** How long the documents of each record are: told by the rows without reading them. Of several versions the longest. */
const recordSizes = (reads: Db, scope: Scope, view: RecordView) => {
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

const recordsOf = (reads: Db, scope: Scope) =>
  inWorkspace(reads, scope).selectFrom('record').select(['record_id', 'doc']);

type Page = ReturnType<typeof recordsOf>;

const shownRows = (reads: Db, scope: Scope, page: Page, view: RecordView) =>
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
const toShownRecords = (all: Rows, view: RecordView): ShownRecord[] =>
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
