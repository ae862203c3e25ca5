// Imports files of another system: a format turns them into objects of a bundle, which are checked and written as those of a
// bundle are, in one transaction. What the files repeat, leave out or no longer have is counted.

import type { BundleKind, BundleObject } from '../../contract/bundle.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { BundleStore, PutOutcome } from '../../domain/manage/bundle-store.ts';
import type { ImportOptions } from '../../domain/manage/import-job.ts';
import { buildYield } from '../../runtime/yield-to-event-loop.ts';
import type { LineFault } from '../first-faults.ts';
import { importObjects, type ObjectSink } from '../import-objects.ts';
import { checkEntry, faultOf } from './check-entry.ts';
import { type Deletion, type KeptObject, Pruning } from './pruning.ts';
import { SeenPlaces } from './seen-places.ts';
import { type SkippedReason, SkipTally } from './skip-tally.ts';
import type { SourceEntry, SourceFormat, SourceTarget } from './source-format.ts';
import { type InputFile, openSourceInput, type SourceInput, type UnpackLimits } from './source-input.ts';

export interface SourceImport extends ImportOptions {
  readonly format: SourceFormat;
  readonly files: readonly InputFile[];
  readonly scope: WorkspaceScope;
  readonly target: SourceTarget;
  /** Where to create a temporary folder for the checked objects. */
  readonly spoolDir: string;
  /** How large that folder may become. Absent: as large as the disk allows. */
  readonly spoolMaxBytes?: number;
  /** How much a packed file may hold. */
  readonly unpackLimits?: UnpackLimits;
  readonly onProgress?: (progress: SourceProgress) => void;
}

export interface SourceProgress {
  readonly phase: 'read' | 'write';
  /** Bytes of the files, or objects written. */
  readonly done: number;
  readonly total: number;
  /** Objects read. */
  readonly objects: number;
}

export type KindCounts = Readonly<Record<PutOutcome | 'deleted', number>>;

export interface SourceReport {
  /** Whether the store was changed. */
  readonly committed: boolean;
  /** Objects read, without repeated ones. */
  readonly objects: number;
  /** What happened, or would have. Empty if anything was bad, unless `keepGoing`. */
  readonly counts: ReadonlyMap<BundleKind, KindCounts>;
  readonly skipped: readonly SkippedReason[];
  /** The first hundred, by file and line. */
  readonly faults: readonly LineFault[];
  readonly faultCount: number;
  /** The first thousand objects that were deleted, or would have been. */
  readonly deletions: readonly Deletion[];
  /** What the files no longer have but something needs: the first thousand. */
  readonly kept: readonly KeptObject[];
  /** Why nothing was deleted, though it was asked for. */
  readonly pruneRefusal: string | undefined;
}

export const importSource = async (
  store: Pick<BundleStore<BundleObject>, 'writeBundle'>,
  job: SourceImport,
): Promise<SourceReport> => {
  const { scope, target, prunes } = job;
  const names = job.files.map(({ name }) => name);
  const state = {
    bytes: 0,
    totalBytes: 0,
    unpackedBytes: 0,
    objects: 0,
    skips: new SkipTally(),
    seen: new SeenPlaces(scope, names),
    pruning: new Pruning(scope, target),
  };
  const counts = new KindTally();
  const { faults, isComplete, committed } = await importObjects(
    store,
    {
      read: (sink) => readFiles(sink, job, state),
      written: ({ kind }, outcome) => counts.add(kind, outcome),
      writing: (done, total) => job.onProgress?.({ phase: 'write', done, total, objects: state.objects }),
      findRefusal: (writer) => state.pruning.findRefusal(writer),
      finish: async (writer) => {
        if (!prunes || state.objects === 0) return;
        await state.pruning.prune(
          writer,
          (object) => state.seen.has(object),
          (kind) => counts.add(kind, 'deleted'),
        );
      },
    },
    job,
  );
  return {
    committed,
    objects: state.objects,
    counts: isComplete ? counts.byKind : new Map(),
    skipped: state.skips.list(),
    faults: faults.sorted(),
    faultCount: faults.count,
    deletions: state.pruning.deletions,
    kept: state.pruning.kept,
    pruneRefusal: prunes ? refusalOf(faults.count, state.objects) : undefined,
  };
};

const refusalOf = (faultCount: number, objects: number): string | undefined => {
  if (faultCount > 0) return 'what is bad in the files may be what is missing from them';
  return objects === 0 ? 'the files have no object at all' : undefined;
};

class KindTally {
  readonly byKind = new Map<BundleKind, Record<PutOutcome | 'deleted', number>>();

  add(kind: BundleKind, outcome: PutOutcome | 'deleted'): void {
    const counts = this.byKind.get(kind) ?? { created: 0, updated: 0, unchanged: 0, deleted: 0 };
    this.byKind.set(kind, counts);
    counts[outcome] += 1;
  }
}

interface ReadState {
  bytes: number;
  totalBytes: number;
  unpackedBytes: number;
  objects: number;
  readonly skips: SkipTally;
  readonly seen: SeenPlaces;
  readonly pruning: Pruning;
}

const readFiles = async (sink: ObjectSink, job: SourceImport, state: ReadState): Promise<void> => {
  const { format, files, target, unpackLimits, onProgress } = job;
  const yieldIfDue = buildYield();
  const report = () =>
    onProgress?.({ phase: 'read', done: state.bytes, total: state.totalBytes, objects: state.objects });
  const inputs: SourceInput[] = [];
  for (const file of files) inputs.push(await openSourceInput(file, state, unpackLimits, report));
  try {
    for await (const entry of format.read(inputs, target)) {
      if ('reach' in entry) state.pruning.extend(entry);
      else if (!(await take(entry, sink, job, state))) break;
      const pause = yieldIfDue();
      if (pause !== undefined) {
        await pause;
        report();
      }
    }
  } catch (error) {
    const broken = inputs.find(({ fault }) => fault !== undefined);
    if (broken?.fault === undefined) throw error;
    const { line, message } = broken.fault;
    sink.faults.add({ ...(files.length > 1 ? { file: broken.name } : {}), line, message });
  }
  report();
};

/** Returns false if nothing after it can be read. */
const take = async (
  entry: SourceEntry,
  { faults, append }: ObjectSink,
  { scope, target }: SourceImport,
  state: ReadState,
): Promise<boolean> => {
  if ('skipped' in entry) {
    state.skips.note(entry);
    state.pruning.keepPublished(entry);
    return true;
  }
  if ('fault' in entry) {
    faults.add(faultOf(entry));
    return entry.isEnd !== true;
  }
  const checked = checkEntry(entry, target);
  if ('faults' in checked) {
    faults.addAll(checked.faults);
    return true;
  }
  const { file, line } = entry;
  const repetition = state.seen.note(entry, checked.object);
  if (repetition === 'equal') return true;
  if (repetition !== undefined) {
    faults.add(faultOf({ ...entry, fault: repetition.fault }));
    return true;
  }
  state.objects += 1;
  state.pruning.note(checked.object);
  await append({ line, file, scope, object: checked.object });
  return true;
};
