// The ports for limits: what a store is given, and what it reports.

import type { WorkspaceScope } from '../access/scope.ts';
import type { CountedKind, LimitName, Limits, LimitUsage } from './limits.ts';

/** A limit that is now nearly reached. */
export interface NearLimit {
  /** The workspace that wrote. */
  readonly workspace: WorkspaceScope;
  readonly limit: LimitName;
  readonly allowed: number;
  readonly used: number;
}

export interface LimitSettings {
  readonly limits: Limits;
  /** Called once per workspace and limit, after the commit that came near it. */
  readonly onNear?: ((near: NearLimit) => void) | undefined;
}

export interface UsageStore {
  /** Every limit with the usage of the workspace; for limits of a tenant, with that of the tenant. */
  readUsage(workspace: WorkspaceScope): Promise<readonly LimitUsage[]>;
  /** What the workspace stores, read from its counters: each kind that it has, and the place (catalog or form) of what is in one. */
  readCounters(workspace: WorkspaceScope): Promise<readonly KindCount[]>;
}

export interface KindCount {
  readonly kind: CountedKind;
  /** A catalog or a form; `''` for the workspace itself. */
  readonly place: string;
  readonly objects: number;
  readonly bytes: number;
}
