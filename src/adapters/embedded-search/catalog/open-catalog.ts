// Opens a catalog: from its snapshot where there is one, else from parts that threads build side by side.

import type { KeyRange } from '../../../domain/ports.ts';
import type { CatalogPlace } from '../catalog-place.ts';
import type { IndexWork } from '../work/index-work.ts';
import { type BuiltCatalog, readingOf } from './built-catalog.ts';
import type { StoredSegment } from './segment-stack.ts';

/** So few at once that somebody else's work is taken up between two of them. */
const PARTS_AT_ONCE = 2;

export interface OpenedCatalog {
  readonly built: BuiltCatalog;
  readonly origin: 'snapshot' | 'store';
}

export interface OpenEvents {
  readonly onDiscarded: () => void;
}

/** `fresh`: not from a snapshot. Undefined when the catalog is not visible. */
export const openCatalog = async (
  work: IndexWork,
  place: CatalogPlace,
  fresh: boolean,
  { onDiscarded }: OpenEvents,
): Promise<OpenedCatalog | undefined> => {
  if (!fresh) {
    const snapshot = await work.load(place);
    if (snapshot === 'damaged') onDiscarded();
    else if (snapshot !== 'absent') return { built: snapshot, origin: 'snapshot' };
  }
  const plan = await work.plan(place);
  if (plan === undefined) return undefined;
  const { stretches, ...rest } = plan;
  const [content, products] = await Promise.all([
    work.buildContent(place),
    buildInTurns(stretches, (stretch) => work.buildStretch(place, readingOf(plan), stretch)),
  ]);
  return { built: { ...rest, content, products }, origin: 'store' };
};

/** The segments of all stretches in their order. */
const buildInTurns = async (
  stretches: readonly KeyRange[],
  build: (stretch: KeyRange) => Promise<readonly StoredSegment[]>,
): Promise<StoredSegment[]> => {
  const parts: (readonly StoredSegment[])[] = [];
  const waiting = stretches.entries();
  const takeTurns = async (): Promise<void> => {
    for (const [index, stretch] of waiting) parts[index] = await build(stretch);
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, takeTurns));
  return parts.flat();
};
