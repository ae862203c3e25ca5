// What a stored object counts towards the limits. Computed from the object and its document alone, so that deleting it
// subtracts exactly what creating it added.

import { sql } from 'kysely';
import type { BundleLine } from '../../../contract/bundle.ts';
import { type CountedKind, limitsOfKind } from '../../../domain/limits/limits.ts';
import { canonicalJsonWithout } from '../sql/canonical-json.ts';
import type { DocumentKind } from '../sql/document-tables.ts';
import type { StoredDocument } from '../sql/stored-document.ts';

export interface Measure {
  readonly kind: CountedKind;
  /** The catalog or form it belongs to; `''` for the workspace itself. */
  readonly place: string;
  readonly objects: number;
  readonly bytes: number;
  /** How many phrases, ids, fields, attributes or locales the object has. There is a limit per object. */
  readonly own: number;
  /** What it adds to the sum of its catalog or form. */
  readonly parts: number;
  /** Names that count once per catalog, however many objects have them. */
  readonly names: readonly string[];
}

type Counted = DocumentKind & CountedKind;

type Held = Partial<Pick<Measure, 'place' | 'own' | 'parts' | 'names'>>;

const held: { readonly [K in Counted]?: (object: BundleLine<K>) => Held } = {
  product: ({ catalog_id: place, attributes, variants = [] }) => {
    const all = [attributes, ...variants.map((variant) => variant.attributes)];
    const names = [...new Set(all.flatMap((own) => Object.keys(own)))];
    return { place, names, own: names.length };
  },
  synonyms: ({ catalog_id: place, words }) => ({ place, own: words.length, parts: words.length }),
  merchandising_rule: ({ catalog_id: place, hide, pin, pin_at: pinAt = [], boost = [], bury = [] }) => {
    const boosted = [...boost, ...bury].reduce((sum, { ids = [] }) => sum + ids.length, 0);
    return { place, own: hide.length + pin.length + pinAt.length + boosted };
  },
  content_model: ({ fields }) => ({ own: fields.length }),
  version: ({ localized }) => ({ own: Object.keys(localized).length }),
  category: ({ catalog_id: place }) => ({ place }),
  content_item: ({ catalog_id: place }) => ({ place }),
  attribute: ({ catalog_id: place }) => ({ place }),
  facet: ({ catalog_id: place }) => ({ place }),
};

const empty = { place: '', own: 0, parts: 0, names: [] };

/** A bundle line that is stored as a document. */
interface Line {
  readonly kind: DocumentKind;
}

/** Undefined for kinds that are not counted. */
export const measureOf = (object: Line, doc: string): Measure | undefined => {
  const { kind } = object;
  if (!isCounted(kind)) return undefined;
  // Safe: each function takes objects of the kind it is listed under.
  const hold = held[kind] as ((line: Line) => Held) | undefined;
  return { kind, objects: 1, bytes: Buffer.byteLength(doc), ...empty, ...hold?.(object) };
};

/** For an object that was parsed from its stored document, which is canonical. */
export const measureOfStored = (object: Line): Measure | undefined =>
  measureOf(object, canonicalJsonWithout(object, 'kind'));

/** For the document that is about to be replaced. It is only parsed for kinds that need it. */
export const measureBefore = (after: Measure, before: StoredDocument): Measure => {
  const { own, parts } = limitsOfKind[after.kind];
  if (own === undefined && parts === undefined) return { ...after, bytes: Buffer.byteLength(before.doc) };
  const object = { kind: after.kind, ...before.value } as Line;
  return measureOf(object, before.doc) ?? after;
};

/** For rows that are deleted without being read. */
export const docBytes = sql<number>`octet_length(doc)`.as('bytes');

/** For several rows of a kind that only counts objects and bytes. */
export const measureRows = (
  kind: 'record' | 'version' | 'submission',
  place: string,
  bytes: readonly number[],
): Measure => ({
  ...empty,
  kind,
  place,
  objects: bytes.length,
  bytes: bytes.reduce((sum, size) => sum + size, 0),
});

const isCounted = (kind: DocumentKind): kind is Counted => Object.hasOwn(limitsOfKind, kind);
