// The popularity of products as events give it (Decision 0073). Search indexes learn of a change by the feed.

import type { EventStore } from '../../../domain/events/event-ports.ts';
import type { ScoreChange } from '../../../domain/events/popularity.ts';
import type { EventPlace } from '../../../domain/events/product-event.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { type FeedWriter, writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import { findCatalogEnvironments } from '../search/all-catalogs.ts';
import { readDocument } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

const ROWS_AT_ONCE = 500;
/** In one transaction, with the documents of the products. */
const CHANGES_AT_ONCE = 50;

export const buildScoreStore = (
  engine: CountingEngine,
): Pick<EventStore, 'readScores' | 'changeScores' | 'hasAttribute'> => {
  const { reads } = engine;
  const scoresAfter = prepareInWorkspace(
    reads,
    { catalogId: '', environmentId: '', after: '' },
    (workspace, value) =>
      workspace
        .selectFrom('product_popularity')
        .select(['product_id', 'score'])
        .where('catalog_id', '=', value.catalogId)
        .where('environment_id', '=', value.environmentId)
        .where('product_id', '>', value.after)
        .orderBy('product_id')
        .limit(ROWS_AT_ONCE),
  );
  return {
    async readScores({ tenantId, workspaceId, environmentId, catalogId }) {
      const yieldIfDue = buildYield();
      const scores = new Map<string, number>();
      let after: string | undefined = '';
      while (after !== undefined) {
        const where = { tenantId, workspaceId, environmentId, catalogId, after };
        const rows: { product_id: string; score: number }[] = await scoresAfter.all(reads, where);
        for (const row of rows) scores.set(row.product_id, row.score);
        after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.product_id;
        await yieldIfDue();
      }
      return scores;
    },

    async changeScores(place, changes) {
      const yieldIfDue = buildYield();
      for (let start = 0; start < changes.length; start += CHANGES_AT_ONCE) {
        const some = changes.slice(start, start + CHANGES_AT_ONCE);
        await writeWithFeed(engine, (tx, feed) => writeScores(tx, feed, place, some));
        await yieldIfDue();
      }
    },

    async hasAttribute({ catalogId, ...workspace }, name) {
      const row = await inWorkspace(reads, workspace)
        .selectFrom('usage_attribute')
        .select('products')
        .where('catalog_id', '=', catalogId)
        .where('name', '=', name)
        .executeTakeFirst();
      return row !== undefined && row.products > 0;
    },
  };
};

const writeScores = async (
  tx: Db,
  feed: FeedWriter,
  place: EventPlace,
  changes: readonly ScoreChange[],
): Promise<void> => {
  await feed.lock(place);
  // Counting takes time: the catalog may have been deleted meanwhile.
  if ((await findCatalogEnvironments(tx, place)) === undefined) return;
  const shown = await listScored(
    tx,
    place,
    changes.map(({ productId }) => productId),
  );
  for (const change of changes) {
    await writeScore(tx, place, change);
    // Of other products, no result changes.
    if (shown.has(change.productId))
      await feed.append(place, { kind: 'product', catalogId: place.catalogId, id: change.productId });
  }
};

/** The products that exist and have no popularity of their own. */
const listScored = async (
  tx: Db,
  { catalogId, ...workspace }: EventPlace,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await inWorkspace(tx, workspace)
    .selectFrom('product')
    .select(['product_id', 'doc'])
    .where('catalog_id', '=', catalogId)
    .where('product_id', 'in', [...ids])
    .execute();
  const scored = rows.filter(({ doc }) => readDocument<'product'>(doc).popularity === undefined);
  return new Set(scored.map((row) => row.product_id));
};

const writeScore = async (
  tx: Db,
  { catalogId, environmentId, ...workspaceScope }: EventPlace,
  { productId, score }: ScoreChange,
): Promise<void> => {
  const workspace = inWorkspace(tx, workspaceScope);
  if (score === undefined) {
    await workspace
      .deleteFrom('product_popularity')
      .where('catalog_id', '=', catalogId)
      .where('environment_id', '=', environmentId)
      .where('product_id', '=', productId)
      .execute();
    return;
  }
  await workspace
    .insertInto('product_popularity')
    .values({ catalog_id: catalogId, environment_id: environmentId, product_id: productId, score })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'workspace_id', 'catalog_id', 'environment_id', 'product_id'])
        .doUpdateSet({ score }),
    )
    .execute();
};
