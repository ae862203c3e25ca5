// Prunes records: those that the format made and the files no longer have are deleted, with their models if the files lack these too.
// What is no longer published in the files is unpublished in the environments of the import. A version that the format did not make
// stays where it is.

import type { BundleLine, BundleObject } from '../../contract/bundle.ts';
import type { PruneRun } from './prune-run.ts';

type RecordLine = BundleLine<'record'>;
type PublicationLine = BundleLine<'publication'>;

export class RecordPruning {
  readonly #environmentIds: ReadonlySet<string>;
  /** Records of the files without a publication. */
  readonly #unpublished = new Set<string>();
  /** Records that stay published as they are. */
  readonly #untouched = new Set<string>();

  constructor(environmentIds: readonly string[]) {
    this.#environmentIds = new Set(environmentIds);
  }

  /** The publications of a record come after it. */
  note(object: BundleObject): void {
    if (object.kind === 'record') this.#unpublished.add(object.id);
    if (object.kind === 'publication') this.#unpublished.delete(object.record_id);
  }

  keepPublished(recordId: string): void {
    this.#untouched.add(recordId);
  }

  async prune(run: PruneRun): Promise<void> {
    if (run.reach.isOwnVersion === undefined) return;
    const gone: BundleLine<'content_model'>[] = [];
    const related: RecordLine[] = [];
    for await (const models of run.writer.list(run.scope, 'content_model')) {
      for (const model of models) {
        if (model.kind !== 'content_model') continue;
        const isGone = !run.has(model);
        if (isGone && run.reach.isOwnModel?.(model) !== true) continue;
        if (isGone) gone.push(model);
        related.push(...(await this.#deleteRecords(run, model.internal_name)));
      }
    }
    const left = await removeInTurn(run, related);
    for (const record of left) run.keep(record, 'other records relate to it');
    for (const model of gone) if (!(await run.remove(model))) run.keep(model, 'it has other records');
    await this.#unpublish(run, new Set(left.map(({ id }) => id)));
  }

  /** Returns those that could not be deleted. */
  async #deleteRecords(run: PruneRun, model: string): Promise<readonly RecordLine[]> {
    const left: RecordLine[] = [];
    for await (const records of run.writer.list(run.scope, 'record', model)) {
      for (const record of records) {
        if (record.kind !== 'record' || run.has(record) || !(await isOwn(run, record.id))) continue;
        if (!(await run.remove(record))) left.push(record);
      }
    }
    return left;
  }

  async #unpublish(run: PruneRun, left: ReadonlySet<string>): Promise<void> {
    for await (const publications of run.writer.list(run.scope, 'publication')) {
      for (const each of publications) {
        if (each.kind !== 'publication' || !this.#isOver(each, run, left)) continue;
        if (await isOwn(run, each.record_id, each.version_id)) await run.remove(each);
      }
    }
  }

  #isOver(
    { record_id: recordId, environment_id: environmentId, version_id: versionId }: PublicationLine,
    { has }: PruneRun,
    left: ReadonlySet<string>,
  ): boolean {
    if (!this.#environmentIds.has(environmentId) || this.#untouched.has(recordId)) return false;
    if (!has({ kind: 'record', id: recordId } as RecordLine)) return left.has(recordId);
    return this.#unpublished.has(recordId) || !has({ kind: 'version', id: versionId } as BundleObject);
  }
}

/** Whether the format made the version, or any version of the record. */
const isOwn = async (
  { writer, scope, reach }: PruneRun,
  recordId: string,
  versionId?: string,
): Promise<boolean> => {
  for await (const versions of writer.list(scope, 'version', recordId)) {
    for (const version of versions) {
      if (version.kind !== 'version' || (versionId !== undefined && version.id !== versionId)) continue;
      if (reach.isOwnVersion?.(version) === true) return true;
    }
  }
  return false;
};

/** One of them may be related to another one only. Returns those that others relate to. */
const removeInTurn = async (
  { remove }: PruneRun,
  related: readonly RecordLine[],
): Promise<readonly RecordLine[]> => {
  let left = related;
  for (let before = left.length + 1; left.length < before; ) {
    before = left.length;
    const still: RecordLine[] = [];
    for (const record of left) if (!(await remove(record))) still.push(record);
    left = still;
  }
  return left;
};
