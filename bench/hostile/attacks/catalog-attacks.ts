// Deep pages of management lists, and a catalog that is queried before it is built.

import { bundleOf, catalogIdOf } from '../../generate/catalog-bundle.ts';
import { vocabulary } from '../../generate/vocabulary.ts';
import { ATTACKER, type Attack, countOf, type HostileRequest, LARGE } from '../attack.ts';

const PRODUCTS = 15_000;
const ARTICLES = 5_000;
const PAGE = 100;
const LARGE_PRODUCTS_MIN = 100_000;

const wordAt = (number: number): string => vocabulary[number % vocabulary.length] as string;

const list = (collection: 'products' | 'content-items', query: string): HostileRequest => ({
  operation: `manage-list-${collection}`,
  method: 'GET',
  target: `/manage/v1/catalogs/${catalogIdOf(ATTACKER)}/${collection}?limit=${PAGE}${query}`,
});

/** Deep pages, then substring filters over all products and content items. */
const lists: readonly ((turn: number) => HostileRequest)[] = [
  (turn) => list('products', `&skip=${PRODUCTS - PAGE - (turn % 1_000)}`),
  (turn) => list('content-items', `&skip=${ARTICLES - PAGE - (turn % 1_000)}`),
  (turn) => list('products', `&skip=${turn % 1_000}&search=${wordAt(turn).slice(0, 3)}`),
  (turn) => list('products', `&skip=${PRODUCTS / 2 + (turn % 1_000)}&in_stock=true`),
];

export const catalogAttacks: readonly Attack[] = [
  {
    id: 'j',
    name: 'lists of the management interface at a large `skip`',
    clients: 4,
    next: (turn) => (lists[turn % lists.length] as (turn: number) => HostileRequest)(turn),
  },
  {
    id: 'k',
    name: 'first counts while a large catalog is built',
    clients: 4,
    bundle: ({ products }) =>
      bundleOf(LARGE, { products: Math.max(products, LARGE_PRODUCTS_MIN), articles: 0 }),
    next: (turn) => ({
      ...countOf({ search_term: `${wordAt(turn)} ${wordAt(turn * 7 + 1)}` }),
      tenant: LARGE,
    }),
  },
];
