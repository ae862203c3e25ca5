// Values that only one record of a model may hold. Every latest version of the model is looked at, in steps that let others
// go on: which fields must be unique is the model's to change, so there is no index that could be out of step with it.

import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { inSteps } from '../../../domain/limits/request-budget.ts';
import type { UniqueValue } from '../../../domain/records/record.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { canonicalJson } from '../sql/canonical-json.ts';
import { type Document, readDocument } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

/** Keys and sizes only. */
const SIZES_AT_ONCE = 250;

const ownTexts: ReadonlySet<string> = new Set(['title', 'page_slug', 'summary', 'body', 'image_url']);

/** Those that another record of the model holds in the same locale of its latest version. */
export const findTakenValues = async (
  tx: Db,
  workspace: WorkspaceScope,
  record: { readonly id: string; readonly model: string },
  values: readonly UniqueValue[],
): Promise<UniqueValue[]> => {
  const sought = values.map((value) => ({ value, text: canonicalJson(value.value) }));
  if (sought.length === 0) return [];
  const taken = new Set<UniqueValue>();
  for await (const rows of readLatest(tx, workspace, record.model)) {
    for (const row of rows) {
      // A document is canonical too: what it holds anywhere it holds as this text. That spares reading most of them.
      const isOther = row.record_id !== record.id;
      const perhaps = isOther ? sought.filter(({ text }) => row.doc.includes(text)) : [];
      const version = perhaps.length > 0 ? readDocument<'version'>(row.doc) : undefined;
      for (const { value, text } of perhaps) {
        const held = version && heldBy(version, value);
        if (held !== undefined && canonicalJson(held) === text) taken.add(value);
      }
    }
  }
  return values.filter((value) => taken.has(value));
};

/** The latest version of every record of the model, in short steps. */
export async function* readLatest(
  tx: Db,
  workspace: WorkspaceScope,
  model: string,
): AsyncIterable<readonly { readonly record_id: string; readonly doc: string }[]> {
  const yieldIfDue = buildYield();
  let after = '';
  for (;;) {
    const sizes = await latestOf(tx, workspace, model)
      .select(['record.record_id', sql<number>`octet_length(version.doc)`.as('bytes')])
      .where('record.record_id', '>', after)
      .orderBy('record.record_id')
      .limit(SIZES_AT_ONCE)
      .execute();
    for (const { items } of inSteps(sizes)) {
      await yieldIfDue();
      const upTo = items.at(-1)?.record_id ?? after;
      yield await latestOf(tx, workspace, model)
        .select(['record.record_id', 'version.doc'])
        .where('record.record_id', '>', after)
        .where('record.record_id', '<=', upTo)
        .execute();
      after = upTo;
    }
    if (sizes.length < SIZES_AT_ONCE) return;
  }
}

const heldBy = ({ localized }: Document<'version'>, { field, locale }: UniqueValue): unknown => {
  const text = Object.hasOwn(localized, locale) ? localized[locale] : undefined;
  const values: Readonly<Record<string, unknown>> | undefined = ownTexts.has(field) ? text : text?.fields;
  return values !== undefined && Object.hasOwn(values, field) ? values[field] : undefined;
};

const latestOf = (tx: Db, scope: WorkspaceScope, model: string) => {
  const workspace = inWorkspace(tx, scope);
  return workspace
    .selectFrom(['record', 'version'])
    .whereRef('version.record_id', '=', 'record.record_id')
    .where('record.model', '=', model)
    .where('version.number', '=', (eb) =>
      workspace
        .subquery(eb, 'version as latest')
        .select((own) => own.fn.max('latest.number').as('number'))
        .whereRef('latest.record_id', '=', 'record.record_id'),
    );
};
