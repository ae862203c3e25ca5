// What the failures of the management interface, of records and of forms mean, said once. An operation adds its own
// statuses, or says one of these in words of its own.

export const TOO_MANY =
  'More requests than the tenant or the token may send, or more at once; try again after `Retry-After` seconds.';

/** Of a write, in words that follow others. */
export const OR_LIMIT = ' Or it is beyond a limit (`limit_exceeded:…`): `Data.limit` says which.';

/** What may befall any request. */
export const anyRequest = {
  400: 'The request cannot be parsed or validated, or asks for more work than one request may cost (`too_much:…`); the message says what is wrong and `code` pins it.',
  413: 'The request body is too large.',
  429: TOO_MANY,
  500: 'Unexpected error.',
  503: 'A backend is down, or there is no time for long work now (`busy`); try again after `Retry-After` seconds.',
} as const;

/** What is answered before it is known for which operation a request is: in the top-level shape, whatever the operation. */
export const unroutedFailures = {
  417: 'An `Expect` header asks for something else than `100-continue`. In the top-level shape.',
  431: 'The request line and its headers are too large together. In the top-level shape.',
} as const;

/** Of operations that anyone may use where the environment is open. */
export const openFailures = {
  ...anyRequest,
  401: 'The environment demands a token and none was sent, or the one sent is not valid.',
  403: 'The token is for another scope.',
} as const;

/** Of operations that need a token of the scope. */
export const readFailures = {
  ...anyRequest,
  401: 'No valid token was sent.',
  403: 'The token is for another scope.',
} as const;

/** Of operations that need a `full` token of the scope. */
export const fullFailures = {
  ...anyRequest,
  401: 'No valid token was sent.',
  403: 'The token is for another scope, or may only read.',
} as const;

/** Of operations on a whole workspace. */
export const manageFailures = {
  ...anyRequest,
  401: 'No valid token was sent.',
  403: 'The token is for another workspace or for some environments only, or may only read.',
} as const;

/** Of operations above every workspace. */
export const operatorFailures = {
  ...anyRequest,
  401: 'No valid token was sent.',
  403: 'Only the operator may do this.',
} as const;

export const CHANGED =
  'It was changed in the meantime, or a precondition does not hold; `Data.current` is what stands now, `null` when nothing does.';
