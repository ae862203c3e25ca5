// The facets of the main catalog, in the order in which a category page shows them.
// The outlet has none, so it offers every field that is fit for it.
import type { FacetLine } from './bundle-lines.ts';
import { mainCatalogId } from './ids.ts';
import type { Text } from './text.ts';
import { locales, textIn } from './text.ts';

type Facet = {
  readonly label: Text;
  /** Where ranges begin, for fields of numbers. */
  readonly boundaries?: readonly number[];
  readonly limit?: number;
};

const facets: { readonly [field: string]: Facet } = {
  categories: { label: ['Category', 'Kategorie', 'Catégorie'], limit: 60 },
  audience: { label: ['For', 'Für', 'Pour'] },
  size: { label: ['Size', 'Größe', 'Taille'], limit: 40 },
  color: { label: ['Color', 'Farbe', 'Couleur'] },
  price: { label: ['Price', 'Preis', 'Prix'], boundaries: [25, 50, 100, 200, 400] },
  brand: { label: ['Brand', 'Marke', 'Marque'] },
  season: { label: ['Season', 'Saison', 'Saison'] },
  waterproof: { label: ['Waterproof', 'Wasserdicht', 'Imperméable'] },
  material: { label: ['Material', 'Material', 'Matière'], limit: 10 },
  rating: { label: ['Rating', 'Bewertung', 'Note'], boundaries: [4, 4.5] },
};

export function buildFacets(): FacetLine[] {
  return Object.entries(facets).map(([field, { label, ...ranges }], position) => ({
    kind: 'facet',
    catalog_id: mainCatalogId,
    field,
    label: textIn(label, 'en-us'),
    position,
    ...ranges,
    localized: Object.fromEntries(
      locales
        .filter((locale) => locale !== 'en-us')
        .map((locale) => [locale, { label: textIn(label, locale) }]),
    ),
  }));
}
