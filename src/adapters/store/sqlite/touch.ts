// A change that changes nothing but is written to the journal.

import type { Connection } from './connection.ts';

/** Call it within a transaction. */
export const touch = (connection: Connection): void => {
  const [row] = connection.run('pragma user_version', []).rows as { readonly user_version: number }[];
  // The same number: SQLite writes it without comparing.
  connection.run(`pragma user_version = ${row?.user_version ?? 0}`, []);
};
