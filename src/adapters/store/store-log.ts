// What the log says of the storage: faults and their end, what row-level security lacks, and read replicas that are not used.

import type { ReplicaNews } from './sql/engine.ts';
import type { StorageNews } from './storage-health.ts';
import type { Store } from './store.ts';

export interface StoreLog {
  info(values: object, message: string): void;
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}

/** Of several workers, only the first tells what all of them find. */
export const logStore = (
  log: StoreLog,
  { health, rowSecurityLack, replicas }: Pick<Store, 'health' | 'rowSecurityLack' | 'replicas'>,
  worker = 1,
): void => {
  health.watch(logStorage(log));
  replicas?.watch(buildReplicaLog(log));
  // The service works without it.
  if (rowSecurityLack === undefined || worker !== 1) return;
  log.warn(
    {},
    `${rowSecurityLack}: only the queries of the service keep workspaces apart. To have PostgreSQL check them too, see "Row-level security" in docs/scaling.md`,
  );
};

const logStorage =
  (log: StoreLog) =>
  ({ fault, isStopped, cause }: StorageNews): void => {
    if (fault === undefined) log.info({}, 'storage serves again');
    else log.error({ err: cause, storage: fault, isStopped }, 'storage failed');
  };

/** Once for each reason, not for each read. */
const buildReplicaLog = (log: StoreLog): ((news: ReplicaNews) => void) => {
  const refusals = new Map<string, ReplicaNews['refusal']>();
  return ({ address, refusal, cause }) => {
    const before = refusals.get(address);
    refusals.set(address, refusal);
    if (refusal === before) return;
    if (refusal === undefined) log.info({ replica: address }, 'a read replica is used again');
    else log.warn({ replica: address, refusal, cause }, 'a read replica is not used; the primary is read');
  };
};
