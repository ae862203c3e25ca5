// Finds the values of a column that are written exactly as asked; the column itself ignores case and accents.

import { foldText } from '../../../domain/text/fold-text.ts';
import { spend } from '../budget/work-budget.ts';
import { LOCATED_RULE } from '../budget/work-costs.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { type Column, spellingAt, textBound } from './column.ts';

export const exactValues = (column: Column, written: string): number[] => {
  spend(LOCATED_RULE);
  const wanted = encodeUnits(foldText(written).trim());
  const high = textBound(column, wanted, true);
  const values: number[] = [];
  for (let value = textBound(column, wanted, false); value < high; value += 1) {
    if (spellingAt(column, value) === written) values.push(value);
  }
  return values;
};
