// The records of a model with what counts of their texts when the model is about to change: the latest version and each
// that is published. Read in bounded steps; versions that are neither are never looked at.

import type { UsedRecord } from '../../domain/model-use.ts';
import type { RecordText } from '../../domain/record.ts';
import type { ModelTexts } from '../../domain/record-ports.ts';
import { startBreathing } from './breathing.ts';
import { type Document, readDocument } from './documents.ts';
import type { Db, Engine } from './engine.ts';
import { prepareQuery } from './prepared-query.ts';
import { published } from './publication-rows.ts';
import { toText } from './version-rows.ts';

const RECORDS_AT_ONCE = 100;

export const buildModelTexts = ({ reads }: Engine): ModelTexts => {
  const batch = prepareBatch(reads);
  return {
    async *readUsedRecords({ tenantId, workspaceId }, model) {
      const breathe = startBreathing();
      let after = '';
      for (;;) {
        const rows = await batch.all(reads, { tenantId, workspaceId, model, after });
        const records = [...Map.groupBy(rows, (row) => row.record_id)];
        if (records.length > 0) yield records.map(([, versions]) => toUsedRecord(model, versions));
        if (records.length < RECORDS_AT_ONCE) return;
        after = records.reduce((last, [id]) => (id > last ? id : last), after);
        await breathe();
      }
    },
  };
};

const toUsedRecord = (model: string, rows: readonly { readonly doc: string | null }[]): UsedRecord => ({
  model,
  versions: rows.flatMap(({ doc }) => (doc === null ? [] : [textsOf(readDocument<'version'>(doc))])),
});

const textsOf = ({ localized }: Document<'version'>): Readonly<Record<string, RecordText>> =>
  Object.fromEntries(Object.entries(localized).map(([locale, text]) => [locale, toText(text)]));

/** A row at least for each record, also for one without a version: the last one tells where to go on. */
const prepareBatch = (reads: Db) =>
  prepareQuery({ tenantId: '', workspaceId: '', model: '', after: '' }, (value) =>
    reads
      .selectFrom(
        reads
          .selectFrom('record')
          .select('record_id')
          .where('tenant_id', '=', value.tenantId)
          .where('workspace_id', '=', value.workspaceId)
          .where('model', '=', value.model)
          .where('record_id', '>', value.after)
          .orderBy('record_id')
          .limit(RECORDS_AT_ONCE)
          .as('page'),
      )
      .leftJoin('version', (join) =>
        join
          .on('version.tenant_id', '=', value.tenantId)
          .on('version.workspace_id', '=', value.workspaceId)
          .onRef('version.record_id', '=', 'page.record_id')
          .on((eb) =>
            eb.or([
              eb(
                'version.number',
                '=',
                eb
                  .selectFrom('version as latest')
                  .select((own) => own.fn.max('latest.number').as('number'))
                  .where('latest.tenant_id', '=', value.tenantId)
                  .where('latest.workspace_id', '=', value.workspaceId)
                  .whereRef('latest.record_id', '=', 'page.record_id'),
              ),
              eb.exists(
                eb
                  .selectFrom('publication')
                  .select('publication.record_id')
                  .where('publication.tenant_id', '=', value.tenantId)
                  .where('publication.workspace_id', '=', value.workspaceId)
                  .whereRef('publication.record_id', '=', 'page.record_id')
                  .whereRef('publication.version_id', '=', 'version.version_id')
                  .where('publication.state', '=', published),
              ),
            ]),
          ),
      )
      .select(['page.record_id', 'version.doc']),
  );
