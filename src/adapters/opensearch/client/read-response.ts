// Responses of OpenSearch as values or errors. A search that not all shards took part in, or not to the end, is an error.

import { parseJson } from '../../../domain/text/parse-json.ts';
import { SearchServerError, SearchServerGone } from './search-server-errors.ts';
import type { CallResponse } from './send-call.ts';

/** A proxy without its server, a cluster without its manager or its shards, a shard that was too slow. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** Errors with status 500 that mean a node was lost while it took part in the call, or ended it for the sake of others. */
const LOST =
  /^(?:node_(?:disconnected|not_connected|closed)|connect_transport|receive_timeout_transport|task_cancelled)_exception$/;

/** A shard that ran into the timeout of the search has this one. */
const isTooSlow = ({ type, reason }: ErrorEntry): boolean =>
  type === 'query_phase_execution_exception' && reason === 'Time exceeded';

interface ErrorEntry {
  readonly type: string;
  readonly reason: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The error of one response, with those of single shards that it was put together from. */
const listErrors = (error: unknown): ErrorEntry[] => {
  if (!isObject(error)) return [{ type: '', reason: textOf(error) }];
  const causes = Array.isArray(error['root_cause']) ? error['root_cause'].filter(isObject) : [];
  return [error, ...causes].map((entry) => ({
    type: textOf(entry['type']),
    reason: textOf(entry['reason']),
  }));
};

/** `error` of a response, or of one of several in a response. */
const failureOf = (
  endpoint: string,
  status: number,
  error: unknown,
): SearchServerError | SearchServerGone => {
  const errors = listErrors(error);
  const isLost = status >= 500 && errors.some((entry) => LOST.test(entry.type) || isTooSlow(entry));
  const failure = new SearchServerError(endpoint, status, errors[0]?.type, errors[0]?.reason);
  return UNAVAILABLE.has(status) || isLost
    ? new SearchServerGone('unavailable', failure.message, failure)
    : failure;
};

const parseResponse = (endpoint: string, { status, text }: CallResponse): unknown => {
  if (text === '') return undefined;
  try {
    return parseJson(text);
  } catch {
    // Not OpenSearch's words, but those of a proxy.
    if (status >= 300) return undefined;
    throw new SearchServerError(endpoint, status, 'not_json', 'the answer is not JSON');
  }
};

export const readResponse = (endpoint: string, response: CallResponse): unknown => {
  const body = parseResponse(endpoint, response);
  if (response.status >= 200 && response.status < 300) return body;
  throw failureOf(endpoint, response.status, isObject(body) ? body['error'] : undefined);
};

const isWhole = (shards: unknown): boolean =>
  isObject(shards) && shards['failed'] === 0 && shards['successful'] === shards['total'];

/** Throws unless all shards responded, in time. */
export const checkSearch = (endpoint: string, response: unknown): void => {
  if (isObject(response) && response['error'] !== undefined)
    throw failureOf(endpoint, Number(response['status']), response['error']);
  if (!isObject(response) || response['timed_out'] !== false || !isWhole(response['_shards']))
    throw new SearchServerGone('partial', `OpenSearch answered ${endpoint} without all of its shards`);
};
