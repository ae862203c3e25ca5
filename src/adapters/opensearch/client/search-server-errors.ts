// What can go wrong with a call to OpenSearch. Messages name the call by its endpoint, never by what was sent: texts of tenants
// belong in no log.

/** OpenSearch responded, and refused the call. Trying again does not help, except after 429. */
export class SearchServerError extends Error {
  readonly status: number;
  /** Such as `version_conflict_engine_exception`. Empty where the response has no error, as of a document that does not exist. */
  readonly type: string;
  /** In OpenSearch's words, which may repeat what was sent. */
  readonly reason: string;

  constructor(endpoint: string, status: number, type = '', reason = '') {
    super(`OpenSearch answered ${endpoint} with ${status}${type === '' ? '' : ` ${type}`}`);
    this.name = 'SearchServerError';
    this.status = status;
    this.type = type;
    this.reason = reason;
  }
}

/**
 * `unreachable`: no connection, or it broke. `deadline`: no response in time. `unavailable`: a response that says so, such as 503.
 * `partial`: not all shards responded. `busy`: it takes no more searches. `open`: the breaker is. `full`: so is the queue.
 * `closed`: by us.
 */
export type GoneCause =
  | 'unreachable'
  | 'deadline'
  | 'unavailable'
  | 'partial'
  | 'busy'
  | 'open'
  | 'full'
  | 'closed';

/** There is no response now. The same call may succeed later. */
export class SearchServerGone extends Error {
  readonly why: GoneCause;

  constructor(why: GoneCause, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SearchServerGone';
    this.why = why;
  }
}
