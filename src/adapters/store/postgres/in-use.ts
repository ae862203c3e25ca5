// Whether a service or command is connected to the database, by the names that all of them give their sessions. No lease tells it: work under one
// is short, and only one node holds it.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from './connections.ts';

/** A session that was just closed may still be listed. */
const ENDING_MAX_MS = 2_000;
const PAUSE_MS = 50;

const OTHERS = `select count(*)::int as sessions from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and split_part(application_name, ' ', 1) = 'vitrine'`;

/** Whatever is wrong with the database is told by whoever opens it next. */
export const isDatabaseInUse = async (url: string): Promise<boolean> => {
  const client = await openClient(url, 'vitrine look').catch(() => undefined);
  if (client === undefined) return false;
  try {
    return await hasOthers(client);
  } finally {
    await client.end().catch(() => {});
  }
};

const hasOthers = async (client: pg.Client): Promise<boolean> => {
  const until = performance.now() + ENDING_MAX_MS;
  for (;;) {
    const { rows } = await client.query<{ sessions: number }>(OTHERS);
    if (rows[0]?.sessions === 0) return false;
    if (performance.now() >= until) return true;
    await sleep(PAUSE_MS);
  }
};
