// Tells whether anything was committed, by any connection or process. Called for each request, so it never throws.

import type { Connection } from './connection.ts';

export interface DataVersion {
  read(): number;
  /** The next call reads the version again. */
  forget(): void;
}

/** How much later a commit of another process may be noticed. Reading once per millisecond took 3 % of a busy process. */
const READ_EVERY_MS = 5;

/** SQLite counts, for each connection, the commits of all others. The reading connection never writes. */
export const buildVersion = (reader: Connection): DataVersion => {
  const statement = reader.database.prepare('pragma data_version');
  let known = 0;
  let refusals = 0;
  let readAt = Number.NaN;
  return {
    read: () => {
      const now = performance.now();
      // Also when nothing was read yet.
      if (!(now < readAt + READ_EVERY_MS)) {
        try {
          known = Number(statement.get()?.['data_version'] ?? 0);
        } catch {
          // Unknown, so cached values do not count as current. The next read reports the error.
          refusals += 1;
        }
        readAt = now;
      }
      return known + refusals;
    },
    forget: () => {
      readAt = Number.NaN;
    },
  };
};
