// Failures of values that do not fit their fields. Part of the catalogue in `failures.ts`. However many there are, what is said of
// them is bounded.

import { shortened } from '../text/shortened.ts';
import { Failure } from './failure.ts';
import type { FieldFault } from './failure-codes.ts';
import type { Counted } from './first-hundred.ts';

/** An error in one field of a record or a form. */
export interface FieldError {
  /** `title`, `fields.price`, `fields.seo.keywords.0`. */
  readonly field: string;
  /** Only for the texts of a record. */
  readonly locale?: string;
  readonly code: FieldFault;
  readonly message: string;
}

const MESSAGE_MAX_CHARS = 500;

/** Its message may list what a model allows, which may be long. */
const messageOf = ({ message }: FieldError): string => shortened(message, MESSAGE_MAX_CHARS);

/** Values that do not fit their fields. One error per field. */
export const invalidValues = ({ first: errors, count }: Counted<FieldError>): Failure => {
  const shown = errors.map((error) => ({ ...error, message: messageOf(error) }));
  const [first] = shown;
  const rest = count > shown.length ? `more, ${shown.length - 1} of them` : 'more';
  return new Failure(
    400,
    'InvalidInput',
    count === 1 ? (first?.message ?? '') : `${first?.message}; ${count - 1} ${rest} in field_errors`,
    {
      code: `${first?.code ?? 'malformed'}:${first?.field}`,
      details: { field_errors: shown, field_error_count: count },
    },
  );
};

const MISFITS_SHOWN = 5;

/** The errors of one version in one sentence, for results that have one line each. */
export const misfitsOf = ({ first, count }: Counted<FieldError>): string => {
  const shown = first
    .slice(0, MISFITS_SHOWN)
    .map((error) => `${messageOf(error)}${error.locale === undefined ? '' : ` (${error.locale})`}`);
  const more = count > MISFITS_SHOWN ? `; and ${count - MISFITS_SHOWN} more` : '';
  return `${shown.join('; ')}${more}`;
};
