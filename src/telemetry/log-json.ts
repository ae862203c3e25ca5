// A line of the log as a log record. It has what the line has and nothing else; the names are those of spans where both have the same.

import { parseJson } from '../domain/text/parse-json.ts';
import { attributeJson, nanosOf, valueJson } from './otlp-json.ts';

/** From which number of the log on: the number and name of the severity. */
const severities: readonly (readonly [level: number, number: number, name: string])[] = [
  [60, 21, 'FATAL'],
  [50, 17, 'ERROR'],
  [40, 13, 'WARN'],
  [30, 9, 'INFO'],
  [20, 5, 'DEBUG'],
  [0, 1, 'TRACE'],
];

const names: Readonly<Record<string, string>> = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  requestId: 'vitrine.request_id',
  tenantId: 'vitrine.tenant_id',
  workspaceId: 'vitrine.workspace_id',
  environmentId: 'vitrine.environment_id',
  tokenId: 'vitrine.token_id',
  durationMs: 'vitrine.duration_ms',
};

const WARN = 40;
const LEVEL = /^\{"level":(\d+),/;

/** Whether the line should rather be kept than others. */
export const isImportantLine = (line: string): boolean => Number(LEVEL.exec(line)?.[1]) >= WARN;

/** Undefined for what is no line of the log. */
export const logRecordJson = (line: string): string | undefined => {
  const read = readLine(line);
  if (read === undefined) return undefined;
  const { level, time, msg, traceId, spanId, err, ...values } = read;
  const [, number, name] = severities.find(([from]) => Number(level) >= from) ?? [0, 1, 'TRACE'];
  const at = nanosOf(Number(time) || 0);
  const attributes = [
    ...Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => attributeJson(names[key] ?? `vitrine.${key}`, value)),
    ...exceptionJson(err),
  ];
  const within =
    typeof traceId === 'string' && typeof spanId === 'string'
      ? `,"traceId":${JSON.stringify(traceId)},"spanId":${JSON.stringify(spanId)}`
      : '';
  return (
    `{"timeUnixNano":"${at}","observedTimeUnixNano":"${at}","severityNumber":${number},"severityText":"${name}",` +
    `"body":${valueJson(String(msg ?? ''))},"attributes":[${attributes.join(',')}]${within}}`
  );
};

const readLine = (line: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value = parseJson(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};

const exceptionJson = (err: unknown): string[] => {
  if (typeof err !== 'object' || err === null) return [];
  const { type, message, stack, ...rest } = err as Readonly<Record<string, unknown>>;
  const known = { 'exception.type': type, 'exception.message': message, 'exception.stacktrace': stack };
  const others = Object.entries(rest).map(([key, value]) => attributeJson(`vitrine.err.${key}`, value));
  return [...Object.entries(known).map(([key, value]) => attributeJson(key, value)), ...others];
};
