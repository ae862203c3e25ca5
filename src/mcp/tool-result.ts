// The response of an operation as the result of a tool: the payload without its envelope, as compact JSON. A failure is a result too, so
// that the agent reads what was wrong and can correct it.

import { isObject } from '../domain/text/json-value.ts';
import { parseJson } from '../domain/text/parse-json.ts';
import type { Tool } from './tool.ts';

/** About 25,000 tokens. */
export const RESULT_MAX_CHARS = 100_000;
/** What a write returns has the texts that were written. */
const WRITTEN_MAX_CHARS = 8_000_000;
const DETAILS_MAX_CHARS = 10_000;

export interface ToolResponse {
  readonly status: number;
  readonly text: string;
  /** Of `Retry-After`. */
  readonly retryAfter: string | undefined;
}

export interface ToolResult {
  readonly [key: string]: unknown;
  readonly content: { type: 'text'; text: string }[];
  readonly isError?: boolean;
}

const resultOf = (text: string): ToolResult => ({ content: [{ type: 'text', text }] });

export const faultOf = (message: string): ToolResult => ({ ...resultOf(message), isError: true });

export const readResponse = (tool: Tool, { status, text, retryAfter }: ToolResponse): ToolResult => {
  const isFailure = status >= 400;
  const maxChars = tool.hints.readOnlyHint && !isFailure ? RESULT_MAX_CHARS : WRITTEN_MAX_CHARS;
  if (text.length > maxChars) return tooLong(text.length, maxChars);
  const body = parseBody(text);
  if (body === undefined) return faultOf(foreignResponse(status));
  if (isFailure) return faultOf(describeFailure(status, body, retryAfter) ?? foreignResponse(status));
  const payload = tool.operation.envelope === 'wrapped' ? body['Data'] : body;
  if (!isObject(payload)) return faultOf(foreignResponse(status));
  const shown = JSON.stringify(tool.show(payload));
  return tool.isFailed(payload) ? faultOf(`Not all of it was done: ${shown}`) : resultOf(shown);
};

const tooLong = (chars: number, maxChars: number): ToolResult =>
  faultOf(
    `The answer has ${chars} characters, and a tool returns ${maxChars} at most: ask for fewer items with limit, or for fewer fields with fields`,
  );

const foreignResponse = (status: number): string =>
  `HTTP ${status}: this is no answer of Vitrine. Is the address of the service right?`;

const parseBody = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const body = parseJson(text);
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
};

/** `HTTP 404 RecordNotFound: … (code record_not_found)`, then the details that the failure carries; undefined if it is none of ours. */
const describeFailure = (
  status: number,
  body: Readonly<Record<string, unknown>>,
  retryAfter: string | undefined,
): string | undefined => {
  const outer = isObject(body['Data']) ? body['Data'] : body;
  const { Error: error, Status: _, ...details } = outer;
  if (!isObject(error)) return undefined;
  const more = Object.keys(details).length === 0 ? '' : JSON.stringify(details);
  return [
    `HTTP ${status} ${error['name']}: ${error['message']} (code ${error['code']})`,
    ...(retryAfter === undefined ? [] : [`Try again after ${retryAfter} seconds.`]),
    ...(more === '' ? [] : [more.slice(0, DETAILS_MAX_CHARS)]),
  ].join('\n');
};
