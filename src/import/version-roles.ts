// Determines the role of each version in a bundle: the latest of its record, published, or history. It holds only ids in memory,
// never texts.

import type { VersionRole } from '../domain/manage/bundle-store.ts';
import { buildYield } from '../runtime/yield-to-event-loop.ts';
import type { Spool, SpoolEntry } from './spool/spool.ts';

/** Undefined for objects that are not versions. */
export const readRoles = async (
  spool: Pick<Spool, 'read'>,
): Promise<(entry: SpoolEntry) => VersionRole | undefined> => {
  const yieldIfDue = buildYield();
  const latest = new Map<string, number>();
  for await (const { scope, object } of spool.read('version')) {
    if (object.kind !== 'version') continue;
    const record = keyOf(scope, object.record_id);
    latest.set(record, Math.max(latest.get(record) ?? 0, object.number));
    await yieldIfDue();
  }
  const inPlace = new Set<string>();
  for await (const { scope, object } of spool.read('publication')) {
    if (object.kind === 'publication') inPlace.add(keyOf(scope, object.version_id));
    await yieldIfDue();
  }
  return ({ scope, object }) => {
    if (object.kind !== 'version') return undefined;
    if (latest.get(keyOf(scope, object.record_id)) === object.number) return 'latest';
    return inPlace.has(keyOf(scope, object.id)) ? 'in-place' : 'history';
  };
};

const keyOf = ({ tenantId, workspaceId }: SpoolEntry['scope'], id: string): string =>
  JSON.stringify([tenantId, workspaceId, id]);
