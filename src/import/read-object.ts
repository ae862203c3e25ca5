// One object of a known kind, or the key of one, outside of any bundle: read by the same schemas, with the rules for
// blank and unused values that hold on the wire. Every fault is told with its field.

import { bundleKinds } from '../contract/bundle.ts';
import { keyFieldsOf, type ManagedKindName, managedKinds } from '../contract/manage-resources.ts';
import type { ResourceKey, ResourceKind, ResourceObject } from '../domain/managed-resource.ts';
import type { Faulty, ObjectReader } from '../domain/object-reader.ts';
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
import { LineFaults, showValue } from './line-faults.ts';
import type { Reader, SchemaNode } from './scalar-readers.ts';
import { buildReader } from './schema-reader.ts';

const buildKeyReader = (kind: ManagedKindName, fields: readonly string[]): Reader => {
  const { properties } = bundleKinds[kind] as unknown as { readonly properties: Record<string, SchemaNode> };
  const names = ['kind', ...fields];
  return buildReader({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: names,
    additionalProperties: false,
  });
};

const keyReaders: ReadonlyMap<string, Reader> = new Map(
  managedKinds.map((row) => [row.kind, buildKeyReader(row.kind, keyFieldsOf(row))]),
);

/** The kind goes first, as in a line; what was sent as `kind` must be right. */
const withKind = (kind: ResourceKind, value: Readonly<Record<string, unknown>>): object => ({
  ...value,
  kind: Object.hasOwn(value, 'kind') ? (value['kind'] ?? kind) : kind,
});

const readKeyInto = (kind: ManagedKindName, value: object, faults: LineFaults): ResourceKey | undefined => {
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

const faulty = (faults: LineFaults): Faulty => ({
  faults: faults.list.map((each) => (each.field === '' ? { ...each, field: 'body' } : each)),
});

export type KeyLine =
  | ReturnType<typeof decodeScope>
  | { readonly kind: 'key'; readonly of: ResourceKind; readonly key: ResourceKey }
  | LineRefusal;

/** A line that holds a kind and a key, as a list of things to delete has them. */
export const decodeKeyLine = (text: string): KeyLine => {
  const line = parseLine(text);
  if ('code' in line) return line;
  const { kind, value } = line;
  if (kind === 'scope') return decodeScope(value);
  if (typeof kind !== 'string' || !keyReaders.has(kind)) {
    const known = [...keyReaders.keys()].join(', ');
    return refuseLine(
      'not_allowed:kind',
      `kind ${showValue(kind)} cannot be deleted so; what can are ${known}`,
    );
  }
  const faults = new LineFaults();
  const key = readKeyInto(kind as ManagedKindName, value, faults);
  return key === undefined || faults.count > 0
    ? refuseLine(faults.code, `${kind}: ${faults}`)
    : { kind: 'key', of: kind as ResourceKind, key };
};
