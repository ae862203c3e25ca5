// Imports a bundle: first everything is read and checked without touching the store, then all of it is written in one
// transaction, kind by kind, so that a line may refer to a thing that comes later in the bundle. A slow producer never
// holds the write lock. Strict, the default of the command line, imports nothing when any line is at fault. A line with the id of an
// earlier one is at fault, unless duplicates are allowed: then the last one is kept, and the report names the others.

import { type BundleKind, type BundleObject, bundleKinds } from '../contract/bundle.ts';
import {
  BundleFault,
  type BundleStore,
  type BundleWriter,
  type PutOutcome,
  type VersionRole,
} from '../domain/manage/bundle-store.ts';
import { buildYield } from '../runtime/yield-to-event-loop.ts';
import { NoBundle } from './lines/no-bundle.ts';
import { type ReadTally, readBundle } from './read-bundle.ts';
import { SeenObjects } from './spool/seen-objects.ts';
import { openSpool, type Spool, type SpoolEntry } from './spool/spool.ts';
import { readRoles } from './version-roles.ts';

export interface LineFault {
  readonly line: number;
  readonly message: string;
}

export interface ImportProgress {
  readonly phase: 'read' | 'write';
  /** Lines read, or objects written. */
  readonly done: number;
  /** Unknown while reading. */
  readonly total: number | undefined;
  /** Taken from the input so far, packed as it is. */
  readonly bytes: number;
}

export interface ImportOptions {
  /** Import the lines that are good when others are not. */
  readonly keepGoing: boolean;
  /** Take versions as they are, whether or not their values fit their model. */
  readonly allowInvalidValues?: boolean;
  /** Let the last of several lines with one id replace the ones before it. */
  readonly allowDuplicates?: boolean;
  /** Where a folder for the checked lines is made; it is removed again. */
  readonly spoolDir: string;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportReport {
  /** Lines read, blank ones too. */
  readonly lines: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** The first hundred, in the order of the lines. */
  readonly faults: readonly LineFault[];
  readonly faultCount: number;
  /** Lines with the id of an earlier one; at fault too unless they were allowed. The first hundred. */
  readonly duplicates: readonly LineFault[];
  readonly duplicateCount: number;
  /** False when nothing was imported. The three counts are zero then. */
  readonly committed: boolean;
}

const FAULTS_KEPT = 100;
const kindsInOrder = Object.keys(bundleKinds) as BundleKind[];

export const importBundle = async (
  store: BundleStore<BundleObject>,
  input: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportReport> => {
  const faults = new FaultList();
  const duplicates = new FaultList();
  const tally: ReadTally = { bytes: 0, lines: 0 };
  const spool = await openSpool(options.spoolDir);
  try {
    const total = await readInto(spool, input, tally, { faults, duplicates }, options);
    const outcomes: Record<PutOutcome, number> = { created: 0, updated: 0, unchanged: 0 };
    const mayWrite = options.keepGoing || faults.count === 0;
    const committed =
      mayWrite &&
      (await store.writeBundle(async (writer) => {
        const report = (done: number) =>
          options.onProgress?.({ phase: 'write', done, total, bytes: tally.bytes });
        const roleOf = options.allowInvalidValues === true ? () => 'as-is' as const : await readRoles(spool);
        await writeFrom(spool, putInto(writer, outcomes, faults, roleOf), report);
        return options.keepGoing || faults.count === 0;
      }));
    return {
      lines: tally.lines,
      ...(committed ? outcomes : { created: 0, updated: 0, unchanged: 0 }),
      faults: faults.sorted(),
      faultCount: faults.count,
      duplicates: duplicates.sorted(),
      duplicateCount: duplicates.count,
      committed,
    };
  } finally {
    await spool.close();
  }
};

/** Returns how many objects are waiting to be written. */
const readInto = async (
  spool: Spool,
  input: AsyncIterable<Uint8Array>,
  tally: ReadTally,
  { faults, duplicates }: { readonly faults: FaultList; readonly duplicates: FaultList },
  { onProgress, keepGoing, allowDuplicates = false }: ImportOptions,
): Promise<number> => {
  const yieldIfDue = buildYield();
  const report = () =>
    onProgress?.({ phase: 'read', done: tally.lines, total: undefined, bytes: tally.bytes });
  const noBundle = new NoBundle();
  const seen = new SeenObjects();
  let total = 0;
  for await (const entry of readBundle(input, tally)) {
    if (noBundle.note(entry, tally.hasScope === true)) break;
    const repetition = 'fault' in entry ? undefined : seen.note(entry.line, entry.scope, entry.object);
    if (repetition !== undefined) duplicates.add(entry.line, repetition.message);
    if ('fault' in entry) {
      faults.add(entry.line, entry.fault);
    } else if (repetition !== undefined && !allowDuplicates) {
      faults.add(entry.line, repetition.message);
    } else if (keepGoing || faults.count === 0) {
      await spool.append(entry);
      total += 1;
    }
    const pause = yieldIfDue();
    if (pause !== undefined) {
      await pause;
      report();
    }
  }
  report();
  if (noBundle.fault !== undefined) faults.replaceBy(noBundle.fault);
  return total;
};

type Put = (entry: SpoolEntry) => Promise<void>;

const writeFrom = async (spool: Spool, put: Put, report: (done: number) => void): Promise<void> => {
  const yieldIfDue = buildYield();
  let done = 0;
  for (const kind of kindsInOrder) {
    for await (const entry of spool.read(kind)) {
      await put(entry);
      done += 1;
      const pause = yieldIfDue();
      if (pause !== undefined) {
        await pause;
        report(done);
      }
    }
  }
  report(done);
};

const putInto =
  (
    writer: BundleWriter<BundleObject>,
    outcomes: Record<PutOutcome, number>,
    faults: FaultList,
    roleOf: (entry: SpoolEntry) => VersionRole | undefined,
  ): Put =>
  async (entry) => {
    const { line, scope, object } = entry;
    try {
      outcomes[await writer.put(scope, object, roleOf(entry))] += 1;
    } catch (error) {
      if (!(error instanceof BundleFault)) throw error;
      faults.add(line, `${object.kind}: ${error.message}`);
    }
  };

/** Every fault is counted; only as many are kept as someone would read. */
class FaultList {
  readonly #kept: LineFault[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(line: number, message: string): void {
    this.#count += 1;
    if (this.#kept.length < FAULTS_KEPT) this.#kept.push({ line, message });
  }

  /** Where one fault explains all the others. */
  replaceBy(fault: LineFault): void {
    this.#kept.splice(0, this.#kept.length, fault);
    this.#count = 1;
  }

  sorted(): LineFault[] {
    return this.#kept.toSorted((a, b) => a.line - b.line);
  }
}
