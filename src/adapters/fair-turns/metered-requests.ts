// Requests with a budget each: what they may cost in all, and fair turns among workspaces while they spend it.

import { tooMuchAsked } from '../../domain/failures.ts';
import type { Meter } from '../../domain/request-budget.ts';
import type { WorkTurns } from './work-turns.ts';

export const buildMeter = (turns: WorkTurns): Meter => ({
  run: async ({ tenantId, workspaceId }, { units, part, advice }, work) => {
    const turn = turns.begin(JSON.stringify([tenantId, workspaceId]));
    let left = units;
    try {
      return await work({
        spend: (cost) => {
          left -= cost;
          if (left < 0) throw tooMuchAsked(part, advice);
        },
        pause: turn.pause,
      });
    } finally {
      turn.end();
    }
  },
});
