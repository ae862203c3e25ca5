// The catalogue of failures. Every failure that a caller may see is built here, or in `unavailable-failures.ts` where only the service is
// at fault, and nowhere else.
// What went wrong inside never enters `message` or `code`: an unexpected error becomes `internalError()` and its cause goes to the log.

import { type Excess, settingOf, wordsOf } from './limits.ts';
import type { Refusal } from './metric.ts';

export type FailureName =
  | 'InvalidInput'
  | 'MissingParameter'
  | 'Unauthorized'
  | 'Forbidden'
  | 'CatalogNotFound'
  | 'ContentModelNotFound'
  | 'RecordNotFound'
  | 'StoreNotFound'
  | 'EnvironmentNotFound'
  | 'VersionNotFound'
  | 'FormNotFound'
  | 'ResourceNotFound'
  | 'DomainNotFound'
  | 'RouteNotFound'
  | 'ContentSearchNotConfigured'
  | 'PayloadTooLarge'
  | 'RequestHeaderFieldsTooLarge'
  | 'RequestTimeout'
  | 'TooManyRequests'
  | 'Conflict'
  | 'PreconditionFailed'
  | 'ServiceUnavailable'
  | 'StorageFull'
  | 'StorageReadOnly'
  | 'StorageDamaged'
  | 'StorageFailed'
  | 'InternalError';

export interface FailureOptions {
  readonly code?: string;
  readonly retryAfterSeconds?: number;
  /** Where nothing is wrong with the request, and others are to be protected from it. */
  readonly refusal?: Refusal | undefined;
  /** What the caller needs beside the message to go on, in the names of the wire. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/** A failure of the whole request, thrown. A failure of one item among many is data instead. */
export class Failure extends Error {
  override readonly name: FailureName;
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly refusal: Refusal | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, name: FailureName, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.status = status;
    this.name = name;
    this.code = options.code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.refusal = options.refusal;
    this.details = options.details;
  }
}

/** Why a value is refused; with the field it makes `Error.code`, e.g. `blank_value:sort_order`. */
export type InputFault =
  | 'blank_value'
  | 'wrong_type'
  | 'malformed'
  | 'not_allowed'
  | 'out_of_range'
  | 'too_long'
  | 'too_many'
  | 'too_few'
  | 'repeated'
  | 'unknown_field'
  | 'invalid_character'
  | 'media_type'
  | 'empty_body'
  | 'invalid_json'
  | 'conflicting'
  | 'refused'
  | 'expired';

/** Bad input. Operations whose message the interface fixes replace `message` at the edge; `code` always stays. */
export const invalidInput = (fault: InputFault, field: string, message: string): Failure =>
  new Failure(400, 'InvalidInput', message, { code: `${fault}:${field}` });

/** More work than one request may cost. It would be refused at any time; `advice` says what to ask for instead. */
export const tooMuchAsked = (part: string, advice: string): Failure =>
  new Failure(400, 'InvalidInput', `The request asks for too much: ${advice}`, {
    code: `too_much:${part}`,
    refusal: 'work',
  });

export const missingParameter = (field: string): Failure =>
  new Failure(400, 'MissingParameter', `Missing required parameter: ${field}`, { code: `missing:${field}` });

export const missingHeader = (header: string): Failure =>
  new Failure(400, 'MissingParameter', `Missing required header: ${header}`, { code: `missing:${header}` });

export type TokenFault = 'missing' | 'malformed' | 'unknown' | 'expired' | 'revoked';

/** One message for every unusable token: only its holder's operator may know why. */
export const unauthorized = (fault: TokenFault): Failure =>
  new Failure(
    401,
    'Unauthorized',
    fault === 'missing' ? 'A bearer token is required' : 'The bearer token is not valid',
    {
      code: fault === 'missing' ? 'token_missing' : 'token_invalid',
    },
  );

export const forbiddenScope = (): Failure =>
  new Failure(403, 'Forbidden', 'The token is for another scope', { code: 'token_scope' });

export const forbiddenPermission = (): Failure =>
  new Failure(403, 'Forbidden', 'The token may only read', { code: 'token_permission' });

export const forbiddenToTokens = (): Failure =>
  new Failure(403, 'Forbidden', 'Only the operator may do this', { code: 'operator_only' });

export const catalogNotFound = (): Failure =>
  new Failure(404, 'CatalogNotFound', 'Catalog not found', { code: 'catalog_not_found' });

export const contentModelNotFound = (): Failure =>
  new Failure(404, 'ContentModelNotFound', 'Content model not found', { code: 'content_model_not_found' });

export const recordNotFound = (message = 'Record not found', code = 'record_not_found'): Failure =>
  new Failure(404, 'RecordNotFound', message, { code });

export const storeNotFound = (): Failure =>
  new Failure(404, 'StoreNotFound', 'Store not found', { code: 'store_not_found' });

export const versionNotFound = (): Failure =>
  new Failure(404, 'VersionNotFound', 'The record has no such version', { code: 'version_not_found' });

export const formNotFound = (): Failure =>
  new Failure(404, 'FormNotFound', 'Form not found', { code: 'form_not_found' });

/** Of the management interface: `kind` in words, e.g. `content model`. */
export const resourceNotFound = (kind: string): Failure =>
  new Failure(404, 'ResourceNotFound', `There is no such ${kind}`, {
    code: `${kind.replaceAll(' ', '_')}_not_found`,
  });

export const environmentNotFound = (): Failure =>
  new Failure(404, 'EnvironmentNotFound', 'Environment not found', { code: 'environment_not_found' });

