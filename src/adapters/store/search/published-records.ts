// Published records as content items: those of the models that a catalog lists, in one environment, locale by locale.
// Two locales of a record may show different versions.

import type { Scope } from '../../../domain/access/scope.ts';
import type { ContentModel } from '../../../domain/models/content-model.ts';
import { formatOfBody, formatOfField, type WrittenFormat } from '../../../domain/models/written-text.ts';
import type { PublicationState } from '../../../domain/records/publication.ts';
import type { ContentItem, ContentText } from '../../../domain/search/content.ts';
import { isUnused, ownValue } from '../../../domain/text/json-value.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { type Document, readDocument, toContentModel } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

const ROWS_AT_ONCE = 250;

const published: PublicationState = 'published';

type Rows = Awaited<ReturnType<ReturnType<typeof publishedRows>['execute']>>;
/** The format of a model's body, and its other fields that are searched. */
interface WrittenFields {
  readonly body: WrittenFormat;
  readonly others: readonly { readonly name: string; readonly format: WrittenFormat }[];
}

/** By the internal name of the model. */
type SearchableFields = ReadonlyMap<string, WrittenFields>;

export interface PublishedRecords {
  read(scope: Scope, models: readonly string[]): AsyncIterable<ContentItem[]>;
  find(scope: Scope, models: readonly string[], recordId: string): Promise<ContentItem | undefined>;
}

export const buildPublishedRecords = (reads: Db): PublishedRecords => ({
  async *read(scope, models) {
    if (models.length === 0) {
      return;
    }
    const yieldIfDue = buildYield();
    const fields = await readSearchableFields(reads, scope, models);
    let after = { recordId: '', locale: '' };
    let group: Rows = [];
    for (;;) {
      const { recordId, locale } = after;
      const rows: Rows = await publishedRows(reads, scope, models)
        .where((eb) =>
          eb(eb.refTuple('publication.record_id', 'publication.locale'), '>', eb.tuple(recordId, locale)),
        )
        .limit(ROWS_AT_ONCE)
        .execute();
      const items: ContentItem[] = [];
      for (const row of rows) {
        if (group[0] !== undefined && group[0].record_id !== row.record_id) {
          pushItem(items, group, fields);
          group = [];
        }
        group.push(row);
        after = { recordId: row.record_id, locale: row.locale };
      }
      if (rows.length < ROWS_AT_ONCE) pushItem(items, group, fields);
      if (items.length > 0) yield items;
      if (rows.length < ROWS_AT_ONCE) return;
      await yieldIfDue();
    }
  },

  async find(scope, models, recordId) {
    if (models.length === 0) {
      return undefined;
    }
    const rows = await publishedRows(reads, scope, models)
      .where('publication.record_id', '=', recordId)
      .execute();
    const items: ContentItem[] = [];
    pushItem(items, rows, await readSearchableFields(reads, scope, models));
    return items[0];
  },
});

const publishedRows = (reads: Db, scope: Scope, models: readonly string[]) =>
  inWorkspace(reads, scope)
    .selectFrom(['publication', 'record', 'version'])
    .whereRef('record.record_id', '=', 'publication.record_id')
    .whereRef('version.version_id', '=', 'publication.version_id')
    .select([
      'publication.record_id',
      'publication.locale',
      'publication.version_id',
      'publication.published_at',
      'record.model',
      'record.doc as record_doc',
      'version.doc as version_doc',
    ])
    .where('publication.environment_id', '=', scope.environmentId)
    .where('publication.state', '=', published)
    .where('record.model', 'in', models)
    .orderBy('publication.record_id')
    .orderBy('publication.locale');

const readSearchableFields = async (
  reads: Db,
  scope: Scope,
  models: readonly string[],
): Promise<SearchableFields> => {
  const rows = await inWorkspace(reads, scope)
    .selectFrom('content_model')
    .select(['internal_name', 'doc'])
    .where('internal_name', 'in', models)
    .execute();
  return new Map(
    rows.map((row) => [
      row.internal_name,
      writtenFieldsOf(toContentModel(readDocument<'content_model'>(row.doc))),
    ]),
  );
};

const writtenFieldsOf = (model: ContentModel): WrittenFields => ({
  body: formatOfBody(model),
  others: model.fields.flatMap(({ fieldProperties }) => {
    const format = fieldProperties.is_searchable ? formatOfField(fieldProperties) : undefined;
    return format === undefined ? [] : [{ name: fieldProperties.internal_name, format }];
  }),
});

const pushItem = (items: ContentItem[], rows: Rows, fields: SearchableFields): void => {
  const texts: [string, ContentText][] = [];
  const versions = new Map<string, Document<'version'>>();
  for (const row of rows) {
    const version = versions.get(row.version_id) ?? readDocument<'version'>(row.version_doc);
    versions.set(row.version_id, version);
    const record = readDocument<'record'>(row.record_doc);
    const text = Object.hasOwn(version.localized, row.locale) ? version.localized[row.locale] : undefined;
    if (text !== undefined) {
      texts.push([row.locale, toText(row, record, version, text, fields.get(row.model))]);
    }
  }
  const recordId = rows[0]?.record_id;
  if (recordId !== undefined && texts.length > 0) {
    items.push({ key: `record:${recordId}`, providerId: recordId, texts: Object.fromEntries(texts) });
  }
};

const toText = (
  row: Rows[number],
  record: Document<'record'>,
  version: Document<'version'>,
  text: Document<'version'>['localized'][string],
  written: WrittenFields | undefined,
): ContentText => ({
  type: row.model,
  title: text.title,
  url: text.page_slug,
  summary: text.summary,
  body: text.body,
  bodyFormat: written?.body ?? 'unknown',
  fields: (written?.others ?? []).flatMap(({ name, format }) => {
    const value = ownValue(text.fields, name);
    return isUnused(value) ? [] : [{ value, format }];
  }),
  keywords: [],
  imageUrl: text.image_url,
  createdAt: record.created_at,
  createdBy: record.created_by,
  modifiedAt: version.created_at,
  modifiedBy: version.created_by,
  extraData: { published_at: row.published_at, version_id: row.version_id },
});
