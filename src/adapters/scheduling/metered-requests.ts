// Gives each request a budget: a limit of its total cost, and fair time slices among workspaces.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { tooMuchAsked } from '../../domain/failures/failures.ts';
import type { Meter } from '../../domain/limits/request-budget.ts';
import type { TimeSlices } from './time-slices.ts';

export interface OtherThread {
  /** Asked when a request has taken long: whether it leaves this thread. Absent: none does. */
  readonly mayLeave?: () => boolean;
  /** See `RequestBudget`. */
  readonly matchAside?: (
    workspace: WorkspaceScope,
    pattern: string,
    text: string,
  ) => Promise<boolean | undefined> | undefined;
  /** Called at the end of a request with the units that it spent here. */
  readonly onSpent?: (tenantId: string, units: number) => void;
}

export const buildMeter = (
  slices: TimeSlices,
  { mayLeave, matchAside, onSpent }: OtherThread = {},
): Meter => ({
  run: async (workspace, { units, part, advice }, work) => {
    const { tenantId, workspaceId } = workspace;
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
        ...(matchAside === undefined
          ? {}
          : { matchAside: (pattern, text) => matchAside(workspace, pattern, text) }),
      });
    } finally {
      request.end();
      onSpent?.(tenantId, units - left);
    }
  },
});
