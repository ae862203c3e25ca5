// Reads one object of a known kind, or its key, from a request. It uses the schemas of the bundle, with the rules for blank and
// unused values of the wire. Every fault is reported with its field.

import { type BundleKind, bundleKinds } from '../contract/bundle.ts';
import { keyFieldsOf, managedKinds } from '../contract/manage/manage-resources.ts';
import type {
  BulkDelete,
  ResourceKey,
  ResourceKind,
  ResourceObject,
} from '../domain/manage/managed-resource.ts';
import type { Faulty, ObjectReader } from '../domain/manage/object-reader.ts';
import {
  canonicalize,
  checkModel,
  decodeScope,
  isTooLong,
  LINE_MAX_BYTES,
  type LineRefusal,
  parseLine,
  readHost,
  refuseLine,
} from './bundle-codec.ts';
import { LineFaults, showValue } from './schema/line-faults.ts';
import type { Reader, SchemaNode } from './schema/scalar-readers.ts';
import { buildReader } from './schema/schema-reader.ts';

const propertiesOf = (kind: BundleKind): Readonly<Record<string, SchemaNode | undefined>> =>
  (bundleKinds[kind] as unknown as { readonly properties: Record<string, SchemaNode> }).properties;

/** Fields beside the key that select a part of the object. */
const partsOf = (kind: BundleKind): readonly string[] => (kind === 'publication' ? ['locales'] : []);

const buildKeyReader = (kind: BundleKind, fields: readonly string[]): Reader => {
  const properties = propertiesOf(kind);
  const names = ['kind', ...fields];
  return buildReader({
    type: 'object',
    properties: Object.fromEntries([...names, ...partsOf(kind)].map((name) => [name, properties[name]])),
    required: names,
    additionalProperties: false,
  });
};

/** The key fields of each kind. */
const keyFields: ReadonlyMap<string, readonly string[]> = new Map<BundleKind, readonly string[]>([
  ...managedKinds.map((row) => [row.kind, keyFieldsOf(row)] as const),
  ['record', ['id']],
  ['version', ['record_id', 'id']],
  ['publication', ['record_id', 'environment_id', 'version_id']],
]);

const keyReaders: ReadonlyMap<string, Reader> = new Map(
  [...keyFields].map(([kind, fields]) => [kind, buildKeyReader(kind as BundleKind, fields)]),
);

/** Adds the kind, as in a bundle line. If the request has a `kind`, it must be right. */
const withKind = (kind: ResourceKind, value: Readonly<Record<string, unknown>>): object => ({
  ...value,
  kind: Object.hasOwn(value, 'kind') ? (value['kind'] ?? kind) : kind,
});

const readKeyInto = (kind: string, value: object, faults: LineFaults): ResourceKey | undefined => {
  const { kind: _, ...key } = (keyReaders.get(kind)?.read(value, faults) ?? {}) as Record<string, string>;
  if (faults.count > 0) return undefined;
  const host = kind === 'domain' ? readHost(key['host'] ?? '', faults) : undefined;
  return host === undefined ? key : { ...key, host };
};

export const objectReader: ObjectReader = {
  readObject: (kind, value) => {
    const faults = new LineFaults({ refusesBlanks: true });
    const object = canonicalize(kind, withKind(kind, value), faults);
    if (object?.kind === 'content_model') checkModel(object, faults);
    if (object !== undefined && faults.count === 0 && isTooLong(object)) {
      faults.add('too_long', `The object is longer than ${LINE_MAX_BYTES} bytes`);
    }
    return object === undefined || faults.count > 0
      ? faulty(faults)
      : { object: object as unknown as ResourceObject };
  },
  readKey: (kind, value) => {
    const faults = new LineFaults({ refusesBlanks: true });
    const key = readKeyInto(kind, withKind(kind, value), faults);
    return key === undefined || faults.count > 0 ? faulty(faults) : { key };
  },
};

const faulty = ({ all: { first, count } }: LineFaults): Faulty => ({
  faults: { first: first.map((each) => (each.field === '' ? { ...each, field: 'body' } : each)), count },
});

export type KeyLine =
  | ReturnType<typeof decodeScope>
  | { readonly kind: 'key'; readonly step: BulkDelete }
  | LineRefusal;

/**
 * A line that names an object to delete: by kind and key, or as a complete bundle line, of which only the key is used.
 */
export const decodeKeyLine = (text: string): KeyLine => {
  const line = parseLine(text);
  if ('code' in line) return line;
  const { kind, value } = line;
  if (kind === 'scope') return decodeScope(value);
  if (typeof kind !== 'string' || !keyReaders.has(kind)) {
    const known = [...keyReaders.keys()].join(', ');
    return refuseLine(
      'not_allowed:kind',
      `kind ${showValue(kind)} cannot be deleted in bulk; these kinds can: ${known}`,
    );
  }
  const faults = new LineFaults();
  const key = readKeyInto(kind, keyOfLine(kind as BundleKind, value), faults);
  if (key === undefined || faults.count > 0) return refuseLine(faults.code, `${kind}: ${faults}`);
  const step = { action: 'delete', kind: kind as BulkDelete['kind'] } as const;
  // `null` means all locales, as in a bundle.
  const { locales, ...rest } = key as ResourceKey & { readonly locales?: readonly string[] | null };
  return { kind: 'key', step: { ...step, key: rest, ...(locales ? { locales } : {}) } };
};

/** Removes the fields that a bundle line has beside the key. Unknown fields stay, and are rejected. */
const keyOfLine = (kind: BundleKind, value: object): object => {
  const known = propertiesOf(kind);
  const looked = new Set(['kind', ...(keyFields.get(kind) ?? []), ...partsOf(kind)]);
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => looked.has(name) || !Object.hasOwn(known, name)),
  );
};
