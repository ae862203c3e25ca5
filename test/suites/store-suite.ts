// What every store does, whichever database is under it. A driver's test calls this with a way to open an empty one.

import { describe } from 'node:test';
import { describeBundle } from './store-bundle.ts';
import { describePopularTerms } from './store-popular-terms.ts';
import { describePublish } from './store-publish.ts';
import { describeReads } from './store-reads.ts';
import { describeSearchSource } from './store-search-source.ts';
import type { OpenStore } from './store-world.ts';

export const describeStore = (name: string, open: OpenStore): void => {
  describe(name, () => {
    describeReads(open);
    describePublish(open);
    describeSearchSource(open);
    describePopularTerms(open);
    describeBundle(open);
  });
};
