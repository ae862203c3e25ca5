// Form submissions. They are personal data: they appear neither in bundles nor in the change feed.

import { sql } from 'kysely';
import { PAGE_CHARS_MAX } from '../../../contract/value-limits.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Answers } from '../../../domain/forms/form-fields.ts';
import type { Submission } from '../../../domain/forms/submission.ts';
import type { SubmissionFilter, SubmissionStore } from '../../../domain/forms/submission-ports.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { docBytes, measureRows } from '../limits/measure.ts';
import { type CountingEngine, type UsageWriter, writeCounted } from '../limits/usage-writer.ts';
import { canonicalJson } from '../sql/canonical-json.ts';
import { readDocument, toForm } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { type RowSet, readPage } from '../sql/key-range.ts';
import { inWorkspace, workspacePrefix } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';

const ROWS_AT_ONCE = 200;

const COLUMNS = ['form_id', 'submission_id', 'environment_id', 'submitted_at', 'doc'] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

export const buildSubmissionStore = (engine: CountingEngine): SubmissionStore => {
  const { reads } = engine;
  return {
    async findForm(workspace, formId) {
      const row = await formOf(reads, workspace, formId).select('doc').executeTakeFirst();
      return row && toForm(readDocument<'form'>(row.doc));
    },

    addSubmission: (workspace, submission) =>
      writeCounted(engine, async (tx, usage) => {
        // Under the lock, so that the form cannot be deleted in between.
        await engine.lockWorkspace(tx, workspace);
        const form = await formOf(tx, workspace, submission.formId).select('form_id').executeTakeFirst();
        if (form !== undefined) await insert(tx, usage, workspace, submission);
        return form !== undefined;
      }),

    async findSubmission(workspace, formId, submissionId) {
      const row = await submissionsOf(reads, workspace)
        .where('form_id', '=', formId)
        .where('submission_id', '=', submissionId)
        .select(COLUMNS)
        .executeTakeFirst();
      return row && toSubmission(row);
    },

    async listSubmissions(workspace, formId, filter, page, budget) {
      const set = newestFirst(workspace, formId, filter);
      const asked = { ...page, columns: COLUMNS, charsMax: 2 * PAGE_CHARS_MAX };
      const { rows, total } = await readPage(reads, set, asked, budget);
      // All columns are selected, so each row has them.
      return { items: rows.map((row) => toSubmission(row as Row)), total };
    },

    readSubmissions: (workspace, formId, filter) => readOldestFirst(reads, workspace, formId, filter),

    deleteSubmission: (workspace, formId, submissionId) =>
      writeCounted(engine, async (tx, usage) => {
        await engine.lockWorkspace(tx, workspace);
        return (await remove(tx, usage, workspace, formId, [submissionId])) > 0;
      }),

    async eraseSubmissions(workspace, formId, isMeant) {
      const yieldIfDue = buildYield();
      let erased = 0;
      for await (const batch of readByKey(reads, workspace, formId)) {
        const meant = Map.groupBy(batch.filter(isMeant), (submission) => submission.formId);
        for (const [of, found] of meant) {
          const ids = found.map(({ id }) => id);
          erased += await writeCounted(engine, async (tx, usage) => {
            await engine.lockWorkspace(tx, workspace);
            return remove(tx, usage, workspace, of, ids);
          });
        }
        await yieldIfDue();
      }
      // Waits for the flush of whatever deleted the rest: "nothing left" must be true on disk too.
      if (erased === 0) await engine.write(async () => {});
      return erased;
    },
  };
};

const formOf = (db: Db, workspace: WorkspaceScope, formId: string) =>
  inWorkspace(db, workspace).selectFrom('form').where('form_id', '=', formId);

const submissionsOf = (db: Db, workspace: WorkspaceScope) =>
  inWorkspace(db, workspace).selectFrom('form_submission');

