// Finds the form that a request names, by id or by name.

import type { Scope } from '../../domain/access/scope.ts';
import { formNotFound } from '../../domain/failures/failures.ts';
import type { Form } from '../../domain/forms/form.ts';
import { type Allowance, type Meter, REQUEST_UNITS_MAX } from '../../domain/limits/request-budget.ts';
import type { ScopedStore } from '../../domain/ports.ts';

export interface FormSearch {
  readonly storeIn: (scope: Scope) => Pick<ScopedStore, 'findForm'>;
  readonly meter: Meter;
}

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'form_id',
  advice: 'use the id of the form instead of its name',
};

/** Throws if the environment has no such form. */
export const findForm = async (
  { storeIn, meter }: FormSearch,
  scope: Scope,
  idOrName: string,
): Promise<Form> => {
  const form = await meter.run(scope, ALLOWANCE, (budget) => storeIn(scope).findForm(idOrName, budget));
  if (form === undefined) {
    throw formNotFound();
  }
  return form;
};
