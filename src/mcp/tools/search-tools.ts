// Tools for what visitors of a shop can find: content, products, suggestions, forms.

import { listForms } from '../../contract/forms/list-forms.ts';
import { countProducts } from '../../contract/products/count-products.ts';
import { getSuggestions } from '../../contract/products/get-suggestions.ts';
import { searchProducts } from '../../contract/products/search-products.ts';
import { searchContent } from '../../contract/search/search-content.ts';
import { defineTool, type Tool } from '../tool.ts';

const CRITERIA = ['search_term', 'category_id', 'category_name', 'collection_id', 'facets', 'filter'];
const SHOPPER = ['locale', 'store_id', 'channel_id', 'currency', 'out_of_stock'];
const FEW = 5;
const PRODUCT_FIELDS = 'id,sku,name,brand,url,calculated_price,currency,in_stock';

interface Found {
  readonly _meta_: { readonly total_count?: number };
}

export const searchTools: readonly Tool[] = [
  defineTool(searchContent, {
    title: 'Search content',
    description:
      'Searches what visitors can read: pages, articles, posts and published records. Use it to find out what a shop says about a subject, or whether something is published. Misspelt words are corrected. Returns `data`, the best items first, each with title, url, type, summary and locale, and `total`, the exact number of matches; `provider_id` of a published record is its id. Drafts are not found: use list_records with preview.',
    query: ['q', 'catalog_id', 'type', 'locale', 'sort_by', 'sort_order', 'skip', 'limit'],
    defaults: { limit: FEW },
    defaultsAt: ({ catalogId }) => (catalogId === undefined ? {} : { catalog_id: catalogId }),
    notes: {
      q: 'What to look for, in plain words.',
      catalog_id:
        'Catalog to search within. The instructions of this server name one if it was configured; otherwise use list_catalogs.',
    },
  }),
  defineTool(searchProducts, {
    title: 'Search products',
    description:
      'Finds products by words, category, facets and filters. Use it to answer questions about the range: what there is, at what price, in which colours. All criteria are ANDed; without any, every product matches. Returns `total_count`, the exact number of matches, `records`, the best first, `corrected_term` and `did_you_mean` if words were misspelt, and `facets` if `include_facets` asks for them: how many products have each value. To narrow a search, repeat it with one of those values in `facets`. For the number alone, use count_products.',
    body: CRITERIA,
    query: [
      ...SHOPPER,
      ...['sort_by', 'sort_order', 'skip', 'limit', 'fields', 'include_facets', 'facet_limit'],
    ],
    defaults: { limit: FEW, fields: PRODUCT_FIELDS, facet_limit: 10 },
    show: (payload) => {
      const { _meta_: meta, ...rest } = payload as Found;
      return { total_count: meta.total_count, ...rest };
    },
    notes: {
      fields:
        'Comma-separated fields of a product to return. Add description, images, variants, categories or attributes only if you need them: they are long.',
      include_facets:
        'Comma-separated fields to count products by, such as brand,color,price,categories; or enabled, for those that the shop offers. Default: none.',
    },
  }),
  defineTool(countProducts, {
    title: 'Count products',
    description:
      'Returns the exact number of products that match, as `total_count`, with the criteria of search_products and without the products. Use it for questions that begin with "how many".',
    body: CRITERIA,
    query: SHOPPER,
    show: (payload) => (payload as { readonly result: unknown }).result,
  }),
  defineTool(getSuggestions, {
    title: 'Suggest searches',
    description:
      'Completes what somebody has begun to type: whole searches, popular searches, categories, products and content. Use it to learn the words of this shop before searching, or, without `search_term`, what is popular.',
    query: [
      'search_term',
      'locale',
      'auto_suggester_limit',
      'popular_searches_limit',
      'categories_limit',
      'products_limit',
      'content_limit',
    ],
    defaults: { products_limit: 3, content_limit: 3 },
  }),
  defineTool(listForms, {
    title: 'List forms',
    description:
      'Lists the forms that visitors can fill in, with name, display name and description, and `total_count`, the exact number. It does not show what visitors have sent.',
    query: ['search', 'locale', 'fields', 'sort_by', 'sort_order', 'skip', 'limit'],
    defaults: { limit: 10, fields: 'name,display_name,description' },
    show: (payload) => (payload as { readonly item: unknown }).item,
  }),
];