const filtered = (
  db: Db,
  workspace: WorkspaceScope,
  formId: string,
  { environmentId, from, to }: SubmissionFilter,
) => {
  let query = submissionsOf(db, workspace).where('form_id', '=', formId);
  if (environmentId !== undefined) query = query.where('environment_id', '=', environmentId);
  if (from !== undefined) query = query.where('submitted_at', '>=', from);
  if (to !== undefined) query = query.where('submitted_at', '<', to);
  return query;
};

/** Uses the index by time, which covers the query unless it filters by environment. */
const newestFirst = (
  workspace: WorkspaceScope,
  formId: string,
  { environmentId, from, to }: SubmissionFilter,
): RowSet => ({
  table: 'form_submission',
  prefix: workspacePrefix(workspace, {
    form_id: formId,
    ...(environmentId === undefined ? {} : { environment_id: environmentId }),
  }),
  key: ['submitted_at', 'submission_id'],
  isDescending: true,
  where: sql`submitted_at >= ${from ?? ''} ${to === undefined ? sql`` : sql`and submitted_at < ${to}`}`,
});

const insert = async (
  tx: Db,
  usage: UsageWriter,
  workspace: WorkspaceScope,
  submission: Submission,
): Promise<void> => {
  const doc = canonicalJson(submission.answers);
  const measure = measureRows('submission', submission.formId, [Buffer.byteLength(doc)]);
  await usage.replace(workspace, undefined, measure);
  await inWorkspace(tx, workspace)
    .insertInto('form_submission')
    .values({
      form_id: submission.formId,
      submission_id: submission.id,
      environment_id: submission.environmentId,
      submitted_at: submission.submittedAt,
      doc,
    })
    .execute();
};

const remove = async (
  tx: Db,
  usage: UsageWriter,
  workspace: WorkspaceScope,
  formId: string,
  submissionIds: readonly string[],
): Promise<number> => {
  const gone = await inWorkspace(tx, workspace)
    .deleteFrom('form_submission')
    .where('form_id', '=', formId)
    .where('submission_id', 'in', submissionIds)
    .returning(docBytes)
    .execute();
  const bytes = gone.map((row) => row.bytes);
  await usage.replace(workspace, measureRows('submission', formId, bytes), undefined);
  return gone.length;
};

async function* readOldestFirst(
  reads: Db,
  workspace: WorkspaceScope,
  formId: string,
  filter: SubmissionFilter,
): AsyncGenerator<Submission[]> {
  const yieldIfDue = buildYield();
  let after = ['', ''] as readonly [string, string];
  for (;;) {
    const [submittedAt, submissionId] = after;
    const rows = await filtered(reads, workspace, formId, filter)
      .where((eb) =>
        eb(eb.refTuple('submitted_at', 'submission_id'), '>', eb.tuple(submittedAt, submissionId)),
      )
      .select(COLUMNS)
      .orderBy('submitted_at')
      .orderBy('submission_id')
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toSubmission);
    after = [last.submitted_at, last.submission_id];
    await yieldIfDue();
  }
}

/** In the order of the primary key, which stays stable while rows that were read are deleted. */
async function* readByKey(
  reads: Db,
  workspace: WorkspaceScope,
  formId: string | undefined,
): AsyncGenerator<Submission[]> {
  let after = ['', ''] as readonly [string, string];
  for (;;) {
    const [form, submissionId] = after;
    let query = submissionsOf(reads, workspace).where((eb) =>
      eb(eb.refTuple('form_id', 'submission_id'), '>', eb.tuple(form, submissionId)),
    );
    if (formId !== undefined) query = query.where('form_id', '=', formId);
    const rows = await query
      .select(COLUMNS)
      .orderBy('form_id')
      .orderBy('submission_id')
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toSubmission);
    after = [last.form_id, last.submission_id];
  }
}

const toSubmission = (row: Row): Submission => ({
  id: row.submission_id,
  formId: row.form_id,
  environmentId: row.environment_id,
  submittedAt: row.submitted_at,
  answers: parseStored<Answers>(row.doc),
});
