// Content items of other systems. An item has one row per locale. Locales that are not for this environment are left out;
// an item without any locale left does not exist.

import type { Scope } from '../../../domain/access/scope.ts';
import type { ContentItem, ContentText } from '../../../domain/search/content.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { readDocument, toContentText } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';

const ROWS_AT_ONCE = 250;

interface Row {
  readonly provider_id: string;
  readonly locale: string;
  readonly doc: string;
}

export interface ContentItems {
  read(scope: Scope, catalogId: string): AsyncIterable<ContentItem[]>;
  find(scope: Scope, catalogId: string, providerId: string): Promise<ContentItem | undefined>;
}

export const buildContentItems = (reads: Db): ContentItems => {
  const rowsAfter = prepareInWorkspace(
    reads,
    { catalogId: '', afterId: '', afterLocale: '' },
    (workspace, value) =>
      workspace
        .selectFrom('content_item')
        .select(['provider_id', 'locale', 'doc'])
        .where('catalog_id', '=', value.catalogId)
        .where((eb) =>
          eb(eb.refTuple('provider_id', 'locale'), '>', eb.tuple(value.afterId, value.afterLocale)),
        )
        .orderBy('provider_id')
        .orderBy('locale')
        .limit(ROWS_AT_ONCE),
  );
  const rowsOfItem = prepareInWorkspace(reads, { catalogId: '', providerId: '' }, (workspace, value) =>
    workspace
      .selectFrom('content_item')
      .select(['provider_id', 'locale', 'doc'])
      .where('catalog_id', '=', value.catalogId)
      .where('provider_id', '=', value.providerId),
  );

  return {
    async *read({ tenantId, workspaceId, environmentId }, catalogId) {
      const yieldIfDue = buildYield();
      const where = { tenantId, workspaceId, catalogId };
      let last: Row | undefined;
      let group: Row[] = [];
      for (;;) {
        // Ids are never empty, so the empty pair sorts before all rows.
        const after = { afterId: last?.provider_id ?? '', afterLocale: last?.locale ?? '' };
        const rows: Row[] = await rowsAfter.all(reads, { ...where, ...after });
        const items: ContentItem[] = [];
        for (const row of rows) {
          if (group[0] !== undefined && group[0].provider_id !== row.provider_id) {
            pushItem(items, group, environmentId);
            group = [];
          }
          group.push(row);
        }
        last = rows.at(-1);
        if (rows.length < ROWS_AT_ONCE) pushItem(items, group, environmentId);
        if (items.length > 0) yield items;
        if (rows.length < ROWS_AT_ONCE) return;
        await yieldIfDue();
      }
    },
    async find({ tenantId, workspaceId, environmentId }, catalogId, providerId) {
      const rows = await rowsOfItem.all(reads, { tenantId, workspaceId, catalogId, providerId });
      const items: ContentItem[] = [];
      pushItem(items, rows, environmentId);
      return items[0];
    },
  };
};

const pushItem = (items: ContentItem[], rows: readonly Row[], environmentId: string): void => {
  const texts: [string, ContentText][] = [];
  for (const { locale, doc } of rows) {
    const document = readDocument<'content_item'>(doc);
    if (document.environment_ids === null || document.environment_ids.includes(environmentId)) {
      texts.push([locale, toContentText(document)]);
    }
  }
  const providerId = rows[0]?.provider_id;
  if (providerId !== undefined && texts.length > 0) {
    items.push({ key: `item:${providerId}`, providerId, texts: Object.fromEntries(texts) });
  }
};
