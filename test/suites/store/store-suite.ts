// The behaviour of every store, whatever its database. A driver's test calls this with a function that opens an empty
// one.

import { describe, type TestContext } from 'node:test';
import { draw, isLong, runs } from '../../fixtures/long-runs.ts';
import { describeBundle } from './store-bundle.ts';
import { describeChangeFeed } from './store-change-feed.ts';
import { describeEvents } from './store-events.ts';
import type { OpenStore } from './store-fixture.ts';
import { describeForms } from './store-forms.ts';
import { describeLeases } from './store-leases.ts';
import { describeNamesakes } from './store-namesakes.ts';
import { describePopularTerms } from './store-popular-terms.ts';
import { describePruning } from './store-pruning.ts';
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
import { describeSearchReports } from './store-search-reports.ts';
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
    describeSearchReports,
    describeEvents,
    describeBundle,
    describePruning,
    describeForms,
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

/**
 * Parts of a group that run over PostgreSQL, others each time: `npm test` runs all of them over SQLite, and `npm run test:postgres`
 * all of them on one server, where they repeat less than here in the long form.
 */
const FEW = { content: runs(1, 5), records: runs(1, 2), resources: runs(1, 2) };
/** Of all parts, as a role that row-level security binds. */
const FEW_BOUND = runs(1, 5);

/** Where a server is named, it is the server that is tested, and all parts run. */
const isAboutServer = process.env['VITRINE_TEST_POSTGRES_BIN'] !== undefined;

const asRemote = (open: OpenStore): OpenStore =>
  Object.assign((t: TestContext) => open(t), { ...open, isRemote: true });

/** Parts that repeat nothing more often in the long form, nor over more rows. */
const alike: readonly unknown[] = [
  describeReads,
  describeRules,
  describeSearchSource,
  describeRecords,
  describeRecordStates,
  describeRecordRemoval,
];

export const describeStorePart = (group: keyof typeof parts, name: string, open: OpenStore): void => {
  const all = isLong ? parts[group].filter((part) => !alike.includes(part)) : parts[group];
  describe(name, () => {
    for (const describeOne of isAboutServer ? all : draw(all, FEW[group])) describeOne(asRemote(open));
  });
};

/** It is the role that is tried here, not amounts. */
export const describeSomeOfStore = (name: string, open: OpenStore): void => {
  const small = Object.assign(asRemote(open), { isSmall: true });
  describe(name, () => {
    for (const describeOne of draw(Object.values(parts).flat(), FEW_BOUND)) describeOne(small);
  });
};

/** Parts that repeat something more often in the long form. The others would do again what the short form has done. */
const repeating: readonly unknown[] = [
  describePublish,
  describePopularTerms,
  describeSearchReports,
  describeEvents,
  describeLeases,
  describeRecordProperties,
  describeResourceLists,
];

export const describeStore = (name: string, open: OpenStore): void => {
  const all = Object.values(parts).flat();
  describe(name, () => {
    for (const describeOne of isLong ? all.filter((part) => repeating.includes(part)) : all)
      describeOne(open);
  });
};
