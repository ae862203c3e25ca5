// Imports a bundle. A line that repeats an earlier id is bad, unless duplicates are allowed: then the last one is kept, and the
// report names the others.

import type { BundleObject } from '../contract/bundle.ts';
import type { BundleStore, PutOutcome } from '../domain/manage/bundle-store.ts';
import { buildYield } from '../runtime/yield-to-event-loop.ts';
import { type FaultList, FirstFaults, type LineFault } from './first-faults.ts';
import { importObjects, type ObjectSink, type WriteOptions } from './import-objects.ts';
import { NoBundle } from './no-bundle.ts';
import { type ReadTally, readBundle } from './read-bundle.ts';
import { SeenObjects } from './spool/seen-objects.ts';

export interface ImportProgress {
  readonly phase: 'read' | 'write';
  /** Lines read, or objects written. */
  readonly done: number;
  /** Unknown while reading. */
  readonly total: number | undefined;
  /** Bytes read from the input so far, still compressed. */
  readonly bytes: number;
}

export interface ImportOptions extends Omit<WriteOptions, 'isDryRun'> {
  /** Let the last of several lines with the same id replace the others. */
  readonly allowDuplicates?: boolean;
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

export const importBundle = async (
  store: BundleStore<BundleObject>,
  input: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportReport> => {
  const duplicates = new FirstFaults();
  const tally: ReadTally = { bytes: 0, lines: 0 };
  const outcomes: Record<PutOutcome, number> = { created: 0, updated: 0, unchanged: 0 };
  const source = {
    read: (sink: ObjectSink) => readInto(sink, input, tally, duplicates, options),
    written: (_: BundleObject, outcome: PutOutcome) => {
      outcomes[outcome] += 1;
    },
    writing: (done: number, total: number) =>
      options.onProgress?.({ phase: 'write', done, total, bytes: tally.bytes }),
  };
  const { faults, committed } = await importObjects(store, source, options);
  return {
    lines: tally.lines,
    ...(committed ? outcomes : { created: 0, updated: 0, unchanged: 0 }),
    faults: faults.sorted(),
    faultCount: faults.count,
    duplicates: duplicates.sorted(),
    duplicateCount: duplicates.count,
    committed,
  };
};

const readInto = async (
  { faults, append }: ObjectSink,
  input: AsyncIterable<Uint8Array>,
  tally: ReadTally,
  duplicates: FaultList,
  { onProgress, allowDuplicates = false }: ImportOptions,
): Promise<void> => {
  const yieldIfDue = buildYield();
  const report = () =>
    onProgress?.({ phase: 'read', done: tally.lines, total: undefined, bytes: tally.bytes });
  const noBundle = new NoBundle();
  const seen = new SeenObjects();
  for await (const entry of readBundle(input, tally)) {
    if (noBundle.note(entry, tally.hasScope === true)) break;
    const { line } = entry;
    if ('fault' in entry) {
      faults.add({ line, message: entry.fault });
    } else {
      const repetition = seen.note(line, entry.scope, entry.object);
      const isBad = repetition !== undefined && !repetition.isEqual;
      if (isBad) duplicates.add({ line, message: repetition.message });
      if (isBad && !allowDuplicates) faults.add({ line, message: repetition.message });
      else await append(entry);
    }
    const pause = yieldIfDue();
    if (pause !== undefined) {
      await pause;
      report();
    }
  }
  report();
  if (noBundle.fault !== undefined) faults.replaceBy(noBundle.fault);
};
