// Where a command works: the tenant, workspace and environment that its options name, and the operator as the caller there.

import { loadConfig } from '../config.ts';
import type { Caller } from '../domain/caller.ts';
import { openWorkbench, type Workbench } from '../open-workbench.ts';
import { type CommandArguments, CommandError, type OptionSpec, textOption, UsageError } from './command.ts';

/**
 * `none`: the operation names its place itself. `any-environment`: every environment of the workspace would do.
 * `environment`: the one that is given, else the only one there is.
 */
export type Place = 'none' | 'workspace' | 'any-environment' | 'environment';

export const workspaceOptions: Readonly<Record<string, OptionSpec>> = {
  tenant: textOption('TENANT', 'Tenant to work in.', true),
  workspace: textOption('WORKSPACE', 'Workspace to work in.', true),
};

export const environmentOption: Readonly<Record<string, OptionSpec>> = {
  environment: textOption('ENVIRONMENT', 'Environment to look from. Default: the only one there is.'),
};

export const withWorkbench = async <T>(work: (workbench: Workbench) => Promise<T>): Promise<T> => {
  const workbench = await openWorkbench(loadConfig());
  try {
    return await work(workbench);
  } finally {
    await workbench.close();
  }
};

export const readWorkspace = (args: CommandArguments) => ({
  tenantId: args.text('tenant') ?? '',
  workspaceId: args.text('workspace') ?? '',
});

export const readPlace = async (
  place: Place,
  args: CommandArguments,
  workbench: Workbench,
): Promise<Caller> => {
  if (place === 'none') return workbench.operatorIn({ tenantId: '', workspaceId: '', environmentId: '' });
  const workspace = readWorkspace(args);
  if (place === 'workspace') return workbench.operatorIn({ ...workspace, environmentId: '' });
  const given = place === 'environment' ? args.text('environment') : undefined;
  const environmentId = given ?? (await chooseEnvironment(place, args, workbench));
  const caller = await workbench.operatorIn({ ...workspace, environmentId });
  if (caller.environment === undefined) {
    throw new CommandError(`there is no environment ${environmentId} in ${nameOf(workspace)}`);
  }
  return caller;
};

const nameOf = ({ tenantId, workspaceId }: ReturnType<typeof readWorkspace>): string =>
  `${tenantId}/${workspaceId}`;

const chooseEnvironment = async (
  place: Place,
  args: CommandArguments,
  { store }: Workbench,
): Promise<string> => {
  const workspace = readWorkspace(args);
  const page = { skip: 0, limit: 2 };
  const { items } = await store.listResources(workspace, 'environment', {}, page, undefined);
  const [first, second] = items;
  if (first === undefined) {
    throw new CommandError(`there is no workspace ${nameOf(workspace)}, or it has no environment`);
  }
  if (second !== undefined && place === 'environment') {
    throw new UsageError('missing --environment: the workspace has several');
  }
  return String(first.object['id']);
};
