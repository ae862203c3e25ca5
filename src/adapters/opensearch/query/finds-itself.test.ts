// Only what a search for the name would find is said to be found without one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from '../../../../test/suites/search/memory-source.ts';
import { nothing, shopper } from '../../../../test/suites/search/product-fixture.ts';
import type { MerchandisingRule } from '../../../domain/products/merchandising-rule.ts';
import type { SuggestQuery } from '../../../domain/products/suggestion.ts';
import { findsItself } from './finds-itself.ts';
import type { OpenedCatalog } from './opened-catalog.ts';

const limits = { searches: 3, popular: 3, categories: 3, products: 3, content: 3 };
const query: SuggestQuery = { ...shopper, withMerchandising: true, term: 'te', hasContent: false, limits };
const lamp = aProduct('p1', { name: 'Camping lamps', localized: { de: { name: 'Lampe' } } });

const findsWith = (rules: readonly MerchandisingRule[], asked: Partial<SuggestQuery> = {}, product = lamp) =>
  findsItself(
    { contents: { ...nothing, merchandisingRules: rules } } as unknown as OpenedCatalog,
    { ...query, ...asked },
    product,
  );

test('a product is found by its own name, in the locale in which it is shown', () => {
  assert.equal(findsWith([]), true);
  assert.equal(findsWith([], { localeChain: ['de'] }), true);
});

test('a name without words finds nothing', () => {
  for (const name of ['', '…', '!?']) assert.equal(findsWith([], {}, aProduct('p2', { name })), false, name);
});

test('a rule that takes products away from a search for the name is left to a search', () => {
  const rule: MerchandisingRule = { id: 'r', when: { searchTerm: 'camping LAMPS' }, hide: [], pin: [] };
  assert.equal(findsWith([{ ...rule, pin: ['p9'] }]), true);
  assert.equal(findsWith([{ ...rule, hide: ['p1'] }]), false);
  assert.equal(findsWith([{ ...rule, only: [] }]), false);
  assert.equal(findsWith([{ ...rule, hide: ['p1'] }], { withMerchandising: false }), true);
  assert.equal(findsWith([{ ...rule, when: { searchTerm: 'lampe' }, hide: ['p1'] }]), true);
  assert.equal(
    findsWith([{ ...rule, when: { searchTerm: 'lampe' }, hide: ['p1'] }], { localeChain: ['de'] }),
    false,
  );
});
