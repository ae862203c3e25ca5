// A recorded request as spans: one of the server, and one for each part of it. Names follow OpenTelemetry's conventions for HTTP;
// what is our own begins with `vitrine.`.

import type { Scope } from '../domain/access/scope.ts';
import type { ServedRequest } from '../domain/trace.ts';
import { attributesJson, nanosOf } from './otlp-json.ts';
import type { FinishedTrace, TracePart } from './traces.ts';

const KIND_INTERNAL = 1;
const KIND_SERVER = 2;
const SERVER_ERROR = 500;
/** Sampled; it is known whether the parent is remote; it is. */
const FLAGS_LOCAL = 0x101;
const FLAGS_REMOTE = 0x301;
const FAILED = ',"status":{"code":2}';
const KEPT_MAX = 2_000;

/** Requests of a caller share one scope object. */
const scopes = new WeakMap<Scope, string>();

const scopeJson = (scope: Scope): string => {
  let json = scopes.get(scope);
  if (json === undefined) {
    const { tenantId, workspaceId, environmentId } = scope;
    const found = attributesJson({
      'vitrine.tenant_id': tenantId || undefined,
      'vitrine.workspace_id': workspaceId || undefined,
      'vitrine.environment_id': environmentId || undefined,
    });
    json = found === '' ? '' : `,${found}`;
    scopes.set(scope, json);
  }
  return json;
};

const heads = new Map<string, string>();

/** Everything that requests of the same kind share. Only fixed words are in it, so there are few. */
const headOf = (served: ServedRequest): string => {
  const { method, operation, route = '', status, cache, failure = '', refusal = '' } = served;
  const key = `${operation} ${status} ${cache} ${method} ${route} ${failure} ${refusal}`;
  let head = heads.get(key);
  if (head === undefined) {
    const attributes = attributesJson({
      'http.request.method': method,
      'http.route': route || undefined,
      'http.response.status_code': status,
      'error.type': status >= SERVER_ERROR ? failure || String(status) : undefined,
      'vitrine.operation': operation,
      'vitrine.cache': cache,
      'vitrine.failure': failure || undefined,
      'vitrine.refusal': refusal || undefined,
    });
    const name = JSON.stringify(route === '' ? method : `${method} ${route}`);
    const failed = status >= SERVER_ERROR ? FAILED : '';
    head = `"name":${name},"kind":${KIND_SERVER}${failed},"attributes":[${attributes}`;
    if (heads.size < KEPT_MAX) heads.set(key, head);
  }
  return head;
};

/** `epochMs`: what `performance.now()` counts from. */
export const spansJson = (finished: FinishedTrace, epochMs: number): string => {
  const { traceId, spanId, parent, parts, endedAt, served } = finished;
  const { tookMs, bytes, scope } = served;
  const end = epochMs + endedAt;
  const above = parent === undefined ? '' : `,"parentSpanId":"${parent.spanId}"`;
  let json =
    `{"traceId":"${traceId}","spanId":"${spanId}"${above},"flags":${parent === undefined ? FLAGS_LOCAL : FLAGS_REMOTE},` +
    `"startTimeUnixNano":"${nanosOf(end - tookMs)}","endTimeUnixNano":"${nanosOf(end)}",` +
    `${headOf(served)},{"key":"http.response.body.size","value":{"intValue":"${bytes}"}}${scope === undefined ? '' : scopeJson(scope)}]}`;
  for (const part of parts) json += `,${partJson(part, traceId, spanId, epochMs)}`;
  return json;
};

const partJson = (part: TracePart, traceId: string, ofRequest: string, epochMs: number): string =>
  `{"traceId":"${traceId}","spanId":"${part.spanId}","parentSpanId":"${part.parent?.spanId ?? ofRequest}","flags":${FLAGS_LOCAL},` +
  `"name":${JSON.stringify(part.name)},"kind":${KIND_INTERNAL}${part.isFailed ? FAILED : ''},` +
  `"startTimeUnixNano":"${nanosOf(epochMs + part.startedAt)}","endTimeUnixNano":"${nanosOf(epochMs + part.endedAt)}"}`;
