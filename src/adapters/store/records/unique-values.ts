// Checks values that only one record of a model may have. The lists of latest versions name the candidates; their
// documents decide.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { valueOfField } from '../../../domain/models/record-text.ts';
import type { UniqueValue } from '../../../domain/models/value-errors.ts';
import { entryOfUnique } from '../../../domain/records/list-keys.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { canonicalJson } from '../sql/canonical-json.ts';
import type { Db } from '../sql/engine.ts';
import { entriesOfPiece, LATEST, type ListPlace, type ListQueries, type WholePiece } from './list-rows.ts';
import type { VersionRows } from './version-rows.ts';

const PIECES_AT_ONCE = 8;

export interface UniqueValues {
  /** Those that the latest version of another record of the model holds in the same locale; `ignored` are not looked at. */
  findTaken(
    db: Db,
    workspace: WorkspaceScope,
    record: { readonly id: string; readonly model: string },
    values: readonly UniqueValue[],
    ignored?: (recordId: string) => boolean,
  ): Promise<UniqueValue[]>;
}

export const buildUniqueValues = (
  queries: ListQueries,
  rows: Pick<VersionRows, 'findLatest'>,
): UniqueValues => ({
  async findTaken(db, { tenantId, workspaceId }, { id, model }, values, ignored = () => false) {
    const taken: UniqueValue[] = [];
    const yieldIfDue = buildYield();
    for (const value of values) {
      const entry = entryOfUnique(value.field, value.value);
      if (entry === undefined) continue;
      const { list, key } = entry;
      const place = { tenantId, workspaceId, environmentId: LATEST, model, list, locale: value.locale };
      for await (const other of idsAt(db, queries, place, key)) {
        if (other === id || ignored(other)) continue;
        await yieldIfDue();
        if (!(await holds(db, rows, { tenantId, workspaceId }, other, value))) continue;
        taken.push(value);
        break;
      }
    }
    return taken;
  },
});

/** The records that have the key in a list. */
async function* idsAt(db: Db, queries: ListQueries, place: ListPlace, key: string): AsyncIterable<string> {
  // The last piece that begins before the key may end with it.
  const first = await queries.pieceOf.first(db, { ...place, key, id: '' });
  let pieces = first === undefined ? [] : [first as WholePiece];
  let after = { key: first?.key ?? '', id: first?.record_id ?? '' };
  for (;;) {
    for (const piece of pieces) {
      if (piece.key > key) return;
      const entries = piece.last_key < key ? [] : entriesOfPiece(piece).filter((entry) => entry.key === key);
      const slots = entries.filter(({ id }) => id === '').map(({ slot }) => slot);
      const ids = slots.length === 0 ? new Map() : await queries.findIds(db, place, slots);
      for (const { id, slot } of entries) yield id === '' ? (ids.get(slot) ?? '') : id;
      after = { key: piece.key, id: piece.record_id };
    }
    const limit = first === undefined || after.key === key ? PIECES_AT_ONCE : 1;
    pieces = (await queries.wholeAfter.all(db, { ...place, ...after, limit })) as WholePiece[];
    if (pieces.length === 0) return;
  }
}

const holds = async (
  db: Db,
  rows: Pick<VersionRows, 'findLatest'>,
  workspace: WorkspaceScope,
  recordId: string,
  { field, locale, value }: UniqueValue,
): Promise<boolean> => {
  const latest = await rows.findLatest(db, workspace, recordId);
  const text = latest?.localized[locale];
  const held = text && valueOfField(text, field);
  return held !== undefined && canonicalJson(held) === canonicalJson(value);
};
