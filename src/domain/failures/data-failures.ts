// Failures of writes that existing data does not allow. Part of the catalogue in `failures.ts`.

import { Failure } from './failure.ts';
import { countAll } from './first-hundred.ts';

/** How a change of a content model would affect stored data. */
export interface ModelBreak {
  readonly model: string;
  /** Absent: it affects the whole model. */
  readonly field?: string;
  /** Number of records affected. */
  readonly records: number;
  readonly message: string;
}

export const sayBreak = ({ model, field, message }: ModelBreak): string =>
  `${model}${field === undefined ? '' : `, field ${field}`} ${message}`;

/** A new content model that existing records would no longer fit. `breaks` is not empty. */
export const wouldBreakData = (breaks: readonly ModelBreak[]): Failure => {
  const [first] = breaks;
  const more = breaks.length > 1 ? `, and ${breaks.length - 1} more` : '';
  return new Failure(
    409,
    'Conflict',
    `This would break data: ${first === undefined ? '' : sayBreak(first)}${more}; put the model with force=true to do it anyway`,
    {
      code: `would_break:${first?.field ?? 'model'}`,
      details: { breaks: countAll(breaks).first, break_count: breaks.length },
    },
  );
};

/** A bulk line repeats the id of a version but not its content. */
export const versionNeverChanges = (): Failure =>
  new Failure(
    409,
    'Conflict',
    'id: a version with this id and other content exists, and versions never change; use a new id',
    { code: 'already_exists' },
  );

/** The base of a save is not a version of the record, or was deleted. */
export const baseIsGone = (currentVersionId: string): Failure =>
  new Failure(
    412,
    'PreconditionFailed',
    'The base version does not exist; start from the latest version, Data.current_version_id',
    { code: 'base_gone', details: { current_version_id: currentVersionId } },
  );
