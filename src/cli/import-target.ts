// Where files of another system are imported to, by the options of a command. Tenant and workspace must exist.

import type { WorkspaceScope } from '../domain/access/scope.ts';
import type { ImportTarget } from '../domain/manage/import-job.ts';
import type { ResourceStore } from '../domain/manage/managed-resource.ts';
import { chooseImportTarget, type TargetProblem } from '../operations/manage/choose-import-target.ts';
import { type CommandArguments, CommandError, UsageError } from './command.ts';

export const readTarget = async (
  store: ResourceStore,
  scope: WorkspaceScope,
  args: CommandArguments,
  needsCatalog: boolean,
): Promise<ImportTarget> => {
  await findScope(store, scope);
  const wish = {
    needsCatalog,
    catalogId: args.text('catalog'),
    environmentIds: args.list('environment'),
    locale: args.text('locale'),
    currency: args.text('currency'),
  };
  return chooseImportTarget(store, scope, wish, (problem) => refusalOf(problem, scope));
};

const findScope = async (store: ResourceStore, { tenantId, workspaceId }: WorkspaceScope): Promise<void> => {
  const tenant = await store.findResource({ tenantId, workspaceId: '' }, 'tenant', { id: tenantId });
  if (tenant === undefined) {
    throw new CommandError(
      `there is no tenant ${tenantId}; "vitrine tenant list" lists them, "vitrine tenant put ${tenantId} --set name=NAME" creates it`,
    );
  }
  const workspace = await store.findResource({ tenantId, workspaceId }, 'workspace', { id: workspaceId });
  if (workspace === undefined) {
    throw new CommandError(
      `there is no workspace ${tenantId}/${workspaceId}; "vitrine workspace list --tenant ${tenantId}" lists them, "vitrine workspace put ${workspaceId} --tenant ${tenantId} --set name=NAME" creates it`,
    );
  }
};

const refusalOf = (problem: TargetProblem, { tenantId, workspaceId }: WorkspaceScope): Error => {
  const command = (kind: string, verb: string): string =>
    `"vitrine ${kind} ${verb} --tenant ${tenantId} --workspace ${workspaceId}"`;
  switch (problem.kind) {
    case 'unknown-catalog':
      return new CommandError(`there is no catalog ${problem.id}; ${command('catalog', 'list')} lists them`);
    case 'several-catalogs':
      return new UsageError(
        `missing --catalog: the workspace has ${problem.total}; ${command('catalog', 'list')} lists them`,
      );
    case 'no-catalog':
      return new CommandError(
        `the workspace has no catalog; ${command('catalog', 'create --set name=NAME')} creates one`,
      );
    case 'unknown-environment':
      return new CommandError(
        `there is no environment ${problem.id}; ${command('environment', 'list')} lists them`,
      );
    default:
      return new UsageError(
        'missing --environment: the workspace has several; "environment list" shows them',
      );
  }
};
