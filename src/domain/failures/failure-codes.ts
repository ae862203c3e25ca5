// Every `Error.name` and every form of `Error.code`, as lists. The type of a failure and the description of the
// interface are derived from them: a code that is not listed here does not compile.

export const failureNames = [
  'InvalidInput',
  'MissingParameter',
  'Unauthorized',
  'Forbidden',
  'CatalogNotFound',
  'ContentModelNotFound',
  'RecordNotFound',
  'StoreNotFound',
  'ProductNotFound',
  'EnvironmentNotFound',
  'VersionNotFound',
  'FormNotFound',
  'ResourceNotFound',
  'DomainNotFound',
  'RouteNotFound',
  'MethodNotAllowed',
  'ContentSearchNotConfigured',
  'PayloadTooLarge',
  'RequestHeaderFieldsTooLarge',
  'RequestTimeout',
  'TooManyRequests',
  'Conflict',
  'PreconditionFailed',
  'ServiceUnavailable',
  'StorageFull',
  'StorageReadOnly',
  'StorageDamaged',
  'StorageFailed',
  'StorageUnreachable',
  'OutcomeUnknown',
  'InternalError',
] as const;

export type FailureName = (typeof failureNames)[number];

/** Why a value is refused; with the field it makes `Error.code`, e.g. `blank_value:sort_order`. */
export const inputFaults = [
  'blank_value',
  'wrong_type',
  'malformed',
  'not_allowed',
  'out_of_range',
  'too_long',
  'too_many',
  'too_few',
  'repeated',
  'unknown_field',
  'unknown_parameter',
  'invalid_character',
  'media_type',
  'empty_body',
  'invalid_json',
  'conflicting',
  'refused',
  'expired',
] as const;

export type InputFault = (typeof inputFaults)[number];

/** Why a value does not fit the field of a record, a form or a managed thing. */
export const fieldFaults = [
  ...inputFaults,
  'missing',
  'too_short',
  'pattern_not_supported',
  'too_deep',
  'not_found',
  'not_unique',
] as const;

export type FieldFault = (typeof fieldFaults)[number];

/** What stands before the colon in a code that names a field, a part or a limit. */
export const codePrefixes = [
  ...fieldFaults,
  'too_fast',
  'too_much',
  'would_break',
  'limit_exceeded',
] as const;

/** Codes that name nothing else. */
export const plainCodes = [
  'malformed_http',
  'expectation_failed',
  'token_missing',
  'token_invalid',
  'token_scope',
  'token_permission',
  'operator_only',
  'operator_only_manages',
  'method_not_allowed',
  'request_timeout',
  'request_too_slow',
  'model_not_versionable',
  'idempotency_key_reused',
  'already_exists',
  'single_record_exists',
  'has_dependents',
  'captcha_not_configured',
  'changed',
  'base_gone',
  'payload_too_large',
  'headers_too_large',
  'too_many_requests',
  'too_many_concurrent',
  'content_search_not_configured',
  'internal_error',
  'service_unavailable',
  'busy',
  'deadline_exceeded',
  'index_not_ready',
  'warming',
  'stopping',
  'position_not_reached',
  'search_unavailable',
  'storage_full',
  'storage_read_only',
  'storage_damaged',
  'storage_failed',
  'storage_unreachable',
  'outcome_unknown',
] as const;

export type FailureCode =
  | (typeof plainCodes)[number]
  | `${string}_not_found`
  | `${(typeof codePrefixes)[number]}:${string}`;
