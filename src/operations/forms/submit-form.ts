// Accepts a submission after checking, in this order: the rate, the honeypot field, the stamp, the values and the captcha.
// A captcha can be used only once, so it comes last: a typing mistake must not use it up.

import { randomUUID } from 'node:crypto';
import type { submitForm as contract } from '../../contract/forms/submit-form.ts';
import { scopeKey } from '../../domain/access/scope.ts';
import {
  environmentNotFound,
  formNotFound,
  invalidInput,
  missingParameter,
  tooManyRequests,
} from '../../domain/failures/failures.ts';
import { invalidValues } from '../../domain/failures/field-failures.ts';
import { captchaNotConfigured } from '../../domain/failures/form-failures.ts';
import { serviceUnavailable } from '../../domain/failures/unavailable-failures.ts';
import { fieldsInOrder } from '../../domain/forms/form.ts';
import { isUnanswered, readAnswers } from '../../domain/forms/form-fields.ts';
import { assertStamp, honeypotOf, type Sign, STAMP_FIELD } from '../../domain/forms/form-stamp.ts';
import type { CaptchaVerifier, SubmissionStore } from '../../domain/forms/submission-ports.ts';
import type { RateLimiter } from '../../domain/limits/rate-limit.ts';
import { type Allowance, REQUEST_UNITS_MAX } from '../../domain/limits/request-budget.ts';
import { ownValue } from '../../domain/text/json-value.ts';
import type { UseCase } from '../use-case.ts';
import { type FormSearch, findForm } from './find-form.ts';

interface Dependencies extends FormSearch {
  readonly submissions: Pick<SubmissionStore, 'addSubmission'>;
  readonly sign: Sign;
  readonly limiter: RateLimiter;
  /** Absent: forms with a captcha cannot be submitted. */
  readonly captcha: CaptchaVerifier | undefined;
  readonly now: () => Date;
}

type Body = Readonly<Record<string, unknown>>;

const ALLOWANCE: Allowance = { units: REQUEST_UNITS_MAX, part: 'body', advice: 'send shorter answers' };
const VERIFIER_RETRY_SECONDS = 5;
const CAPTCHA_MAX_CHARS = 8_192;
const CAPTCHA_FIELD = '_captcha';
/** Common captchas add a field of their own to the form. */
const CAPTCHA_FIELDS = [
  CAPTCHA_FIELD,
  'cf-turnstile-response',
  'h-captcha-response',
  'g-recaptcha-response',
] as const;

export const buildSubmitForm =
  ({ storeIn, submissions, sign, limiter, captcha, meter, now }: Dependencies): UseCase<typeof contract> =>
  async ({ scope, environment, addressId }, { params, body }) => {
    if (environment === undefined) {
      throw environmentNotFound();
    }
    const form = await findForm({ storeIn, meter }, scope, params.form_id);
    const at = now();
    const waitSeconds = limiter.take(`${addressId}\n${scopeKey(scope)}\n${form.id}`, at.getTime());
    if (waitSeconds > 0) {
      throw tooManyRequests(waitSeconds);
    }
    const result = { form_id: form.id, submission_id: randomUUID(), submitted_at: at.toISOString() };
    const fields = fieldsInOrder(form);
    const honeypot = honeypotOf(
      form.id,
      fields.map(({ name }) => name),
      sign,
    );
    // A bot learns nothing: the response looks like a success.
    if (isFilledIn(ownValue(body, honeypot))) return result;
    assertStamp(ownValue(body, STAMP_FIELD), { ...scope, formId: form.id }, at.getTime(), sign);
    if (form.isCaptchaEnabled && captcha === undefined) {
      throw captchaNotConfigured();
    }
    const services = new Set<string>([STAMP_FIELD, honeypot, ...CAPTCHA_FIELDS]);
    const { answers, errors } = await meter.run(scope, ALLOWANCE, (budget) =>
      readAnswers(fields, body, (name) => services.has(name), budget),
    );
    if (errors.count > 0) {
      throw invalidValues(errors);
    }
    if (form.isCaptchaEnabled) await assertSolved(captcha, body);
    const kept = await submissions.addSubmission(
      { tenantId: scope.tenantId, workspaceId: scope.workspaceId },
      {
        id: result.submission_id,
        formId: form.id,
        environmentId: scope.environmentId,
        submittedAt: result.submitted_at,
        answers,
      },
    );
    // The form was deleted since it was read.
    if (!kept) {
      throw formNotFound();
    }
    return result;
  };

const assertSolved = async (captcha: CaptchaVerifier | undefined, body: Body): Promise<void> => {
  const solution = CAPTCHA_FIELDS.map((name) => ownValue(body, name)).find(isFilledIn);
  if (solution === undefined) {
    throw missingParameter(CAPTCHA_FIELD);
  }
  const isUsable = typeof solution === 'string' && solution.length <= CAPTCHA_MAX_CHARS;
  const verdict = isUsable ? await captcha?.verify(solution) : 'refused';
  if (verdict === 'refused') {
    throw invalidInput('refused', CAPTCHA_FIELD, 'The captcha was not solved, or was used before');
  }
  // Refuse while the verifier is unavailable: bots would find an open form.
  if (verdict !== 'passed') {
    throw serviceUnavailable(VERIFIER_RETRY_SECONDS);
  }
};

/** Looks only one level into lists, as browsers send them, so that nested lists cannot overflow the stack. */
const isFilledIn = (value: unknown): boolean =>
  Array.isArray(value) ? !value.every(isUnanswered) : !isUnanswered(value);
