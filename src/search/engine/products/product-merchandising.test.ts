// Merchandising rules of every kind: the one number still holds, what does not apply changes nothing, and the order of rules is their own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import {
  assertOneNumber,
  catalog,
  given,
  orRefused,
  search,
} from '../../../../test/suites/search/one-number.ts';
import { rule as filterRule } from '../../../../test/suites/search/random-filters.ts';
import { merchandisingRules } from '../../../../test/suites/search/random-rules.ts';
import type { CatalogContents } from '../../../domain/ports.ts';
import type { MerchandisingRule } from '../../../domain/products/merchandising-rule.ts';
import { searchProductSegments } from './product-search.ts';

const withRules = (tables: CatalogContents, merchandisingRules: MerchandisingRule[]): CatalogContents => ({
  ...tables,
  merchandisingRules,
});

test('with rules of every kind: total, count, pages and facets are one number, as a full scan finds them', () => {
  assertOneNumber(runs(150, 5_000));
});

test('rules that are over, not begun, or drafts change nothing, and are not needed by others', () => {
  fc.assert(
    fc.property(
      catalog,
      given,
      search,
      fc.constantFrom('over', 'not begun', 'draft'),
      merchandisingRules(filterRule),
      ({ segments }, tables, asked, why, others) => {
        const at = asked.at ?? 0;
        const idle = others.map((rule): MerchandisingRule => {
          const id = `a${rule.id}`;
          if (why === 'draft') return { ...rule, id, isDraft: true };
          const when = why === 'over' ? { from: at - 9, until: at } : { from: at + 1, until: at + 9 };
          return { ...rule, id, when: { ...rule.when, ...when } };
        });
        const query = { ...asked, withDrafts: false };
        const find = (more: MerchandisingRule[]) =>
          orRefused(() =>
            searchProductSegments(
              segments,
              withRules(tables, [...more, ...tables.merchandisingRules]),
              query,
            ),
          );
        assert.deepEqual(find(idle), find([]));
      },
    ),
    { numRuns: runs(60, 1_500) },
  );
});

test('the order of the result does not depend on the order in which rules are given', () => {
  fc.assert(
    fc.property(
      catalog,
      given,
      search,
      fc.infiniteStream(fc.nat()),
      ({ segments }, tables, asked, numbers) => {
        const shuffled = tables.merchandisingRules
          .map((rule) => ({ rule, number: numbers.next().value }))
          .sort((a, b) => a.number - b.number)
          .map(({ rule }) => rule);
        const find = (rules: MerchandisingRule[]) =>
          orRefused(() => searchProductSegments(segments, withRules(tables, rules), asked));
        assert.deepEqual(find(shuffled), find([...tables.merchandisingRules]));
      },
    ),
    { numRuns: runs(60, 1_500) },
  );
});

test('a draft acts as an active rule for those who ask for drafts', () => {
  fc.assert(
    fc.property(catalog, given, search, ({ segments }, tables, asked) => {
      const find = (isDraft: boolean, withDrafts: boolean) => {
        const rules = tables.merchandisingRules.map(({ isDraft: _, ...rule }) =>
          isDraft ? { ...rule, isDraft } : rule,
        );
        return orRefused(() =>
          searchProductSegments(segments, withRules(tables, rules), { ...asked, withDrafts }),
        );
      };
      assert.deepEqual(find(true, true), find(false, false));
    }),
    { numRuns: runs(30, 500) },
  );
});
