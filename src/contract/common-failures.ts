// Descriptions of the failure statuses that many operations share. An operation may add statuses of its own or describe
// one of these in more detail.

export const TOO_MANY =
  'The tenant or the token sent too many requests, or too many at once. Try again after `Retry-After` seconds.';

/** Appended to the description of a write's 409. */
export const OR_LIMIT = ' Or the write would exceed a limit (`limit_exceeded:…`); `Data.limit` says which.';

/** What any request can fail with. */
export const anyRequest = {
  400: 'The request cannot be parsed or validated, or it asks for more work than one request may cause (`too_much:…`). `message` says what is wrong, `code` identifies the cause.',
  413: 'The request body is too large.',
  429: TOO_MANY,
  500: 'Unexpected error.',
  503: 'The service is temporarily unavailable or too busy for this request (`busy`). Try again after `Retry-After` seconds.',
} as const;

/** Sent before a request is routed, so always in the shape with `Error` at the top level. */
export const unroutedFailures = {
  417: 'The `Expect` header asks for something other than `100-continue`.',
  431: 'The request line and the headers together are too large.',
} as const;

/** For operations that anyone may call in an open environment. */
export const openFailures = {
  ...anyRequest,
  401: 'The environment requires a token and none was sent, or the token is not valid.',
  403: 'The token is for another scope.',
} as const;

/** For operations that need a token. */
export const readFailures = {
  ...anyRequest,
  401: 'No token was sent, or it is not valid.',
  403: 'The token is for another scope.',
} as const;

/** For operations that need a `full` token. */
export const fullFailures = {
  ...anyRequest,
  401: 'No token was sent, or it is not valid.',
  403: 'The token is for another scope, or it may only read.',
} as const;

/** For operations on a whole workspace. */
export const manageFailures = {
  ...anyRequest,
  401: 'No token was sent, or it is not valid.',
  403: 'The token is for another workspace, is limited to some environments, or may only read.',
} as const;

/** For operations that belong to no workspace. */
export const operatorFailures = {
  ...anyRequest,
  401: 'No token was sent, or it is not valid.',
  403: 'Only the operator may do this.',
} as const;

export const NOT_FOUND = 'An object named in the request does not exist in its scope.';

export const WRITE_CONFLICT = `The object already exists, refers to an object that does not exist, or uses a name that another object has.${OR_LIMIT}`;

export const CHANGED =
  'A precondition does not hold, for example because the object was changed in the meantime. `Data.current` is its current state, `null` if it does not exist.';
