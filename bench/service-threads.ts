// How many search threads the service is started with, if it has that setting.

import { configVariables } from '../src/config.ts';
import type { Options } from './options.ts';

const THREADS = 'VITRINE_SEARCH_THREADS';

/** A service rejects unknown variables: one without this setting does not get it. */
export const threadVariables = (
  { threads }: Pick<Options, 'threads'>,
  say: (line: string) => void,
): Readonly<Record<string, string>> => {
  if (threads === undefined) return {};
  if (configVariables.some(({ name }) => name === THREADS)) return { [THREADS]: String(threads) };
  say(`The service has no ${THREADS}: --threads is left out.\n`);
  return {};
};
