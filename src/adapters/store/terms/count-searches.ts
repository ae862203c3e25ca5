// Counts recorded searches of a workspace, and those that found nothing.

import type { PopularTermsStore } from '../../../domain/ports.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';

export const buildCountSearches = (reads: Db): PopularTermsStore['countSearches'] => {
  const counts = prepareInWorkspace(reads, { since: '' }, (workspace, value) =>
    workspace
      .selectFrom('search_event')
      .select(({ fn }) => [
        fn.countAll<number>().as('searches'),
        fn.countAll<number>().filterWhere('total', '=', 0).as('without'),
      ])
      .where('at', '>=', value.since),
  );
  return async ({ tenantId, workspaceId }, since) => {
    const row = await counts.first(reads, { tenantId, workspaceId, since });
    return { searches: row?.searches ?? 0, withoutResult: row?.without ?? 0 };
  };
};
