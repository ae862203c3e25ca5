// Whether anything was committed, by anyone. Asked for every request, so it never throws.

import type { Connection } from './connection.ts';

export interface DataVersion {
  read(): number;
  /** Looks again at once. */
  forget(): void;
}

/**
 * SQLite counts, for each connection, the commits of all others; nothing is ever written through the reading one. Asked once
 * in a tick of the clock: for a millisecond a commit of another process may go unnoticed, which spares dozens of reads.
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
          // Nobody can say: nothing that is remembered may be taken for current. Whoever reads learns why.
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
