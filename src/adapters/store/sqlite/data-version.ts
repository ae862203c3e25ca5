// Tells whether anything was committed, by any connection or process. Called for each request, so it never throws.

import type { Connection } from './connection.ts';

export interface DataVersion {
  read(): number;
  /** The next call reads the version again. */
  forget(): void;
}

/**
 * SQLite counts, for each connection, the commits of all others. The reading connection never writes. Read at most once per
 * millisecond: a commit of another process may be noticed that much later, which saves dozens of reads.
 */
export const buildVersion = (reader: Connection): DataVersion => {
  const statement = reader.database.prepare('pragma data_version');
  let known = 0;
  let refusals = 0;
  let readAt = Number.NaN;
  return {
    read: () => {
      const tick = Date.now();
      if (tick !== readAt) {
        try {
          known = Number(statement.get()?.['data_version'] ?? 0);
        } catch {
          // Unknown, so cached values do not count as current. The next read reports the error.
          refusals += 1;
        }
        readAt = tick;
      }
      return known + refusals;
    },
    forget: () => {
      readAt = Number.NaN;
    },
  };
};
