// Lists the products of a catalog by how many visitors they had.

import {
  type listProductVisitors as contract,
  PRODUCT_VISITORS_LIMIT,
} from '../../contract/events/list-product-visitors.ts';
import type { EventStore } from '../../domain/events/event-ports.ts';
import type { EventCounts } from '../../domain/events/product-event.ts';
import { resourceNotFound } from '../../domain/failures/failures.ts';
import { type Allowance, type Meter, REQUEST_UNITS_MAX } from '../../domain/limits/request-budget.ts';
import type { ResourceStore } from '../../domain/manage/managed-resource.ts';
import { recordableTerm } from '../../domain/terms/popular-terms.ts';
import { pageOf } from '../page.ts';
import { pickFirst } from '../pick-first.ts';
import { readDays } from '../read-days.ts';
import type { MovableUseCase } from '../use-case.ts';

interface Dependencies {
  readonly eventStore: Pick<EventStore, 'countVisitors'>;
  readonly resources: Pick<ResourceStore, 'findResource'>;
  readonly meter: Meter;
  readonly now: () => Date;
}

const ALLOWANCE: Allowance = { units: REQUEST_UNITS_MAX, part: 'list', advice: 'list fewer days' };

export const buildListProductVisitors =
  ({ eventStore, resources, meter, now }: Dependencies): MovableUseCase<typeof contract> =>
  async ({ scope }, { params, query }) => {
    const page = pageOf(query, PRODUCT_VISITORS_LIMIT.default);
    const { type = 'view', environment_id: environmentId } = query;
    const days = readDays(query, now().getTime());
    const { tenantId, workspaceId } = scope;
    const catalogId = params.catalog_id.toLowerCase();
    for (const [kind, id] of [
      ['catalog', catalogId],
      ['environment', environmentId],
    ] as const) {
      const found = await resources.findResource({ tenantId, workspaceId }, kind, { id });
      if (found === undefined) throw resourceNotFound(kind);
    }
    // A term that is never recorded led to nothing.
    const term = query.search_term === undefined ? undefined : recordableTerm(query.search_term);
    if (query.search_term !== undefined && term === undefined) return { total_count: 0, items: [] };
    const place = { tenantId, workspaceId, environmentId, catalogId };
    return meter.run(place, ALLOWANCE, async (budget) => {
      const counts = await eventStore.countVisitors(place, { ...days, term }, budget);
      const ranked = await pickFirst(counts, page.skip + page.limit, byVisitors(type), budget);
      return { total_count: counts.size, items: ranked.slice(page.skip).map(toItem) };
    });
  };

type Counted = readonly [productId: string, visitors: EventCounts];

/** Most visitors first; ties by id. */
const byVisitors =
  (type: keyof EventCounts) =>
  ([a, one]: Counted, [b, other]: Counted): number =>
    other[type] - one[type] || (a < b ? -1 : 1);

const toItem = ([productId, visitors]: Counted) => ({
  product_id: productId,
  visitors: { ...visitors },
});
