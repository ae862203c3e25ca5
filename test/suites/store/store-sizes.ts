// How much the store suites make over a connection. Apart from the fixture, so that test files which only use that do not count
// as having a long form.

import { runs } from '../../fixtures/long-runs.ts';
import type { OpenStore } from './store-fixture.ts';

/** How many of something a test makes: over a connection few in the short form, as the same test makes many over SQLite. */
export const sizeFor = (
  { isRemote = false, isSmall = false }: OpenStore,
  few: number,
  many: number,
): number => {
  if (isSmall) return few;
  return isRemote ? runs(few, many) : many;
};
