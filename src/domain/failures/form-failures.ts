// The failures that only form submissions have.

import { inSeconds } from '../text/count-of.ts';
import { Failure } from './failure.ts';

/** People do not fill in forms that quickly. In case it was a person after all, the message says when to try again. */
export const formSubmittedTooFast = (field: string, retryAfterSeconds: number): Failure =>
  new Failure(
    400,
    'InvalidInput',
    `The form was submitted too quickly; submit it again in ${inSeconds(retryAfterSeconds)}`,
    {
      code: `too_fast:${field}`,
      retryAfterSeconds,
    },
  );

/** The form requires a captcha, and the operator has not configured a verifier. */
export const captchaNotConfigured = (): Failure =>
  new Failure(
    409,
    'Conflict',
    'The form requires a captcha, but no verifier is configured: set VITRINE_CAPTCHA_VERIFY_URL',
    {
      code: 'captcha_not_configured',
    },
  );
