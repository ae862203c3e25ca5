// All resources of a kind in a workspace, page by page. A page may hold fewer than asked for, if its documents are long, so the total
// says when they are all there.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { ResourceKind, ResourceObject, ResourceStore } from '../../domain/manage/managed-resource.ts';

const PAGE = 1_000;

export async function* everyResource(
  store: Pick<ResourceStore, 'listResources'>,
  workspace: WorkspaceScope,
  kind: ResourceKind,
): AsyncGenerator<ResourceObject> {
  for (let skip = 0; ; ) {
    const page = { skip, limit: PAGE };
    const { items, total } = await store.listResources(workspace, kind, {}, page, undefined);
    for (const { object } of items) yield object;
    skip += items.length;
    if (items.length === 0 || skip >= total) return;
  }
}
