// All lines of the demo bundle, in the order the format introduces its kinds.
// Pure: it reads neither the clock nor the disk, so two calls give the same lines.
import type { BundleLine } from './bundle-lines.ts';
import { buildCategories } from './categories.ts';
import { buildContentItems } from './content-items.ts';
import { buildFacets } from './facets.ts';
import { buildForms } from './forms.ts';
import { buildMerchandising } from './merchandising.ts';
import { buildModels } from './models.ts';
import { buildOutletCategories, buildOutletProducts } from './outlet.ts';
import { buildPopularTerms } from './popular-terms.ts';
import { buildProducts } from './products.ts';
import { buildRecords } from './records.ts';
import { buildScope } from './scope.ts';
import { buildSearchEvents } from './search-events.ts';
import { buildTermTotals } from './term-totals.ts';

export function buildBundle(): BundleLine[] {
  const products = buildProducts();
  const items = buildContentItems();
  const events = buildSearchEvents(buildTermTotals(products, items));
  return [
    ...buildScope(),
    ...buildCategories(),
    ...buildOutletCategories(),
    ...products,
    ...buildOutletProducts(products),
    ...items,
    ...buildModels(),
    ...buildRecords(),
    ...buildForms(),
    ...buildMerchandising(),
    ...buildFacets(),
    ...events,
    ...buildPopularTerms(events),
  ];
}
