// Failures of changes that would leave data without what it needs. Part of the catalogue in `failures.ts`.

import { Failure } from './failures.ts';
import { type ModelBreak, sayBreak } from './model-changes.ts';

/** A content model would lose or narrow what records hold. `breaks` are not empty. */
export const wouldBreakData = (breaks: readonly ModelBreak[]): Failure => {
  const [first] = breaks;
  const more = breaks.length > 1 ? `, and ${breaks.length - 1} more` : '';
  return new Failure(
    409,
    'Conflict',
    `This would break data: ${first === undefined ? '' : sayBreak(first)}${more}; put the model with force=true to do it nevertheless`,
    { code: `would_break:${first?.field ?? 'model'}`, details: { breaks } },
  );
};
