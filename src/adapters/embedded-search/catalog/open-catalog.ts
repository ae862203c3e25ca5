// Opens a catalog: from its snapshot if there is one, otherwise from ranges built by several threads.

import type { KeyRange } from '../../../domain/ports.ts';
import type { IndexId } from '../index-id.ts';
import type { IndexWork } from '../work/index-work.ts';
import { type BuiltCatalog, productSettingsOf } from './built-catalog.ts';
import type { StoredSegment } from './segment-stack.ts';

/** Few, so that other tasks get their turn in between. */
const CONCURRENT_RANGES = 2;

interface OpenedCatalog {
  readonly built: BuiltCatalog;
  readonly origin: 'snapshot' | 'store';
}

interface OpenEvents {
  readonly onDiscarded: () => void;
}

/** `fresh`: ignore the snapshot. Undefined if the catalog is not visible. */
export const openCatalog = async (
  work: IndexWork,
  indexId: IndexId,
  fresh: boolean,
  { onDiscarded }: OpenEvents,
): Promise<OpenedCatalog | undefined> => {
  if (!fresh) {
    const snapshot = await work.load(indexId);
    if (snapshot === 'damaged') onDiscarded();
    else if (snapshot !== 'absent') return { built: snapshot, origin: 'snapshot' };
  }
  const plan = await work.plan(indexId);
  if (plan === undefined) return undefined;
  const { ranges, ...rest } = plan;
  const [content, products] = await Promise.all([
    work.buildContent(indexId),
    buildConcurrently(ranges, (range) => work.buildRange(indexId, productSettingsOf(plan), range)),
  ]);
  return { built: { ...rest, content, products }, origin: 'store' };
};

/** The segments of all ranges, in order. */
const buildConcurrently = async (
  ranges: readonly KeyRange[],
  build: (range: KeyRange) => Promise<readonly StoredSegment[]>,
): Promise<StoredSegment[]> => {
  const parts: (readonly StoredSegment[])[] = [];
  const waiting = ranges.entries();
  const buildNext = async (): Promise<void> => {
    for (const [index, range] of waiting) parts[index] = await build(range);
  };
  await Promise.all(Array.from({ length: CONCURRENT_RANGES }, buildNext));
  return parts.flat();
};
