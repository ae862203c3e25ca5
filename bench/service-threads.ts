// How many threads the service is told to search with, where it can be told at all.

import { configVariables } from '../src/config.ts';
import type { Options } from './options.ts';

const THREADS = 'VITRINE_SEARCH_THREADS';

/** A service refuses variables that it does not know: to one without this setting it is not given. */
export const threadVariables = (
  { threads }: Pick<Options, 'threads'>,
  say: (line: string) => void,
): Readonly<Record<string, string>> => {
  if (threads === undefined) return {};
  if (configVariables.some(({ name }) => name === THREADS)) return { [THREADS]: String(threads) };
  say(`The service has no ${THREADS}: --threads is left out.\n`);
  return {};
};
