// The scope of a command: the tenant, workspace and environment in its options, with the operator as the caller.

import { type CliServices, openCliServices } from '../cli-services.ts';
import { loadConfig } from '../config.ts';
import type { Caller } from '../domain/access/caller.ts';
import { type CommandArguments, CommandError, type OptionSpec, textOption, UsageError } from './command.ts';

/**
 * `none`: the operation names its scope itself. `any-environment`: any environment of the workspace will do.
 * `environment`: the given one, or the only one of the workspace.
 */
export type Place = 'none' | 'workspace' | 'any-environment' | 'environment';

export const workspaceOptions: Readonly<Record<string, OptionSpec>> = {
  tenant: textOption('TENANT', 'Tenant to work in.', true),
  workspace: textOption('WORKSPACE', 'Workspace to work in.', true),
};

export const environmentOption: Readonly<Record<string, OptionSpec>> = {
  environment: textOption('ENVIRONMENT', 'Environment to use. Default: the only one of the workspace.'),
};

export const withServices = async <T>(work: (services: CliServices) => Promise<T>): Promise<T> => {
  const services = await openCliServices(loadConfig());
  try {
    return await work(services);
  } finally {
    await services.close();
  }
};

export const readWorkspace = (args: CommandArguments) => ({
  tenantId: args.text('tenant') ?? '',
  workspaceId: args.text('workspace') ?? '',
});

export const readPlace = async (
  place: Place,
  args: CommandArguments,
  services: CliServices,
): Promise<Caller> => {
  if (place === 'none') return services.operatorIn({ tenantId: '', workspaceId: '', environmentId: '' });
  const workspace = readWorkspace(args);
  if (place === 'workspace') return services.operatorIn({ ...workspace, environmentId: '' });
  const given = place === 'environment' ? args.text('environment') : undefined;
  const environmentId = given ?? (await chooseEnvironment(place, args, services));
  const caller = await services.operatorIn({ ...workspace, environmentId });
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
  { store }: CliServices,
): Promise<string> => {
  const workspace = readWorkspace(args);
  const page = { skip: 0, limit: 2 };
  const { items } = await store.listResources(workspace, 'environment', {}, page, undefined);
  const [first, second] = items;
  if (first === undefined) {
    throw new CommandError(`there is no workspace ${nameOf(workspace)}, or it has no environment`);
  }
  if (second !== undefined && place === 'environment') {
    throw new UsageError('missing --environment: the workspace has several; "environment list" shows them');
  }
  return String(first.object['id']);
};
