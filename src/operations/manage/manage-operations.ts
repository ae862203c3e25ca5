// Builds every use case of the management interface, by the name of its operation.

import type { tokenOperations } from '../../contract/access/manage-tokens.ts';
import { manageBulk, manageBulkDelete } from '../../contract/manage/manage-bulk.ts';
import { manageImportFiles } from '../../contract/manage/manage-import-files.ts';
import { manageName, manageVerbs } from '../../contract/manage/manage-operations.ts';
import { managedKinds } from '../../contract/manage/manage-resources.ts';
import { manageUsage } from '../../contract/manage/manage-usage.ts';
import type { Operation } from '../../contract/operation.ts';
import type { BulkAction, RunBulk } from '../../domain/manage/bulk-lines.ts';
import {
  buildCreateToken,
  buildGetToken,
  buildListTokens,
  buildRevokeToken,
  type TokenDependencies,
} from '../access/manage-tokens.ts';
import type { UseCase } from '../use-case.ts';
import { buildManageImportFiles, type ImportDependencies } from './manage-import-files.ts';
import { buildResourceUseCase, type ResourceDependencies } from './manage-resources.ts';
import { buildManageUsage, type UsageDependencies } from './manage-usage.ts';

export interface ManageDependencies
  extends ResourceDependencies,
    TokenDependencies,
    UsageDependencies,
    ImportDependencies {
  readonly runBulk: RunBulk;
}

type TokenUseCases = {
  readonly [Name in keyof typeof tokenOperations]: UseCase<(typeof tokenOperations)[Name]>;
};

const buildBulk =
  (action: BulkAction, { runBulk }: ManageDependencies): UseCase<typeof manageBulk> =>
  async ({ scope, isOperator }, { query, body: { bytes, gone } }) => {
    const { tenantId, workspaceId } = scope;
    const allowsDuplicates = query.allow_duplicates === true;
    return runBulk(action, { tenantId, workspaceId, isOperator, allowsDuplicates }, bytes, gone);
  };

/** Has exactly the names of `manageOperations` in the contract. */
export const buildManageOperations = (
  dependencies: ManageDependencies,
): Readonly<Record<string, UseCase<Operation>>> => {
  const resources = managedKinds.flatMap((row) =>
    manageVerbs.map(
      (verb) => [manageName(verb, row), buildResourceUseCase[verb](row, dependencies)] as const,
    ),
  );
  const tokens: TokenUseCases = {
    'manage-list-tokens': buildListTokens(dependencies),
    'manage-create-token': buildCreateToken(dependencies),
    'manage-get-token': buildGetToken(dependencies),
    'manage-revoke-token': buildRevokeToken(dependencies),
  };
  const useCases = {
    ...Object.fromEntries(resources),
    ...tokens,
    [manageBulk.name]: buildBulk('write', dependencies),
    [manageBulkDelete.name]: buildBulk('delete', dependencies),
    [manageImportFiles.name]: buildManageImportFiles(dependencies),
    [manageUsage.name]: buildManageUsage(dependencies),
  };
  // Safe: the input of each use case is validated by the schemas of the operation with the same name.
  return useCases as unknown as Readonly<Record<string, UseCase<Operation>>>;
};
