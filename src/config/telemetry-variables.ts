// The settings of OpenTelemetry: the standard OTEL_* variables, as far as the service knows them. Without an endpoint there is none, and
// nothing else is read: the variables may be meant for other programs.

import { oneOf, trueOrFalse, ValueFault, wholeNumber } from './kinds.ts';

export const signals = ['traces', 'metrics', 'logs'] as const;
export type SignalName = (typeof signals)[number];

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface Sampling {
  /** Whether a request whose caller traces it is recorded exactly if the caller's part is. */
  readonly isParentBased: boolean;
  /** The share of the others that is recorded, 0 to 1. */
  readonly ratio: number;
}

/** Where one kind of telemetry goes. */
export interface SignalTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly isCompressed: boolean;
  /** How often it is sent. */
  readonly everyMs: number;
  /** What may wait to be sent; more is dropped. */
  readonly queueMax: number;
}

export interface TelemetryConfig {
  /** Absent: not exported. */
  readonly traces: SignalTarget | undefined;
  readonly metrics: SignalTarget | undefined;
  readonly logs: SignalTarget | undefined;
  readonly sampling: Sampling;
  /** What describes this service, such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
}

const OTLP = 'OTEL_EXPORTER_OTLP_';
const DAY_MS = 86_400_000;

/** Every variable that is read; those of OTLP also with the name of a signal, such as `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`. */
export const telemetryVariables = [
  'OTEL_SDK_DISABLED',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  `${OTLP}ENDPOINT`,
  `${OTLP}HEADERS`,
  `${OTLP}PROTOCOL`,
  `${OTLP}COMPRESSION`,
  `${OTLP}TIMEOUT`,
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
  'OTEL_LOGS_EXPORTER',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_BSP_SCHEDULE_DELAY',
  'OTEL_BSP_MAX_QUEUE_SIZE',
  'OTEL_BLRP_SCHEDULE_DELAY',
  'OTEL_BLRP_MAX_QUEUE_SIZE',
  'OTEL_METRIC_EXPORT_INTERVAL',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined if it is not configured. What is not valid is added to `faults`. */
export const readTelemetry = (environment: Environment, faults: string[]): TelemetryConfig | undefined => {
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== '';
  const hasEndpoint = ['', ...signals].some((signal) => isSet(nameOf(signal, 'ENDPOINT')));
  if (!hasEndpoint) return undefined;
  const read = <T>(name: string, otherwise: T, parse: (text: string) => T): T => {
    if (!isSet(name)) return otherwise;
    try {
      return parse((environment[name] ?? '').trim());
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error;
      // Those of all signals are read once for each.
      const fault = `${name} ${error.message}`;
      if (!faults.includes(fault)) faults.push(fault);
      return otherwise;
    }
  };
  if (read('OTEL_SDK_DISABLED', false, (text) => trueOrFalse.read(text.toLowerCase()))) return undefined;
  const target = (signal: SignalName, limits: Pick<SignalTarget, 'everyMs' | 'queueMax'>) => {
    const exporter = read(`OTEL_${signal.toUpperCase()}_EXPORTER`, 'otlp', oneOf(['otlp', 'none']).read);
    const own = <T>(part: string, otherwise: T, parse: (text: string) => T): T =>
      read(nameOf(signal, part), read(nameOf('', part), otherwise, parse), parse);
    const shared = read(nameOf('', 'ENDPOINT'), '', (text) => pathOf(text, `v1/${signal}`));
    const url = read(nameOf(signal, 'ENDPOINT'), shared, (text) => readAddress(text).href);
    own('PROTOCOL', 'http/json', readProtocol);
    const found = {
      url,
      headers: own('HEADERS', {}, readHeaders),
      timeoutMs: own('TIMEOUT', 10_000, wholeNumber(1, 600_000).read),
      isCompressed: own('COMPRESSION', 'none', oneOf(['gzip', 'none']).read) === 'gzip',
      ...limits,
    };
    return exporter === 'none' || url === '' ? undefined : Object.freeze(found);
  };
  const every = (name: string, otherwise: number) => read(name, otherwise, wholeNumber(10, DAY_MS).read);
  const size = (name: string) => read(name, 2_048, wholeNumber(1, 100_000).read);
  return Object.freeze({
    traces: target('traces', {
      everyMs: every('OTEL_BSP_SCHEDULE_DELAY', 1_000),
      queueMax: size('OTEL_BSP_MAX_QUEUE_SIZE'),
    }),
    metrics: target('metrics', { everyMs: every('OTEL_METRIC_EXPORT_INTERVAL', 60_000), queueMax: 1 }),
    logs: target('logs', {
      everyMs: every('OTEL_BLRP_SCHEDULE_DELAY', 1_000),
      queueMax: size('OTEL_BLRP_MAX_QUEUE_SIZE'),
    }),
    sampling: samplingOf(
      read('OTEL_TRACES_SAMPLER', 'parentbased_always_on', oneOf(samplers).read),
      read('OTEL_TRACES_SAMPLER_ARG', 1, readRatio),
    ),
    resource: Object.freeze({
      'service.name': 'vitrine',
      ...read('OTEL_RESOURCE_ATTRIBUTES', {}, readPairs),
      ...read<Record<string, string>>('OTEL_SERVICE_NAME', {}, (name) => ({ 'service.name': name })),
    }),
  });
};

const nameOf = (signal: string, part: string): string =>
  `${OTLP}${signal === '' ? '' : `${signal.toUpperCase()}_`}${part}`;

const samplingOf = (sampler: (typeof samplers)[number], ratio: number): Sampling => ({
  isParentBased: sampler.startsWith('parentbased_'),
  ratio: sampler.endsWith('always_on') ? 1 : sampler.endsWith('always_off') ? 0 : ratio,
});

const readRatio = (text: string): number => {
  const ratio = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(ratio >= 0 && ratio <= 1)) throw new ValueFault('is not a number from 0 to 1');
  return ratio;
};

const readProtocol = (text: string): 'http/json' => {
  if (text === 'http/json') return text;
  throw new ValueFault(
    'is not http/json, the only protocol that Vitrine sends: leave it out, and name an endpoint for OTLP over HTTP, usually port 4318',
  );
};

const readAddress = (text: string): URL => {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new ValueFault('is not an http or https URL such as http://collector:4318');
  if (url.username !== '' || url.password !== '')
    throw new ValueFault(`must not contain a user name or password: send a header (${OTLP}HEADERS)`);
  return url;
};

const pathOf = (text: string, path: string): string => {
  const url = readAddress(text);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  return url.href;
};

/** `name=value` pairs with commas between them, the values percent-encoded. */
const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair, index) => {
        const [, name, value] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(pair) ?? [];
        try {
          if (name !== undefined && value !== undefined)
            return [decodeURIComponent(name), decodeURIComponent(value.trim())];
        } catch {
          // Reported below.
        }
        throw new ValueFault(
          `entry ${index + 1} is not name=value, percent-encoded, with commas between entries`,
        );
      }),
  );

const readHeaders = (text: string): Record<string, string> => {
  const pairs = readPairs(text);
  for (const [index, [name, value]] of Object.entries(pairs).entries()) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(value))
      throw new ValueFault(`entry ${index + 1} is not a valid HTTP header`);
  }
  return pairs;
};