export const domainNotFound = (): Failure =>
  new Failure(404, 'DomainNotFound', 'No environment is registered for this host', {
    code: 'domain_not_found',
  });

export const routeNotFound = (): Failure =>
  new Failure(404, 'RouteNotFound', 'There is no such route', { code: 'route_not_found' });

export const contentSearchNotConfigured = (): Failure =>
  new Failure(500, 'ContentSearchNotConfigured', 'Content search is not configured for this catalog', {
    code: 'content_search_not_configured',
  });

export const modelNotVersionable = (): Failure =>
  new Failure(409, 'Conflict', 'The content model is not versionable', { code: 'model_not_versionable' });

export const idempotencyKeyReused = (): Failure =>
  new Failure(409, 'Conflict', 'The idempotency key was used with another request', {
    code: 'idempotency_key_reused',
  });

/** Something of that id stands already. */
export const alreadyExists = (kind: string): Failure =>
  new Failure(409, 'Conflict', `There is such a ${kind} already`, { code: 'already_exists' });

/** What is right in itself but not beside what stands: a reference to nothing, or a name that is another's. */
export const refusedByState = (field: string, message: string): Failure =>
  new Failure(409, 'Conflict', message, { code: `refused:${field}` });

/** Of a model of the type `single`. */
export const singleRecordExists = (): Failure =>
  new Failure(409, 'Conflict', 'The content model takes one record only and has it', {
    code: 'single_record_exists',
  });

/** What would be left without something it refers to. */
export interface Dependent {
  readonly kind: string;
  readonly id: string;
}

/** `dependents` are the first of `count`. */
export const hasDependents = (kind: string, dependents: readonly Dependent[], count: number): Failure =>
  new Failure(409, 'Conflict', `The ${kind} is still needed by ${count} other things`, {
    code: 'has_dependents',
    details: { dependents, dependent_count: count },
  });

/** Decision 0025: it would be more than the tenant may keep. Deleting makes room, and the operator may raise the limit. */
export const limitExceeded = ({ limit, allowed, wanted }: Excess): Failure => {
  const { counted, holder } = wordsOf(limit);
  const setting = settingOf(limit);
  return new Failure(
    409,
    'Conflict',
    `A ${holder} may have ${allowed} ${counted}, and this one would have ${wanted}; ${setting} raises the limit`,
    { code: `limit_exceeded:${limit}`, details: { limit: { name: limit, allowed, wanted, setting } } },
  );
};

/** The caller worked from a state that is no longer the present one. `details` say what is now. */
export const preconditionFailed = (details: Readonly<Record<string, unknown>> = {}): Failure =>
  new Failure(412, 'PreconditionFailed', 'It was changed in the meantime', { code: 'changed', details });

/** One thing that is wrong with one field of a record or a form. */
export interface FieldError {
  /** `title`, `fields.price`, `fields.seo.keywords.0`. */
  readonly field: string;
  /** Of a record's text; absent where there are no locales. */
  readonly locale?: string;
  readonly code: string;
  readonly message: string;
}

/** Values that do not fit the fields they are for; one error for each field. */
export const invalidValues = (errors: readonly FieldError[]): Failure => {
  const [first] = errors;
  return new Failure(
    400,
    'InvalidInput',
    errors.length === 1 ? (first?.message ?? '') : `${errors.length} fields are not valid`,
    { code: `${first?.code}:${first?.field}`, details: { field_errors: errors } },
  );
};

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
  new Failure(409, 'Conflict', 'The form asks for a captcha, but no verifier is configured', {
    code: 'captcha_not_configured',
  });

export const tooManyRequests = (retryAfterSeconds: number): Failure =>
  new Failure(429, 'TooManyRequests', 'Too many requests; try again later', {
    code: 'too_many_requests',
    retryAfterSeconds,
    refusal: 'rate_limit',
  });

export const tooManyConcurrent = (retryAfterSeconds: number): Failure =>
  new Failure(429, 'TooManyRequests', 'Too many requests at once; try again when others are answered', {
    code: 'too_many_concurrent',
    retryAfterSeconds,
    refusal: 'rate_limit',
  });

export const payloadTooLarge = (maxBytes: number): Failure =>
  new Failure(413, 'PayloadTooLarge', `The request body is larger than ${maxBytes} bytes`, {
    code: 'payload_too_large',
  });

/** What cannot be read as HTTP, before any operation is known. */
export const malformedRequest = (): Failure =>
  new Failure(400, 'InvalidInput', 'The request is not valid HTTP', { code: 'malformed_http' });

export const headersTooLarge = (): Failure =>
  new Failure(431, 'RequestHeaderFieldsTooLarge', 'The request line and its headers are too large', {
    code: 'headers_too_large',
  });

export const expectationFailed = (): Failure =>
  new Failure(417, 'InvalidInput', 'The only expectation that can be met is 100-continue', {
    code: 'expectation_failed',
  });

export const requestTimeout = (): Failure =>
  new Failure(408, 'RequestTimeout', 'The request did not arrive in time', { code: 'request_timeout' });

/** Of a request that others wait for. What came before it is handled; the rest may be sent again. */
export const requestTooSlow = (): Failure =>
  new Failure(408, 'RequestTimeout', 'The request moved too slowly while others were waiting', {
    code: 'request_too_slow',
  });

export const internalError = (): Failure =>
  new Failure(500, 'InternalError', 'Unexpected server error', { code: 'internal_error' });
