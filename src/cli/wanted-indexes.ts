// Which indexes a command is about, and how they are named.

import type { IndexId } from '../cli-inspect.ts';
import type { Store } from '../open-store.ts';
import type { CommandArguments } from './command.ts';
import { showText } from './print.ts';

export const isWanted = ({ scope, catalogId }: IndexId, args: CommandArguments): boolean =>
  (args.text('tenant') ?? scope.tenantId) === scope.tenantId &&
  (args.text('workspace') ?? scope.workspaceId) === scope.workspaceId &&
  (args.text('catalog') ?? catalogId) === catalogId;

export const nameOf = ({ scope, catalogId }: IndexId): string =>
  showText(`${scope.tenantId}/${scope.workspaceId}/${scope.environmentId} ${catalogId}`);

export const placeOf = ({ index: { scope, catalogId } }: { readonly index: IndexId }) => ({
  tenant_id: scope.tenantId,
  workspace_id: scope.workspaceId,
  environment_id: scope.environmentId,
  catalog_id: catalogId,
});

/** Those of the store that `args` name. */
export const listWanted = async (store: Store, args: CommandArguments): Promise<IndexId[]> => {
  const wanted: IndexId[] = [];
  for (const workspace of await store.listHeads())
    wanted.push(...(await store.listPlaces(workspace)).filter((index) => isWanted(index, args)));
  return wanted;
};
