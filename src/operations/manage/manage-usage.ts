// Returns every limit of a workspace and how much of it is used.

import type { manageUsage as contract } from '../../contract/manage/manage-usage.ts';
import { isNear, settingOf } from '../../domain/limits/limits.ts';
import type { UsageStore } from '../../domain/limits/usage-ports.ts';
import type { ResourceStore } from '../../domain/manage/managed-resource.ts';
import { requireWorkspace } from '../access/require-workspace.ts';
import type { UseCase } from '../use-case.ts';

export interface UsageDependencies {
  readonly usage: UsageStore;
  readonly resources: ResourceStore;
}

export const buildManageUsage =
  ({ usage, resources }: UsageDependencies): UseCase<typeof contract> =>
  async (caller) => {
    await requireWorkspace(caller, resources);
    const { tenantId, workspaceId } = caller.scope;
    const limits = await usage.readUsage({ tenantId, workspaceId });
    return {
      items: limits.map(({ limit, allowed, used, fullest }) => ({
        limit,
        allowed,
        used: used ?? null,
        near: used !== undefined && isNear(allowed, used),
        fullest: fullest ?? null,
        setting: settingOf(limit),
      })),
    };
  };
