// Requests with a budget each: what they may cost in all, and fair turns among workspaces while they spend it.

import { tooMuchAsked } from '../../domain/failures/failures.ts';
import type { Meter } from '../../domain/limits/request-budget.ts';
import type { TimeSlices } from './time-slices.ts';

export const buildMeter = (turns: TimeSlices): Meter => ({
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
