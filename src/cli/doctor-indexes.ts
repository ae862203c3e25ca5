// What the doctor finds about saved search indexes: whether they agree with the store, and how near they are to the end of the feed.
// Nothing is written.

import {
  compareWithStore,
  type IndexId,
  KEPT_CHANGES_MIN,
  KEPT_DAYS_MIN,
  type SnapshotFile,
  savedPosition,
  snapshotsIn,
} from '../cli-inspect.ts';
import { countOf } from '../domain/text/count-of.ts';
import type { Store } from '../open-store.ts';
import { type Finding, ok } from './finding.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** From here on it is said. */
const NEAR_SHARE = 0.8;

export const checkIndexes = async (store: Store, dataDir: string, nowMs: number): Promise<Finding[]> => {
  const findings: Finding[] = [];
  const files = snapshotsIn(dataDir);
  let equal = 0;
  const lags: IndexLag[] = [];
  for (const { file, index, writtenMs } of files) {
    if (typeof index === 'string') {
      const isOld = writtenMs < nowMs - HOUR_MS;
      if (index !== 'unfinished' || isOld) findings.push(unusable(file, index));
      continue;
    }
    const { state, kind, indexed, stored } = await compareWithStore(store, dataDir, index);
    const behind = (await store.headPosition(index.scope)) - savedPosition(dataDir, index);
    lags.push({ name: nameOf(index), behind, ageMs: nowMs - writtenMs });
    if (state === 'equal') equal += 1;
    else if (state === 'different')
      findings.push({
        check: 'indexes',
        severity: 'problem',
        message: `The index of ${nameOf(index)} has ${countOf(indexed, kind)}, the store ${stored}`,
        advice: `run "reindex --tenant ${index.scope.tenantId} --workspace ${index.scope.workspaceId} --catalog ${index.catalogId}": the index is then built again from the store`,
      });
    else findings.push(unusable(file, state));
  }
  return [
    ...(findings.length > 0
      ? findings
      : [ok('indexes', `Saved indexes that agree with the store: ${equal}`)]),
    ...gradeLags(lags),
  ];
};

const nameOf = ({ catalogId, scope: { tenantId, workspaceId, environmentId } }: IndexId): string =>
  `the catalog ${catalogId} in ${environmentId} of ${tenantId}/${workspaceId}`;

export interface IndexLag {
  readonly name: string;
  /** Changes of the feed that the saved index does not have yet. */
  readonly behind: number;
  /** Since it was saved. */
  readonly ageMs: number;
}

/** A change is only dropped if it is neither of the last days nor one of the newest. Separate, since no test can wait for that. */
export const gradeLags = (lags: readonly IndexLag[]): Finding[] => {
  const kept = `the feed keeps the last ${KEPT_CHANGES_MIN.toLocaleString('en')} and those of ${KEPT_DAYS_MIN} days`;
  const near = lags.filter(
    ({ behind, ageMs }) =>
      behind > KEPT_CHANGES_MIN * NEAR_SHARE && ageMs > KEPT_DAYS_MIN * DAY_MS * NEAR_SHARE,
  );
  if (near.length > 0)
    return near.map(({ name, behind }) => ({
      check: 'feed',
      severity: 'warning',
      message: `The saved index of ${name} is ${countOf(behind, 'change')} behind; ${kept}`,
      advice:
        'start the service, which saves it, or run "reindex": otherwise the next start builds it from the store',
    }));
  const farthest = Math.max(0, ...lags.map(({ behind }) => behind));
  return lags.length === 0
    ? []
    : [ok('feed', `Saved indexes are at most ${countOf(farthest, 'change')} behind; ${kept}`)];
};

const whyUnusable: Readonly<Record<Extract<SnapshotFile['index'], string> | 'rebuilt' | 'gone', string>> = {
  outdated: 'is of another version',
  damaged: 'is damaged',
  quarantined: 'was damaged and set aside',
  unfinished: 'was not finished',
  rebuilt: 'is of an older state and has to be built again',
  gone: 'is of a catalog that does not exist any more',
};

/** A service deals with all of them; only damage says something about the disk. */
const unusable = (file: string, state: keyof typeof whyUnusable): Finding => ({
  check: 'indexes',
  severity: state === 'damaged' || state === 'quarantined' ? 'warning' : 'note',
  message: `The saved index ${file} ${whyUnusable[state]}`,
  advice:
    state === 'damaged' || state === 'quarantined'
      ? 'check the disk; the service builds the index again and removes the file after a week'
      : 'nothing: the service replaces or removes it',
});
