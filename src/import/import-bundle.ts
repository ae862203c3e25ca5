// Imports a bundle in two phases. First it reads and checks everything without touching the store, so that a slow producer
// never holds the write lock. Then it writes everything in one transaction, kind by kind, so that a line may refer to a later
// one. Unless `keepGoing`, it imports nothing if any line is bad. A line that repeats an earlier id is bad, unless duplicates
// are allowed: then the last one is kept, and the report names the others.

import { type BundleKind, type BundleObject, bundleKinds } from '../contract/bundle.ts';
import {
  BundleFault,
  type BundleStore,
  type BundleWriter,
  type PutOutcome,
  type VersionRole,
} from '../domain/manage/bundle-store.ts';
import { buildYield } from '../runtime/yield-to-event-loop.ts';
import { NoBundle } from './no-bundle.ts';
import { type ReadTally, readBundle } from './read-bundle.ts';
import { SeenObjects } from './spool/seen-objects.ts';
import { openSpool, type ReadEntry, type Spool, type SpoolEntry } from './spool/spool.ts';
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
  /** Bytes read from the input so far, still compressed. */
  readonly bytes: number;
}

export interface ImportOptions {
  /** Import the good lines even if others are bad. */
  readonly keepGoing: boolean;
  /** Accept versions whose values do not fit their model. */
  readonly allowInvalidValues?: boolean;
  /** Let the last of several lines with the same id replace the others. */
  readonly allowDuplicates?: boolean;
  /** Where to create a temporary folder for the checked lines. */
  readonly spoolDir: string;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportReport {
  /** Lines read, including blank ones. */
  readonly lines: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** The first hundred, in line order. */
  readonly faults: readonly LineFault[];
  readonly faultCount: number;
  /** The first hundred lines that repeat an earlier id. They are bad lines unless duplicates are allowed. */
  readonly duplicates: readonly LineFault[];
  readonly duplicateCount: number;
  /** False if nothing was imported. The three counts are then zero. */
  readonly committed: boolean;
}

const FAULTS_KEPT = 100;
/** What is held in memory of lines that are written together. */
const ENTRIES_AT_ONCE = 500;
const CHARS_AT_ONCE = 2 * 1024 * 1024;
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
        await writeFrom(spool, writer, putInto(writer, outcomes, faults, roleOf), report);
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

/** Returns the number of objects to write. */
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

/** Counts every fault, but keeps only the first hundred. */
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

  /** For a fault that explains all others. */
  replaceBy(fault: LineFault): void {
    this.#kept.splice(0, this.#kept.length, fault);
    this.#count = 1;
  }

  sorted(): LineFault[] {
    return this.#kept.toSorted((a, b) => a.line - b.line);
  }
}
