// Failures of changes that would leave data without what it needs. Part of the catalogue in `failures.ts`.

import { type ModelBreak, sayBreak } from '../models/model-changes.ts';
import { Failure, type FieldError } from './failures.ts';

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

/** Of a version that came in by a line and holds something else than the one of its id. */
export const versionNeverChanges = (): Failure =>
  new Failure(
    409,
    'Conflict',
    'id: a version never changes, and the one of this id holds something else; give the new one an id of its own',
    { code: 'already_exists' },
  );

const MISFITS_SHOWN = 5;

/** Errors of one version in one sentence, for whoever reads line by line. */
export const misfitsOf = (errors: readonly FieldError[]): string => {
  const shown = errors
    .slice(0, MISFITS_SHOWN)
    .map(({ locale, message }) => (locale === undefined ? message : `${message} (${locale})`));
  const more = errors.length > MISFITS_SHOWN ? `; and ${errors.length - MISFITS_SHOWN} more` : '';
  return `${shown.join('; ')}${more}`;
};

/** Whoever saves names a version that the record does not have, or not any more. */
export const baseIsGone = (currentVersionId: string): Failure =>
  new Failure(
    412,
    'PreconditionFailed',
    'The version that it was made from is gone; start from the latest, Data.current_version_id',
    { code: 'base_gone', details: { current_version_id: currentVersionId } },
  );
