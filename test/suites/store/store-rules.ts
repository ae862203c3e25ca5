// Suite: merchandising rules as a search index reads them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ACME, CATALOG, line, type OpenStore, putAll, workspaceLines } from './store-fixture.ts';

const PROD = { ...ACME, environmentId: 'PROD' };
const STAGE = { ...ACME, environmentId: 'STAGE' };

export const describeRules = (open: OpenStore): void => {
  describe('merchandising rules', () => {
    it('reads merchandising rules with all that they have, where they apply', async (t) => {
      const store = await open(t);
      const filter = [
        {
          group: {
            operator: 'OR' as const,
            rules: [{ field_name: 'brand', action: 'equal_to' as const, value: 'x' }],
          },
        },
      ];
      await putAll(store, ACME, [
        ...workspaceLines(ACME),
        line('catalog', { environment_ids: ['PROD', 'STAGE'], content_models: [] }),
        line('merchandising_rule', {
          id: 'all',
          when: { search_term_contains: 'x', locale: 'de', from: '2026-01-01T00:00:00Z', channel_id: 'web' },
          ...{ hide: [], pin_at: [{ id: 'a', position: 2 }], boost: [{ factor: 2, filter }] },
          ...{ bury: [{ factor: 3, ids: ['b'] }], only: filter, redirect_url: '/x', priority: 7 },
          status: 'draft',
        }),
        line('merchandising_rule', { id: 'stage', environment_ids: ['STAGE'], status: 'active' }),
      ]);
      const rulesIn = async (place: typeof PROD) =>
        (await store.loadCatalog(place, CATALOG))?.merchandisingRules;
      const groups = [
        { operator: 'OR', rules: [{ field: 'brand', action: 'equal_to', value: 'x', at: '' }] },
      ];
      const all = {
        id: 'all',
        when: {
          ...{ searchTermContains: 'x', locale: 'de', channelId: 'web' },
          from: Date.parse('2026-01-01T00:00:00Z'),
        },
        ...{ hide: [], pin: [], pinAt: [{ id: 'a', position: 2 }], boost: [{ factor: 2, groups }] },
        ...{ bury: [{ factor: 3, ids: ['b'] }], only: groups, redirectUrl: '/x', priority: 7, isDraft: true },
      };
      const stage = { id: 'stage', when: { searchTerm: 'shoe' }, hide: ['p9'], pin: [] };
      assert.deepEqual(await rulesIn(PROD), [all]);
      assert.deepEqual(await rulesIn(STAGE), [all, stage]);
    });
  });
};
