// Imports files of another system into the workspace of the caller: finds out where to, and leaves the rest to a thread. Nothing of
// the body is read before the target is known.

import type { manageImportFiles as contract } from '../../contract/manage/manage-import-files.ts';
import { type Failure, missingParameter, resourceNotFound } from '../../domain/failures/failures.ts';
import { importFormats, type RunImport } from '../../domain/manage/import-job.ts';
import type { ResourceStore } from '../../domain/manage/managed-resource.ts';
import { requireWorkspace } from '../access/require-workspace.ts';
import type { UseCase } from '../use-case.ts';
import { chooseImportTarget, type TargetProblem } from './choose-import-target.ts';

export interface ImportDependencies {
  readonly resources: ResourceStore;
  readonly runImport: RunImport;
}

export const buildManageImportFiles =
  ({ resources, runImport }: ImportDependencies): UseCase<typeof contract> =>
  async (caller, { query, body }) => {
    await requireWorkspace(caller, resources);
    const { tenantId, workspaceId } = caller.scope;
    const scope = { tenantId, workspaceId };
    const { from: format, catalog_id: catalogId, environment_id: environmentIds = [] } = query;
    const { locale, currency } = query;
    const { needsCatalog } = importFormats[format];
    const wish = { needsCatalog, catalogId, environmentIds, locale, currency };
    const job = {
      format,
      scope,
      target: await chooseImportTarget(resources, scope, wish, refusalOf),
      keepGoing: query.keep_going === true,
      isDryRun: query.dry_run === true,
      prunes: query.prune === true,
      isOperator: caller.isOperator,
    };
    return runImport(job, body);
  };

const refusalOf = ({ kind }: TargetProblem): Failure => {
  switch (kind) {
    case 'unknown-catalog':
    case 'no-catalog':
      return resourceNotFound('catalog');
    case 'several-catalogs':
      return missingParameter('catalog_id');
    case 'unknown-environment':
      return resourceNotFound('environment');
    default:
      return missingParameter('environment_id');
  }
};
