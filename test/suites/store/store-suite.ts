// The behaviour of every store, whatever its database. A driver's test calls this with a function that opens an empty
// one.

import { describe, type TestContext } from 'node:test';
import { draw, runs } from '../../fixtures/long-runs.ts';
import { describeBundle } from './store-bundle.ts';
import { describeChangeFeed } from './store-change-feed.ts';
import type { OpenStore } from './store-fixture.ts';
import { describeLeases } from './store-leases.ts';
import { describeNamesakes } from './store-namesakes.ts';
import { describePopularTerms } from './store-popular-terms.ts';
import { describePublish } from './store-publish.ts';
import { describeReads } from './store-reads.ts';
import { describeRecords } from './store-records.ts';
import { describeRecordStates } from './store-records-consistent-read.ts';
import { describeRecordProperties } from './store-records-properties.ts';
import { describeRecordReads } from './store-records-reads.ts';
import { describeRecordRemoval } from './store-records-removal.ts';
import { describeResources } from './store-resources.ts';
import { describeBulk } from './store-resources-bulk.ts';
import { describeResourceDeletion } from './store-resources-deletion.ts';
import { describeResourceLists } from './store-resources-lists.ts';
import { describeRules } from './store-rules.ts';
import { describeSearchSource } from './store-search-source.ts';
import { describeSubmissions } from './store-submissions.ts';

/** Parts of about the same length, for a remote database, whose tests take long enough to run side by side. */
const parts = {
  content: [
    describeReads,
    describePublish,
    describeRules,
    describeSearchSource,
    describeChangeFeed,
    describePopularTerms,
    describeBundle,
    describeSubmissions,
    describeNamesakes,
    describeLeases,
  ],
  records: [
    describeRecords,
    describeRecordReads,
    describeRecordStates,
    describeRecordRemoval,
    describeRecordProperties,
  ],
  resources: [describeResources, describeResourceDeletion, describeResourceLists, describeBulk],
};

export const describeStorePart = (part: keyof typeof parts, name: string, open: OpenStore): void => {
  describe(name, () => {
    const remote = Object.assign((t: TestContext) => open(t), { ...open, isRemote: true });
    for (const describeOne of parts[part]) describeOne(remote);
  });
};

/** `few` parts, twice as many in the long form, others each time. */
export const describeSomeOfStore = (name: string, open: OpenStore, few: number): void => {
  describe(name, () => {
    for (const describeOne of draw(Object.values(parts).flat(), runs(few, 2 * few))) describeOne(open);
  });
};

export const describeStore = (name: string, open: OpenStore): void => {
  describe(name, () => {
    for (const describeOne of Object.values(parts).flat()) describeOne(open);
  });
};
