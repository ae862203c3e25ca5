// Gives each request a budget: a limit of its total cost, and fair time slices among workspaces.

import { tooMuchAsked } from '../../domain/failures/failures.ts';
import type { Meter } from '../../domain/limits/request-budget.ts';
import type { TimeSlices } from './time-slices.ts';

/** `mayLeave` is asked when a request has taken long: whether it goes on in another thread. By default none does. */
export const buildMeter = (slices: TimeSlices, mayLeave?: () => boolean): Meter => ({
  run: async ({ tenantId, workspaceId }, { units, part, advice }, work) => {
    const request = slices.begin(JSON.stringify([tenantId, workspaceId]), mayLeave);
    let left = units;
    try {
      return await work({
        spend: (cost) => {
          left -= cost;
          if (left < 0) throw tooMuchAsked(part, advice);
        },
        pause: request.pause,
        releasePermit: request.releasePermit,
      });
    } finally {
      request.end();
    }
  },
});
