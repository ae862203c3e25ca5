// The failures that only the submission of a form knows.

import { Failure } from './failure.ts';

/** Nobody fills in a form that quickly. Told when to come again, in case it was a person after all. */
export const formSubmittedTooFast = (field: string, retryAfterSeconds: number): Failure =>
  new Failure(
    400,
    'InvalidInput',
    `The form was sent too fast; send it again in ${retryAfterSeconds} seconds`,
    {
      code: `too_fast:${field}`,
      retryAfterSeconds,
    },
  );

/** The form asks for a captcha, and the operator has not said who verifies it. */
export const captchaNotConfigured = (): Failure =>
  new Failure(
    409,
    'Conflict',
    'The form asks for a captcha, but no verifier is configured: VITRINE_CAPTCHA_VERIFY_URL names it',
    {
      code: 'captcha_not_configured',
    },
  );
