// Search for a command: where the configuration says, with failures in words for those who run the service.

import type { CliSearch } from '../cli-search.ts';
import { searchServerOf } from '../config/search-server-variables.ts';
import { loadConfig } from '../config.ts';
import type { Store } from '../open-store.ts';
import { CommandError } from './command.ts';

/** A command waits longer than a shopper would. */
const DEADLINE_MS = 60_000;

export const openCommandSearch = async (store: Store): Promise<CliSearch> => {
  const config = loadConfig();
  const { dataDir, searchUrls, searchPrefix: prefix, searchWaitMs: waitMs } = config;
  const settings = { ...searchServerOf(config), searchDeadlineMs: DEADLINE_MS };
  // Loaded late: other commands do not need the search engine.
  const { openCliSearch } = await import('../cli-search.ts');
  return openCliSearch(store, {
    dataDir,
    server: searchUrls.length === 0 ? undefined : { settings, prefix, waitMs },
  });
};

const faults: Readonly<Record<string, string>> = {
  index_not_ready: 'OpenSearch was not fed with this catalog yet',
  position_not_reached: 'OpenSearch does not have the newest changes yet',
  search_unavailable: 'OpenSearch does not answer',
  deadline_exceeded: 'OpenSearch does not answer in time',
};

/** What a service tells its clients is of no use to whoever runs it. */
export const ofServer = (error: unknown): unknown => {
  const fault = faults[String((error as { readonly code?: unknown }).code)];
  return fault === undefined ? error : new CommandError(`${fault}: run "doctor", which says what to do`);
};
