// What one stored object counts for: where, how many bytes, and what it holds of what is limited. Made from the object and
// its document alone, so that what was counted when it came is what is given back when it goes.

import { sql } from 'kysely';
import type { BundleLine } from '../../../contract/bundle.ts';
import { type CountedKind, limitsOfKind } from '../../../domain/limits/limits.ts';
import { canonicalJsonWithout } from '../sql/canonical-json.ts';
import type { DocumentKind } from '../sql/document-tables.ts';

export interface Measure {
  readonly kind: CountedKind;
  /** The catalog or the form that it is in; `''` for the workspace itself. */
  readonly place: string;
  readonly objects: number;
  readonly bytes: number;
  /** What is held to a limit of its own: phrases, ids, fields, attributes. */
  readonly own: number;
  /** What adds up in its place. */
  readonly parts: number;
  /** What counts once in its place, however many have it. */
  readonly names: readonly string[];
}

type Counted = DocumentKind & CountedKind;

type Held = Partial<Pick<Measure, 'place' | 'own' | 'parts' | 'names'>>;

const held: { readonly [K in Counted]?: (object: BundleLine<K>) => Held } = {
  product: ({ catalog_id: place, attributes }) => {
    const names = Object.keys(attributes);
    return { place, names, own: names.length };
  },
  synonyms: ({ catalog_id: place, words }) => ({ place, own: words.length, parts: words.length }),
  merchandising_rule: ({ catalog_id: place, hide, pin }) => ({ place, own: hide.length + pin.length }),
  content_model: ({ fields }) => ({ own: fields.length }),
  category: ({ catalog_id: place }) => ({ place }),
  content_item: ({ catalog_id: place }) => ({ place }),
  attribute: ({ catalog_id: place }) => ({ place }),
};

const empty = { place: '', own: 0, parts: 0, names: [] };

/** Any line of a bundle that is kept as a document. */
interface Line {
  readonly kind: DocumentKind;
}

/** Undefined for what is not counted. */
export const measureOf = (object: Line, doc: string): Measure | undefined => {
  const { kind } = object;
  if (!isCounted(kind)) return undefined;
  // Safe: the function under a kind takes objects of that kind.
  const hold = held[kind] as ((line: Line) => Held) | undefined;
  return { kind, objects: 1, bytes: Buffer.byteLength(doc), ...empty, ...hold?.(object) };
};

/** Of an object as it was read from its document, which is canonical. */
export const measureOfStored = (object: Line): Measure | undefined =>
  measureOf(object, canonicalJsonWithout(object, 'kind'));

/** Of what stood in the place of another of the same key: what is only needed of some kinds is only read for them. */
export const measureBefore = (after: Measure, doc: string): Measure => {
  const { own, parts } = limitsOfKind[after.kind];
  if (own === undefined && parts === undefined) return { ...after, bytes: Buffer.byteLength(doc) };
  const object = { kind: after.kind, ...JSON.parse(doc) } as Line;
  return measureOf(object, doc) ?? after;
};

/** For rows that go without being read. */
export const docBytes = sql<number>`octet_length(doc)`.as('bytes');

/** Of several that hold nothing but bytes. */
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
