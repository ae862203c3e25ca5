// Imports objects in two phases, whatever they are read from. First everything is read and checked without touching the store, so
// that a slow producer never holds the write lock. Then everything is written in one transaction, kind by kind, so that an object
// may refer to a later one. Unless `keepGoing`, nothing is imported if anything is bad.

import { type BundleKind, type BundleObject, bundleKinds } from '../contract/bundle.ts';
import {
  BundleFault,
  type BundleStore,
  type BundleWriter,
  type PutOutcome,
  type VersionRole,
} from '../domain/manage/bundle-store.ts';
import { buildYield } from '../runtime/yield-to-event-loop.ts';
import { type FaultList, FirstFaults } from './first-faults.ts';
import { openSpool, type ReadEntry, type Spool, type SpoolEntry } from './spool/spool.ts';
import { readRoles } from './version-roles.ts';

export interface WriteOptions {
  /** Import the good objects even if others are bad. */
  readonly keepGoing: boolean;
  /** Accept versions whose values do not fit their model. */
  readonly allowInvalidValues?: boolean;
  /** Undo everything at the end of the transaction. */
  readonly isDryRun?: boolean;
  /** Where to create a temporary folder for the checked objects. */
  readonly spoolDir: string;
  /** How large that folder may become. Absent: as large as the disk allows. */
  readonly spoolMaxBytes?: number;
}

/** Takes what was read. */
export interface ObjectSink {
  readonly faults: FaultList;
  append(entry: SpoolEntry): Promise<void>;
}

export interface ObjectSource {
  /** The first phase. */
  read(sink: ObjectSink): Promise<void>;
  /** Called for each object that was written. */
  written(object: BundleObject, outcome: PutOutcome): void;
  writing(done: number, total: number): void;
  /** After everything is written: why nothing of it may stay. */
  findRefusal?(writer: BundleWriter<BundleObject>): Promise<string | undefined>;
  /** The last step of the transaction, unless anything was bad. */
  finish?(writer: BundleWriter<BundleObject>): Promise<void>;
}

export interface ObjectsReport {
  readonly faults: FaultList;
  /** Whether the whole transaction took place, even if it was undone. */
  readonly isComplete: boolean;
  readonly committed: boolean;
}

/** What is held in memory of objects that are written together. */
const ENTRIES_AT_ONCE = 500;
const CHARS_AT_ONCE = 2 * 1024 * 1024;
const kindsInOrder = Object.keys(bundleKinds) as BundleKind[];

export const importObjects = async (
  store: Pick<BundleStore<BundleObject>, 'writeBundle'>,
  source: ObjectSource,
  { keepGoing, allowInvalidValues = false, isDryRun = false, spoolDir, spoolMaxBytes }: WriteOptions,
): Promise<ObjectsReport> => {
  const faults = new FirstFaults();
  const isGood = (): boolean => keepGoing || faults.count === 0;
  const spool = await openSpool(spoolDir, spoolMaxBytes);
  let total = 0;
  const append = async (entry: SpoolEntry): Promise<void> => {
    if (!isGood()) return;
    await spool.append(entry);
    total += 1;
  };
  try {
    await source.read({ faults, append });
    let isComplete = false;
    const committed =
      isGood() &&
      (await store.writeBundle(async (writer) => {
        const roleOf = allowInvalidValues ? () => 'as-is' as const : await readRoles(spool);
        await writeFrom(spool, writer, putInto(writer, source, faults, roleOf), (done) =>
          source.writing(done, total),
        );
        const refusal = await source.findRefusal?.(writer);
        if (refusal !== undefined) {
          faults.add({ line: 1, message: refusal });
          return false;
        }
        if (faults.count === 0) await source.finish?.(writer);
        isComplete = isGood();
        return isComplete && !isDryRun;
      }));
    return { faults, isComplete, committed };
  } finally {
    await spool.close();
  }
};

type Put = (entry: SpoolEntry) => Promise<void>;

const writeFrom = async (
  spool: Spool,
  writer: BundleWriter<BundleObject>,
  put: Put,
  report: (done: number) => void,
): Promise<void> => {
  const yieldIfDue = buildYield();
  let done = 0;
  for (const kind of kindsInOrder) {
    for await (const entries of together(spool.read(kind))) {
      await writer.expect?.(entries);
      for (const entry of entries) {
        await put(entry);
        done += 1;
        const pause = yieldIfDue();
        if (pause !== undefined) {
          await pause;
          report(done);
        }
      }
    }
  }
  report(done);
};

/** Several entries at a time. */
async function* together(entries: AsyncIterable<ReadEntry>): AsyncGenerator<readonly SpoolEntry[]> {
  let some: SpoolEntry[] = [];
  let size = 0;
  for await (const entry of entries) {
    some.push(entry);
    size += entry.size;
    if (some.length < ENTRIES_AT_ONCE && size < CHARS_AT_ONCE) continue;
    yield some;
    some = [];
    size = 0;
  }
  if (some.length > 0) yield some;
}

const putInto =
  (
    writer: BundleWriter<BundleObject>,
    source: ObjectSource,
    faults: FaultList,
    roleOf: (entry: SpoolEntry) => VersionRole | undefined,
  ): Put =>
  async (entry) => {
    const { line, file, scope, object } = entry;
    try {
      source.written(object, await writer.put(scope, object, roleOf(entry)));
    } catch (error) {
      if (!(error instanceof BundleFault)) throw error;
      const message = `${object.kind}: ${error.message}`;
      faults.add(file === undefined ? { line, message } : { file, line, message });
    }
  };
