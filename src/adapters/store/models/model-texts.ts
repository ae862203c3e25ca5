// Reads the records of a model before the model changes: the latest version of each record, and all published ones. Older
// versions are not read. Works in bounded steps.

import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import {
  inSteps,
  type RequestBudget,
  readingUnits,
  UNITS_PER_KEY,
} from '../../../domain/limits/request-budget.ts';
import type { UsedRecord } from '../../../domain/models/model-use.ts';
import type { RecordText } from '../../../domain/models/record-text.ts';
import type { ModelTexts } from '../../../domain/records/record-ports.ts';
import { unbudgeted } from '../../../runtime/yield-to-event-loop.ts';
import { published } from '../records/publication-rows.ts';
import { toText } from '../records/version-rows.ts';
import { type Document, readDocument } from '../sql/documents.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { batchIds } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

const RECORDS_AT_ONCE = 100;

/** Like `ModelTexts`, on a connection or within a transaction. */
export type ReadUsedRecords = (
  db: Db,
  workspace: WorkspaceScope,
  model: string,
  budget?: RequestBudget,
) => AsyncIterable<UsedRecord[]>;

export const buildModelTexts = (engine: Engine): ModelTexts => {
  const read = buildReadUsedRecords(engine);
  return { readUsedRecords: (workspace, model, budget) => read(engine.reads, workspace, model, budget) };
};

export const buildReadUsedRecords = ({ reads }: Engine): ReadUsedRecords => {
  const sizes = prepareSizes(reads);
  return async function* (db, workspace, model, { spend, pause } = unbudgeted()) {
    const { tenantId, workspaceId } = workspace;
    let after = '';
    for (;;) {
      spend(RECORDS_AT_ONCE * UNITS_PER_KEY);
      const rows = await sizes.all(db, { tenantId, workspaceId, model, after });
      const records = [...Map.groupBy(rows, (row) => row.record_id)].map(([id, versions]) => ({
        id,
        versionIds: versions.flatMap(({ version_id: versionId }) => (versionId === null ? [] : [versionId])),
        bytes: versions.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      }));
      for (const { items, bytes } of inSteps(records)) {
        await pause();
        spend(readingUnits(items.length, bytes));
        const texts = await readTexts(
          db,
          workspace,
          items.flatMap(({ versionIds }) => versionIds),
        );
        yield items.map(({ versionIds }) => ({
          model,
          versions: versionIds.map((id) => texts.get(id)).filter((each) => each !== undefined),
        }));
      }
      if (records.length < RECORDS_AT_ONCE) return;
      after = records.reduce((last, { id }) => (id > last ? id : last), after);
    }
  };
};

type Texts = Readonly<Record<string, RecordText>>;

const readTexts = async (
  db: Db,
  workspace: WorkspaceScope,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, Texts>> => {
  const texts = new Map<string, Texts>();
  for (const ids of batchIds(versionIds)) {
    const rows = await inWorkspace(db, workspace)
      .selectFrom('version')
      .select(['version_id', 'doc'])
      .where('version_id', 'in', ids)
      .execute();
    for (const row of rows) texts.set(row.version_id, textsOf(readDocument<'version'>(row.doc)));
  }
  return texts;
};

const textsOf = ({ localized }: Document<'version'>): Texts =>
  Object.fromEntries(Object.entries(localized).map(([locale, text]) => [locale, toText(text)]));

/** At least one row per record, even without a version: the last one says where to go on. */
const prepareSizes = (reads: Db) =>
  prepareInWorkspace(reads, { model: '', after: '' }, (workspace, value) => {
    const page = workspace
      .selectFrom('record')
      .select('record_id')
      .where('model', '=', value.model)
      .where('record_id', '>', value.after)
      .orderBy('record_id')
      .limit(RECORDS_AT_ONCE);
    return workspace
      .leftJoin(workspace.selectFrom(page.as('page')), 'version', (join) =>
        join.onRef('version.record_id', '=', 'page.record_id').on((eb) =>
          eb.or([
            eb(
              'version.number',
              '=',
              workspace
                .subquery(eb, 'version as latest')
                .select((own) => own.fn.max('latest.number').as('number'))
                .whereRef('latest.record_id', '=', 'page.record_id'),
            ),
            eb.exists(
              workspace
                .subquery(eb, 'publication')
                .select('publication.record_id')
                .whereRef('publication.record_id', '=', 'page.record_id')
                .whereRef('publication.version_id', '=', 'version.version_id')
                .where('publication.state', '=', published),
            ),
          ]),
        ),
      )
      .select([
        'page.record_id',
        'version.version_id',
        sql<number | null>`octet_length(version.doc)`.as('bytes'),
      ]);
  });
