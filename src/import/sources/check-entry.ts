// Checks an object of a source as a line of a bundle is checked, and that it belongs to the target of the import. Each fault names
// its field and the value.

import type { BundleKind, BundleObject } from '../../contract/bundle.ts';
import { type Counted, countAll } from '../../domain/failures/first-hundred.ts';
import { decodeLine } from '../bundle-codec.ts';
import type { LineFault } from '../first-faults.ts';
import { showValue } from '../schema/line-faults.ts';
import type { SourceFault, SourceObject, SourcePlace, SourceTarget } from './source-format.ts';

const allowedKinds: ReadonlySet<BundleKind> = new Set<BundleKind>([
  'category',
  'product',
  'content_item',
  'form',
  'content_model',
  'record',
  'version',
  'publication',
]);

export const checkEntry = (
  entry: SourceObject,
  { catalogId, environmentIds }: SourceTarget,
): { readonly object: BundleObject } | { readonly faults: Counted<LineFault> } => {
  const { kind } = entry.object;
  if (!allowedKinds.has(kind)) throw new Error(`a source must not write a ${kind}`);
  const decoded = decodeLine(textOf(entry.object));
  if (decoded.kind === 'object') {
    const { object } = decoded;
    if ('catalog_id' in object && object.catalog_id !== catalogId) {
      return refuse(faultAt(entry, `${kind}: catalog_id must be that of the import`, 'catalog_id'));
    }
    if (object.kind === 'publication' && !environmentIds.includes(object.environment_id)) {
      return refuse(faultAt(entry, `${kind}: environment_id must be one of the import`, 'environment_id'));
    }
    return { object };
  }
  if (decoded.kind === 'scope') throw new Error('a source must not write a scope');
  const { faults } = decoded;
  if (faults === undefined) {
    return refuse(faultAt(entry, decoded.message, decoded.code.slice(decoded.code.indexOf(':') + 1)));
  }
  const first = faults.first.map(({ field, message }) =>
    faultAt(entry, `${kind}: ${message}`, field || 'line'),
  );
  return { faults: { first, count: faults.count } };
};

const refuse = (fault: LineFault): { readonly faults: Counted<LineFault> } => ({ faults: countAll([fault]) });

/** `undefined` values are left out. */
const textOf = (object: SourceObject['object']): string => {
  try {
    return JSON.stringify(object);
  } catch (error) {
    // Nested deeper than the stack: the text that is checked says so too.
    if (error instanceof RangeError) return '['.repeat(1_000);
    throw error;
  }
};

const faultAt = (entry: SourceObject, message: string, field: string): LineFault => {
  const value = field === 'line' ? undefined : valueAt(entry.object, field);
  const shown = value === undefined || typeof value === 'object' ? undefined : showValue(value);
  const isShown = shown === undefined || message.includes(shown);
  return placed(entry, {
    message,
    ...(field === 'line' || entry.column !== undefined ? {} : { column: field }),
    ...(isShown ? {} : { value: shown }),
  });
};

const valueAt = (object: object, path: string): unknown => {
  let value: unknown = object;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
};

export const faultOf = ({ value, fault, ...place }: SourceFault): LineFault =>
  placed(place, { message: fault, ...(value === undefined ? {} : { value: showValue(value) }) });

const placed = ({ file, line, column }: SourcePlace, about: Omit<LineFault, 'file' | 'line'>): LineFault => ({
  ...(file === undefined ? {} : { file }),
  line,
  ...(column === undefined ? {} : { column }),
  ...about,
});
