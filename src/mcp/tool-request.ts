// The arguments of a tool as the HTTP request of its operation. Only what would end up in the wrong place is refused here; the service
// checks the values themselves, as for everyone.

import { fillPath } from '../contract/operation.ts';
import { isBlankText } from '../domain/text/blank.ts';
import { shownName } from '../domain/text/shown-name.ts';
import type { Place, Tool, ToolArgument } from './tool.ts';

/** Without the headers of scope and token, which are the sender's. */
export interface ToolRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Why a tool could not do its work, in words for the agent. */
export class ToolFault extends Error {}

export const requestOf = (tool: Tool, given: unknown, place: Place): ToolRequest => {
  const values = readValues(tool, given, place);
  const parts = { path: {}, query: {}, header: {}, body: {} } as Record<
    ToolArgument['place'],
    Record<string, unknown>
  >;
  for (const [shown, value] of values) {
    const argument = tool.arguments.get(shown) as ToolArgument;
    parts[argument.place][argument.name] = checked(shown, value, argument.place);
  }
  const { method, path, body } = tool.operation;
  const query = new URLSearchParams(
    Object.entries(parts.query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return {
    method,
    target: `${fillPath(path, parts.path)}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(parts.header as Record<string, string>),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(tool.bodyOf(parts.body, place)),
  };
};

/** Models send null for what they do not use. */
const readValues = (tool: Tool, given: unknown, place: Place): [string, unknown][] => {
  const sent = Object.entries((given ?? {}) as Readonly<Record<string, unknown>>).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const unknown = sent.find(([name]) => !tool.arguments.has(name));
  if (unknown !== undefined) {
    const known = [...tool.arguments.keys()].join(', ');
    throw new ToolFault(`${tool.name} has no argument ${shownName(unknown[0])}; it has: ${known}`);
  }
  const values = new Map([...Object.entries(tool.defaultsAt(place)), ...sent]);
  const missing = [...tool.arguments].filter(([name, { isRequired }]) => isRequired && !values.has(name));
  if (missing.length > 0)
    throw new ToolFault(`${tool.name} needs ${missing.map(([name]) => name).join(', ')}`);
  return [...values];
};

const HEADER_TEXT = /^[\x21-\x7e]{1,255}$/;

const checked = (name: string, value: unknown, place: ToolArgument['place']): unknown => {
  if (place === 'body') return value;
  if (!['string', 'number', 'boolean'].includes(typeof value))
    throw new ToolFault(`${name} must be a text, a number or a boolean`);
  const text = String(value);
  // A URL would lose these, and lead somewhere else.
  if (place === 'path' && (isBlankText(text) || /^\.{1,2}$/.test(text) || !text.isWellFormed()))
    throw new ToolFault(`${name} is blank, or no id or name`);
  if (place === 'header' && !HEADER_TEXT.test(text))
    throw new ToolFault(`${name} must be 1 to 255 visible ASCII characters without spaces`);
  return text;
};
