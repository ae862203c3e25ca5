// The log for a person at a terminal: each JSON line as one short, aligned line; the cause of an error below it. What it does not know
// is shown as it came.

import type { Paint } from '../colors.ts';
import { showText } from '../print.ts';

type Line = Readonly<Record<string, unknown>>;

const ROUTE_CHARS = 48;
const DURATION_CHARS = 9;

/** By the numbers of the log, from which on they apply. */
const levels: readonly (readonly [number, string, Parameters<Paint>[0]])[] = [
  [50, 'error', 'red'],
  [40, 'warn', 'yellow'],
  [30, 'info', 'green'],
  [0, 'debug', 'dim'],
];

/** Takes the place of the stream that the log is written to. */
export const buildReadableLog = (stream: { write(text: string): unknown }, paint: Paint) => ({
  write: (line: string): void => void stream.write(showLine(line, paint)),
});

export const showLine = (json: string, paint: Paint): string => {
  const line = parse(json);
  if (line === undefined) return json;
  const { level, time, msg, err, worker, ...values } = line;
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const from = worker === undefined ? '' : ` ${paint('dim', `#${worker}`)}`;
  const told =
    'route' in values && 'status' in values
      ? showRequest(values, paint)
      : showEvent(Number(level), msg, values, paint);
  return `${paint('dim', clock)}${from} ${told}\n${showError(err, paint)}`;
};

const parse = (json: string): Line | undefined => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
};

const showRequest = (values: Line, paint: Paint): string => {
  const { method, route, status, durationMs, failure, tenantId, workspaceId } = values;
  const color = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : 'green';
  const place = [tenantId, workspaceId].filter((part) => part !== undefined).join('/');
  return [
    paint(color, String(status)),
    String(method).padEnd(6),
    // A path that no route serves is never logged.
    String(route ?? '(no route)').padEnd(ROUTE_CHARS),
    paint('dim', `${Number(durationMs).toFixed(1)} ms`.padStart(DURATION_CHARS)),
    ...(failure === undefined ? [] : [paint(color, String(failure))]),
    ...(place === '' ? [] : [paint('dim', showText(place))]),
  ].join(' ');
};

const showEvent = (level: number, msg: unknown, values: Line, paint: Paint): string => {
  const [, name, color] = levels.find(([from]) => level >= from) ?? [0, 'info', 'green'];
  const details = Object.entries(values).map(([key, value]) =>
    paint('dim', `${key}=${showText(typeof value === 'string' ? value : JSON.stringify(value))}`),
  );
  return [paint(color, name), showText(String(msg ?? '')), ...details].join(' ');
};

const showError = (err: unknown, paint: Paint): string => {
  if (typeof err !== 'object' || err === null) return '';
  const { stack, message, cause } = err as { stack?: unknown; message?: unknown; cause?: unknown };
  const lines = String(stack || message || '')
    .split('\n')
    .map((line) => `  ${paint('dim', showText(line))}\n`);
  return lines.join('') + showError(cause, paint);
};
