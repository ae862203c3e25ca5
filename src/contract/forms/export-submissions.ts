// The submissions of a form as CSV, on the wire.

import { Type } from 'typebox';
import { manageFailures } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject } from '../values.ts';
import { ownedForm, submissionFilter, UNKNOWN_FORM } from './list-submissions.ts';

/** The lines of the CSV, and the name to save them under. */
export interface SubmissionsFile extends AsyncIterable<string> {
  readonly fileName: string;
}

export const exportSubmissions = defineOperation({
  name: 'export-submissions',
  tag: 'Submissions',
  method: 'GET',
  path: '/manage/v1/forms/{form_id}/submissions-export',
  envelope: 'wrapped',
  scope: 'workspace',
  access: 'manage',
  summary: 'Export submissions as CSV',
  description:
    "Exports the submissions of a form, oldest first, one per line after a header line. Columns: `submission_id`, `submitted_at`, `environment_id`, each field of the form, and `other_answers` (JSON) for answers to fields that the form no longer has. Multiple choices in one cell are separated by `; `. A value that a spreadsheet would read as a formula is prefixed with `'`.",
  params: closedObject(ownedForm),
  query: closedObject(submissionFilter),
  headers: closedObject({}),
  body: undefined,
  success: Type.Unsafe<SubmissionsFile>({ type: 'string' }),
  responseFormat: 'csv',
  fileNameOf: ({ fileName }) => fileName,
  successDescription:
    'CSV as in RFC 4180. `Content-Disposition` suggests a file name made from the name of the form.',
  successExample:
    '"submission_id","submitted_at","environment_id","email","other_answers"\r\n' +
    '"5f0c8f5e-8f3c-4a53-8f53-5b1c56b1d7aa","2026-01-02T03:04:05.000Z","PRODUCTION-1","ada@example.com",""\r\n',
  failures: { ...manageFailures, 404: UNKNOWN_FORM },
});
