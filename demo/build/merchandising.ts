// Synonyms, merchandising rules and campaigns of the main catalog.
// The outlet has none, so that their effect can be compared.
import type { MerchandisingLine, RuleFilter } from './bundle-lines.ts';
import { categoryIdOf } from './categories.ts';
import { mainCatalogId } from './ids.ts';
import { productIdOf } from './products.ts';

export function buildMerchandising(): MerchandisingLine[] {
  return [
    synonyms('headlamp', null, ['headlamp', 'head torch', 'headtorch']),
    synonyms('backpack', null, ['backpack', 'rucksack', 'daypack']),
    synonyms('sweater', null, ['sweater', 'jumper', 'pullover']),
    synonyms('sleeping-mat', null, ['sleeping mat', 'sleeping pad', 'camping mattress']),
    synonyms('trousers', null, ['trousers', 'pants']),
    synonyms('regenjacke', 'de-de', ['Regenjacke', 'Hardshell', 'Regenmantel', 'Anorak']),
    {
      kind: 'merchandising_rule',
      catalog_id: mainCatalogId,
      id: 'rule-gift-ideas',
      when: { search_term: 'gift' },
      hide: [],
      pin: [
        productIdOf('blanket', 'Sæter', '130'),
        productIdOf('mug', 'Leire', 's4'),
        productIdOf('knife', 'Spikk', 's'),
      ],
    },
    {
      // Nobody should start with the largest and most expensive storm tent.
      kind: 'merchandising_rule',
      catalog_id: mainCatalogId,
      id: 'rule-tents-for-beginners',
      when: { category_id: categoryIdOf('Tents') },
      hide: [productIdOf('tent', 'Ørn', '4p')],
      pin: [productIdOf('tent', 'Hytte', '2p')],
    },
    {
      kind: 'merchandising_rule',
      catalog_id: mainCatalogId,
      id: 'rule-winter-sleep',
      when: { search_term: 'winter', category_id: categoryIdOf('Sleeping Bags') },
      hide: ['s', 'r', 'l'].map((length) => productIdOf('sleeping-bag', 'Måne +5', length)),
      pin: [productIdOf('sleeping-bag', 'Ugle -18', 'r'), productIdOf('sleeping-mat', 'Snødyne', 'r')],
    },
    {
      // The first snow has come: the jackets page leads with down, and with what is made for the cold.
      kind: 'merchandising_rule',
      catalog_id: mainCatalogId,
      id: 'campaign-first-snow',
      when: { category_id: categoryIdOf('Jackets') },
      pin: [productIdOf('down-jacket', 'Rype', 'w')],
      boost: [{ factor: 2, filter: where('season', 'equal_to', 'winter') }],
      priority: 10,
      status: 'active',
    },
    {
      // For December, and not approved yet: the gift page shows only what costs no more than 50.
      kind: 'merchandising_rule',
      catalog_id: mainCatalogId,
      id: 'campaign-gifts-under-50',
      when: { collection_id: 'gifts' },
      only: where('price', 'less_than_or_equal_to', '50'),
      pin: [productIdOf('candle', 'Hav', '40')],
      priority: 10,
      status: 'draft',
    },
  ];
}

function where(field: string, action: string, value: string): RuleFilter {
  return [{ group: { rules: [{ field_name: field, action, value }] } }];
}

function synonyms(id: string, locale: string | null, words: readonly string[]): MerchandisingLine {
  return { kind: 'synonyms', catalog_id: mainCatalogId, id: `syn-${id}`, locale, words };
}
