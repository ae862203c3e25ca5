// Picks the store adapter, for one store or for a copy between two. Separate from compose.ts, so that threads that only need
// the store do not load a web server.

import { findVisitorSecret } from './adapters/store/access/visitor-secret.ts';
import { BackupFault } from './adapters/store/backup/backup-format.ts';
import { type BackupFile, openBackup } from './adapters/store/backup/read-backup.ts';
import {
  type BackupSummary,
  CHAIN_MAX_FILES,
  checkChain,
  type OpenChain,
  openChain,
} from './adapters/store/backup/read-chain.ts';
import { type RestoreOptions, restoreBackup } from './adapters/store/backup/restore-backup.ts';
import { backupLines, buildHeader } from './adapters/store/backup/write-backup.ts';
import { type CopyProgress, type CopyReport, copyStore } from './adapters/store/copy/copy-store.ts';
import { assertNoCopyUnderWay, CopyRefused } from './adapters/store/copy/incomplete-copy.ts';
import { migrate, readMigration } from './adapters/store/migrations/migrate.ts';
import type { RefusedRole } from './adapters/store/postgres/role-rights.ts';
import type { StoreSettings } from './adapters/store/prepare-store.ts';
import type { Engine } from './adapters/store/sql/engine.ts';
import { hasSqliteFile, isSqliteFileInUse, openSqliteEngine } from './adapters/store/sqlite/open-engine.ts';
import { openSqliteStore } from './adapters/store/sqlite/open-sqlite-store.ts';
import { findSecretFile, replaceSecretFile } from './adapters/store/sqlite/secret-file.ts';
import type { StorageShare } from './adapters/store/storage-health.ts';
import type { Store } from './adapters/store/store.ts';
import { defaultLimits } from './domain/limits/limits.ts';
import type { LimitSettings } from './domain/limits/usage-ports.ts';

export type { BackupFile, BackupSummary, CopyReport, RefusedRole, StorageShare, Store };
export { BackupFault, CHAIN_MAX_FILES, CopyRefused, checkChain, openBackup };

export interface StoreOptions extends Omit<StoreSettings, 'limits'>, Partial<LimitSettings> {
  readonly dataDir: string;
  /** A PostgreSQL database, in place of a file in the data folder. */
  readonly storeUrl?: string | undefined;
  /** Standbys of that database, for work that reads much. */
  readonly storeReplicaUrls?: readonly string[] | undefined;
  /** To that database. Few if absent: enough for a thread or a command. */
  readonly storeConnections?: number;
}

const FEW_CONNECTIONS = 2;

/** Without `limits`, the defaults apply. */
export const openStore = async ({
  dataDir,
  storeUrl,
  storeReplicaUrls: replicaUrls,
  storeConnections: connections = FEW_CONNECTIONS,
  storage,
  metrics,
  limits = defaultLimits,
  onNear,
  lease,
}: StoreOptions): Promise<Store> => {
  const shared = { storage, metrics, limits: { limits, onNear }, lease };
  if (storeUrl === undefined) return openSqliteStore({ dataDir, ...shared });
  // The driver is loaded only where it is needed.
  const { openPostgresStore } = await import('./adapters/store/postgres/open-postgres-store.ts');
  return openPostgresStore({ url: storeUrl, server: { connections, replicaUrls }, ...shared });
};

/** Migrates the PostgreSQL database, and lets the role use it. Returns why the role was refused. */
export const prepareDatabase = async (
  url: string,
  role: string | undefined,
): Promise<RefusedRole | undefined> => {
  const { prepareDatabase: prepare } = await import('./adapters/store/postgres/prepare-database.ts');
  return prepare(url, role);
};

/** A data folder with a SQLite file, or a PostgreSQL database. */
type StoreAddress = { readonly dataDir: string } | { readonly url: string };

/** Copies everything. See `copyStore`. */
export const copyBetween = async (
  from: StoreAddress,
  to: StoreAddress,
  options: { readonly overwrite: boolean; readonly onProgress: (progress: CopyProgress) => void },
): Promise<CopyReport> => {
  if ('dataDir' in from && !hasSqliteFile(from.dataDir)) throw new CopyRefused('no_source');
  await assertUnused(to);
  const source = await openEngine(from);
  try {
    const target = await openEngine(to);
    try {
      const visitorSecret = 'dataDir' in from ? await findSecretFile(from.dataDir) : undefined;
      return await copyStore(source, target, { ...options, visitorSecret });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

/** The lines of a backup: one committed state of everything, while others write. `since`: a chain, of which only changes are written. */
export async function* backUp(
  from: StoreAddress,
  since: readonly BackupFile[],
  onRows: (table: string, rows: number) => void,
): AsyncGenerator<string> {
  if ('dataDir' in from && !hasSqliteFile(from.dataDir)) throw new CopyRefused('no_source');
  const source = await openEngine(from);
  let chain: OpenChain | undefined;
  try {
    if (source.rowSecurity?.isScoped === true) throw new CopyRefused('source_not_owned');
    await migrate(source);
    await assertNoCopyUnderWay(source);
    const secret =
      'dataDir' in from ? await findSecretFile(from.dataDir) : await findVisitorSecret(source.reads);
    const last = since.at(-1);
    chain = last === undefined ? undefined : await openChain(since);
    const snapshot = await source.openSnapshot();
    try {
      const header = buildHeader(
        {
          migration: await readMigration(snapshot.db),
          createdAt: new Date().toISOString(),
          visitorSecret: secret?.toString('base64url'),
        },
        last && chain && { id: chain.header.id, path: last.name },
      );
      yield* backupLines(snapshot.db, header, onRows, chain);
    } finally {
      await snapshot.close();
    }
  } finally {
    await chain?.close();
    await source.close();
  }
}

/** See `restoreBackup`. */
export const restoreInto = async (
  to: StoreAddress,
  summary: BackupSummary,
  files: readonly BackupFile[],
  options: Omit<RestoreOptions, 'keepSecret'>,
): Promise<void> => {
  await assertUnused(to);
  const target = await openEngine(to);
  try {
    await restoreBackup(target, summary, files, {
      ...options,
      ...('dataDir' in to ? { keepSecret: (secret) => replaceSecretFile(to.dataDir, secret) } : {}),
    });
  } finally {
    await target.close();
  }
};

/** Whoever is at work there would go on with what it has read. */
const assertUnused = async (address: StoreAddress): Promise<void> => {
  if (await isStoreInUse(address)) throw new CopyRefused('target_in_use');
};

/** Whether someone else has it open, a service or a command. */
export const isStoreInUse = async (address: StoreAddress): Promise<boolean> => {
  if ('dataDir' in address) return isSqliteFileInUse(address.dataDir);
  const { isDatabaseInUse } = await import('./adapters/store/postgres/in-use.ts');
  return isDatabaseInUse(address.url);
};

/** The number of the newest migration that the store has; 0 if it is empty. Migrates nothing. */
export const readStoreMigration = async (address: StoreAddress): Promise<number> => {
  const engine = await openEngine(address);
  try {
    return await readMigration(engine.reads);
  } finally {
    await engine.close();
  }
};

const openEngine = async (address: StoreAddress): Promise<Engine> => {
  if ('dataDir' in address) return openSqliteEngine(address.dataDir);
  const { openPostgresEngine } = await import('./adapters/store/postgres/open-engine.ts');
  return openPostgresEngine(address.url, { connections: FEW_CONNECTIONS });
};
