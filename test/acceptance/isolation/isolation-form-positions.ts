// Positions of ids in the operations of forms and submissions.

import { emailAt, type SampleData } from '../operations/good-calls.ts';
import { idOf } from '../operations/managed-things.ts';
import { absent, home, STAGING, shared, staging } from '../service/fixture-bundle.ts';
import {
  environmentsHere,
  inBody,
  inParams,
  inQuery,
  known,
  otherTenant,
  otherWorkspace,
  type Positions,
  words,
} from './isolation-values.ts';

const formsHere = {
  ...known(shared.form, absent.uuid, idOf('form', 'own', otherWorkspace), idOf('form', 'own', otherTenant)),
};
const form: Positions = { form_id: inParams('form_id', formsHere) };
const shownForm: Positions = {
  form_id: inParams('form_id', {
    ...formsHere,
    foreign: { ...formsHere.foreign, otherEnvironment: { value: shared.formOf[STAGING] } },
  }),
};

const submission = (samples: SampleData): Positions => ({
  ...form,
  submission_id: inParams(
    'submission_id',
    known('', absent.uuid, samples.submissionIdOf(otherWorkspace), samples.submissionIdOf(otherTenant)),
  ),
});

export const formPositions = (samples: SampleData): Readonly<Record<string, Positions>> => ({
  'list-forms': { search: inQuery('search', words) },
  'get-form': shownForm,
  'submit-form': {
    ...shownForm,
    _stamp: inBody('_stamp', {
      own: samples.stampOf(home),
      absent: 'forged.stamp',
      foreign: {
        otherEnvironment: { value: samples.stampOf(staging) },
        otherWorkspace: { value: samples.stampOf(otherWorkspace) },
        otherTenant: { value: samples.stampOf(otherTenant) },
      },
    }),
  },
  'list-submissions': { ...form, environment_id: inQuery('environment_id', environmentsHere) },
  'get-submission': submission(samples),
  'delete-submission': submission(samples),
  'export-submissions': { ...form, environment_id: inQuery('environment_id', environmentsHere) },
  'erase-submissions': {
    form_id: inBody('form_id', formsHere),
    value: inBody('value', {
      ...known('nobody@nowhere.test', 'no@where.test', emailAt(otherWorkspace), emailAt(otherTenant)),
      isFree: true,
    }),
  },
});
