// Pieces of OTLP in its JSON form, which https://opentelemetry.io/docs/specs/otlp/ describes: attributes, times, and what surrounds the
// records of an export. Texts are joined by hand, so that what many records share is written once.

export type AttributeValue = string | number | boolean;

const NAME = 'vitrine';
const NANOS_DIGITS = 6;
const NANOS_PER_MS = 1_000_000;

export const valueJson = (value: unknown): string => {
  if (typeof value === 'string') return `{"stringValue":${JSON.stringify(value)}}`;
  if (typeof value === 'boolean') return `{"boolValue":${value}}`;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return `{"intValue":"${value}"}`;
  if (typeof value === 'number' && Number.isFinite(value)) return `{"doubleValue":${value}}`;
  return `{"stringValue":${JSON.stringify(JSON.stringify(value) ?? 'null')}}`;
};

export const attributeJson = (key: string, value: unknown): string =>
  `{"key":${JSON.stringify(key)},"value":${valueJson(value)}}`;

export const attributesJson = (values: Readonly<Record<string, AttributeValue | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => attributeJson(key, value))
    .join(',');

/** Milliseconds since 1970 as a whole number of nanoseconds, which no JavaScript number can hold. */
export const nanosOf = (epochMs: number): string => {
  const whole = Math.floor(epochMs);
  const nanos = Math.floor((epochMs - whole) * NANOS_PER_MS);
  return `${whole}${String(nanos).padStart(NANOS_DIGITS, '0')}`;
};

/** What comes before and after the records of an export. */
export interface Frame {
  readonly before: string;
  readonly after: string;
}

const frameOf = (resources: string, scopes: string, records: string, resource: string, version: string) => ({
  before: `{"${resources}":[{"resource":{"attributes":[${resource}]},"${scopes}":[{"scope":{"name":"${NAME}","version":${JSON.stringify(version)}},"${records}":[`,
  after: ']}]}]}',
});

export const buildFrames = (attributes: Readonly<Record<string, AttributeValue>>, version: string) => {
  const resource = attributesJson(attributes);
  return {
    traces: frameOf('resourceSpans', 'scopeSpans', 'spans', resource, version),
    metrics: frameOf('resourceMetrics', 'scopeMetrics', 'metrics', resource, version),
    logs: frameOf('resourceLogs', 'scopeLogs', 'logRecords', resource, version),
  } satisfies Record<string, Frame>;
};
