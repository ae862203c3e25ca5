// Visits the values of products and pays for them: a product may have any number.

import { spend } from '../budget/work-budget.ts';
import { ITEM } from '../budget/work-costs.ts';
import { type Column, forEachValue, isSingle } from './column.ts';

/** Values visited between two checks of the budget. */
const VALUES_PER_STEP = 256;

export type VisitValues = (item: number, visit: (value: number) => void) => void;

/** For many products. A single value is paid for with its product. */
export const buildVisit = (column: Column): VisitValues => {
  if (isSingle(column)) return (item, visit) => forEachValue(column, item, visit);
  let paid = 0;
  return (item, visit) =>
    forEachValue(column, item, (value) => {
      if (paid === 0) {
        spend(ITEM * VALUES_PER_STEP);
        paid = VALUES_PER_STEP;
      }
      paid -= 1;
      visit(value);
    });
};
