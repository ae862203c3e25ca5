// A shop's search page as the documentation of InstantSearch builds it, over Vitrine. `SHOP` is where the service is.

import instantsearch from 'instantsearch.js';
import {
  configure,
  hits,
  index,
  pagination,
  rangeInput,
  refinementList,
  searchBox,
  sortBy,
  stats,
} from 'instantsearch.js/es/widgets';
import { createSearchClient } from '../../client/src/instantsearch.ts';
import { createClient } from '../../client/src/storefront.ts';

const { shop, scope, catalogId } = globalThis.SETTINGS;
// A busy machine may need a while.
const client = createClient({ baseUrl: shop, scope, timeoutMs: 60_000, retries: 10 });
const search = instantsearch({
  indexName: 'products',
  searchClient: createSearchClient(client, { indices: { journal: { catalog_id: catalogId } } }),
});

const showName = (hit, { html, components }) =>
  html`<span class="name">${components.Highlight({ attribute: 'name', hit })}</span>
    <span class="price">${hit.calculated_price}</span>`;

search.addWidgets([
  configure({ hitsPerPage: 5 }),
  searchBox({ container: '#search' }),
  stats({ container: '#stats', templates: { text: ({ nbHits }) => String(nbHits) } }),
  sortBy({
    container: '#sort',
    items: [
      { label: 'Best', value: 'products' },
      { label: 'Cheapest', value: 'products:price:asc' },
    ],
  }),
  refinementList({ container: '#color', attribute: 'color', limit: 20, searchable: true }),
  refinementList({ container: '#season', attribute: 'season', operator: 'and' }),
  rangeInput({ container: '#price', attribute: 'price', precision: 2 }),
  hits({ container: '#hits', templates: { item: showName } }),
  pagination({ container: '#pages' }),
  index({ indexName: 'journal' }).addWidgets([
    hits({ container: '#journal', templates: { item: (hit, { html }) => html`<b>${hit.title}</b>` } }),
  ]),
]);
search.on('render', () => {
  document.body.dataset.rendered = String(Number(document.body.dataset.rendered ?? 0) + 1);
});
search.start();
