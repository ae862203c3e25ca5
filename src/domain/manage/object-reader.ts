// What the management interface asks of whoever knows the format of a bundle: one object, or the key of one, made
// whole and canonical, or everything that is wrong with it. Whether what it refers to exists is not decided there.

import type { InputFault } from '../failures/failures.ts';
import type { ResourceKey, ResourceKind, ResourceObject } from './managed-resource.ts';

export type ObjectFaultCode = InputFault | 'missing';

export interface ObjectFault {
  readonly fault: ObjectFaultCode;
  /** `prices.USD`, `fields.0.position`. */
  readonly field: string;
  /** For people, the field included. */
  readonly message: string;
}

export type Faulty = { readonly faults: readonly ObjectFault[] };

export interface ObjectReader {
  /** Blank values are refused, unused ones become the default. `kind` may be left out of the value. */
  readObject(
    kind: ResourceKind,
    value: Readonly<Record<string, unknown>>,
  ): { readonly object: ResourceObject } | Faulty;
  /** The values of the key and nothing else, each in its one spelling. */
  readKey(
    kind: ResourceKind,
    value: Readonly<Record<string, unknown>>,
  ): { readonly key: ResourceKey } | Faulty;
}
