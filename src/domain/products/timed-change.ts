// When the search results of a catalog change by the clock: a merchandising rule begins or ends, or products become older.

import type { CatalogContents } from '../ports.ts';
import { nextChange, ruleChanges } from './merchandising-rule.ts';
import { nextRankingChange } from './ranking-settings.ts';

/** After `at`; infinity if they do not. `changes`: those of the rules, if they are known. */
export const nextTimedChange = (
  { merchandisingRules, ranking }: Pick<CatalogContents, 'merchandisingRules' | 'ranking'>,
  at: number,
  changes: readonly number[] = ruleChanges(merchandisingRules),
): number => Math.min(nextChange(changes, at), nextRankingChange(ranking, at));
