// The port that reads an object of the management interface, or its key, into canonical form, or returns its faults.
// Whether the objects it refers to exist is not checked here.

import type { InputFault } from '../failures/failures.ts';
import type { FieldError } from '../failures/field-failures.ts';
import type { Counted } from '../failures/first-hundred.ts';
import type { ResourceKey, ResourceKind, ResourceObject } from './managed-resource.ts';

export type ObjectFaultCode = InputFault | 'missing';

export interface ObjectFault {
  readonly fault: ObjectFaultCode;
  /** `prices.USD`, `fields.0.position`. */
  readonly field: string;
  /** For people. Includes the field. */
  readonly message: string;
}

/** The fault as the management interface reports it. */
export const fieldErrorOf = ({ fault, field, message }: ObjectFault): FieldError => ({
  field,
  code: fault,
  message,
});

export type Faulty = { readonly faults: Counted<ObjectFault> };

export interface ObjectReader {
  /** Rejects blank values and replaces unused ones by their default. `kind` may be omitted. */
  readObject(
    kind: ResourceKind,
    value: Readonly<Record<string, unknown>>,
  ): { readonly object: ResourceObject } | Faulty;
  /** Only the key fields, in canonical spelling. */
  readKey(
    kind: ResourceKind,
    value: Readonly<Record<string, unknown>>,
  ): { readonly key: ResourceKey } | Faulty;
}
