// Imports files of another system into the workspace of the caller: finds out where to, and leaves the rest to a thread. Nothing of
// the body is read before the target is known.

import type { manageImportFiles as contract } from '../../contract/manage/manage-import-files.ts';
import {
  type Failure,
  invalidInput,
  missingParameter,
  resourceNotFound,
} from '../../domain/failures/failures.ts';
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
    refuseUnusedPrefixes(query);
    const { needsCatalog } = importFormats[format];
    const wish = { needsCatalog, catalogId, environmentIds, locale, currency };
    const job = {
      format,
      scope,
      target: {
        ...(await chooseImportTarget(resources, scope, wish, refusalOf)),
        idPrefix: query.id_prefix,
        oldIdPrefix: query.old_id_prefix,
      },
      keepGoing: query.keep_going === true,
      isDryRun: query.dry_run === true,
      prunes: query.prune === true,
      isOperator: caller.isOperator,
    };
    return runImport(job, body);
  };

/** Only items of WordPress have ids that are made from numbers. */
const refuseUnusedPrefixes = ({
  from,
  prune,
  id_prefix: idPrefix,
  old_id_prefix: oldIdPrefix,
}: Parameters<UseCase<typeof contract>>[1]['query']): void => {
  if (from !== 'wxr' && idPrefix !== undefined)
    throw invalidInput('not_allowed', 'id_prefix', 'id_prefix is for from=wxr only');
  if (oldIdPrefix === undefined) return;
  if (from !== 'wxr' || prune !== true)
    throw invalidInput('not_allowed', 'old_id_prefix', 'old_id_prefix is for from=wxr with prune=true only');
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
