// What a store needs to know of limits, and what it tells of them.

import type { WorkspaceScope } from '../access/scope.ts';
import type { LimitName, Limits, LimitUsage } from './limits.ts';

/** A limit that has just become near. */
export interface NearLimit {
  /** Whose write it was. */
  readonly workspace: WorkspaceScope;
  readonly limit: LimitName;
  readonly allowed: number;
  readonly used: number;
}

export interface LimitSettings {
  readonly limits: Limits;
  /** Called once for a workspace and a limit, after the commit that brought it near. */
  readonly onNear?: ((near: NearLimit) => void) | undefined;
}

export interface UsageStore {
  /** Every limit, with what the workspace uses of it and, of those of its tenant, what the tenant does. */
  readUsage(workspace: WorkspaceScope): Promise<readonly LimitUsage[]>;
}
