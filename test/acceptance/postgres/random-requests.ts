// Random requests to the demo shop: every operation, with ids, parameters and bodies that mostly exist and mostly fit, and some
// that do not. The same seed gives the same requests.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as demo from '../../../demo/build/ids.ts';
import type { Random } from '../../../demo/build/random.ts';
import { managedKinds } from '../../../src/contract/manage/manage-resources.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { allRoutes } from '../../../src/contract/routes.ts';
import { recordedRequests } from '../process/round-trip-requests.ts';
import { drawCount, drawQuery, mostly, words } from './random-queries.ts';

export const BUNDLE = join(import.meta.dirname, '..', '..', '..', 'demo', 'shop.ndjson');

type Line = Readonly<Record<string, unknown>> & { readonly kind: string };

/** Whose token is sent. */
export type Sender = 'operator' | 'full' | 'read' | 'nobody';

export interface RandomRequest {
  readonly operation: string;
  readonly sender: Sender;
  /** That it is about, if it is about one. */
  readonly record: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

const lines = readFileSync(BUNDLE, 'utf8')
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text) as Line);
const linesOf = (kind: string): readonly Line[] => lines.filter((line) => line.kind === kind);
const idsOf = (kind: string): string[] =>
  linesOf(kind).flatMap(({ id }) => (id === undefined ? [] : [String(id)]));

const kindsByOperation = new Map(
  managedKinds.flatMap((kind) =>
    ['list', 'create', 'get', 'put', 'delete'].map((verb) => [
      `manage-${verb}-${(verb === 'list' ? kind.many : kind.one).replaceAll(' ', '-')}`,
      kind,
    ]),
  ),
);

/** What the rest of the shop hangs on: never deleted, and changed only under other ids. */
const keptKinds: ReadonlySet<string> = new Set([
  'tenant',
  'workspace',
  'environment',
  'content_model',
  'catalog',
  'store',
]);

/** Few, so that what is written is read, changed and deleted again. Also ids that no request may have. */
const newIds = ['n1', 'n2', 'n3', 'é', 'Z', 'z', '😀', 'a b'];
const badIds = ['\u0000', 'x'.repeat(201), '%', '..'];
export const newUuids = Array.from({ length: 9 }, (_, at) => `0190a000-0000-7000-8000-00000000000${at + 1}`);
const environments = [demo.productionEnvironmentId, demo.stagingEnvironmentId];
const models = ['blog', 'blog', 'landing_page', 'site_settings', 'product', 'nowhere'];

const poolOf = (kind: string): readonly string[] => {
  const own = kind === 'content_model' || kind === 'form' ? newUuids : newIds;
  return keptKinds.has(kind) ? own : [...own, ...own, ...idsOf(kind).slice(0, 12)];
};

/** The model of each record; new ones are of two. */
const modelOf: ReadonlyMap<string, string> = new Map([
  ...linesOf('record').map(({ id, model }): [string, string] => [String(id), String(model)]),
  ...newUuids.map((id, at): [string, string] => [id, at % 3 === 0 ? 'landing_page' : 'blog']),
]);

/** A record that a request is about, with its model and its versions; mostly they belong together. */
export interface About {
  readonly model: string;
  readonly record: string;
  readonly versions: readonly string[];
}

export type Param = (random: Random, about: About) => string;

const params: Readonly<Record<string, Param>> = {
  id: (random) => random.pick([...idsOf('content_model'), ...newUuids, 'blog', 'nowhere']),
  modelInternalName: (_, { model }) => model,
  contentModelDataId: (_, { record }) => record,
  record_id: (_, { record }) => record,
  version_id: (random, { versions }) => random.pick(versions),
  other_version_id: (random, { versions }) => random.pick(versions),
  catalog_id: (random) => mostly(random, [demo.mainCatalogId], [demo.outletCatalogId, 'n1', 'nowhere']),
  tenant_id: (random) => random.pick([demo.tenantId, 'n1', 'n2']),
  form_id: (random) => random.pick([...idsOf('form'), ...newUuids, 'contact', 'nowhere']),
  host: (random) => random.pick(['a.example', 'b.example', 'A.example', 'shop.example:8080', '']),
  locale: (random) => mostly(random, ['en-us', 'de-de', 'fr'], ['xx-yy', 'no locale']),
  provider_id: (random) => random.pick(['wp-101', 'wp-134', ...newIds]),
  attribute_name: (random) => random.pick(['color', 'size', 'material', ...newIds]),
  facet_field: (random) => random.pick(['color', 'price', 'season', ...newIds]),
};

const ODD_VALUES: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  1.5,
  true,
  'ä😀',
  'x'.repeat(300),
  [],
  {},
  ['a', 'a'],
  'a\u0000b',
];

/** As it is, or with one field missing, replaced or added. Not the id: lists are in the order of ids, which a service would make. */
const mutate = (random: Random, body: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  if (random.chance(0.8)) return { ...body };
  const name = random.pick([...Object.keys(body).filter((key) => key !== 'id'), 'unknown']);
  if (random.chance(0.3)) return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
  return { ...body, [name]: random.pick(ODD_VALUES) };
};

const bodyOfKind = (random: Random, kind: string, id: string, isNew: boolean): unknown => {
  const {
    kind: _,
    catalog_id: __,
    ...line
  } = random.pick<Line>(
    linesOf(kind).length > 0 ? linesOf(kind) : [{ kind, name: random.pick(words), is_searchable: true }],
  );
  if (kind === 'content_model') {
    return mutate(random, { ...line, id, internal_name: `model_${id.at(-1)}` });
  }
  return mutate(random, { ...line, ...(isNew || random.chance(0.2) ? { id } : { id: undefined }) });
};

const recordBody = (random: Random, about: About, isNew: boolean): unknown => {
  const own = linesOf('version').filter(({ record_id: id }) => modelOf.get(String(id)) === about.model);
  const { localized, name } = random.pick(own.length > 0 ? own : linesOf('version'));
  const texts = Object.entries(localized as Readonly<Record<string, object>>).map(([locale, text]) => [
    locale,
    { ...text, page_slug: `/${random.pick(newIds)}${random.integer(1, 50)}` },
  ]);
  return mutate(random, {
    id: isNew ? about.record : random.pick(newUuids),
    ...(isNew ? {} : { base_version_id: about.versions.at(-1) }),
    name,
    localized: Object.fromEntries(texts),
  });
};

const publishBody = (random: Random, { versions }: About): unknown =>
  mutate(random, {
    version_data: random.some(environments, random.integer(1, 2)).map((environment) => ({
      environment_id: mostly(random, [environment], ['nowhere']),
      version_id: random.pick(versions),
    })),
  });

const bulkBody = (random: Random): string =>
  Array.from({ length: random.integer(1, 6) }, () => {
    const line = random.pick(
      lines.filter(({ kind }) => ['product', 'category', 'content_item', 'synonyms'].includes(kind)),
    );
    return JSON.stringify(
      mutate(random, { ...line, ...(random.chance(0.5) ? { id: random.pick(newIds) } : {}) }),
    );
  }).join('\n');

const bodyOf = (random: Random, name: string, id: string, about: About): unknown => {
  const managed = kindsByOperation.get(name);
  if (managed !== undefined) return bodyOfKind(random, managed.kind, id, name.startsWith('manage-create'));
  switch (name) {
    case 'count-products':
      return mutate(random, drawCount(random));
    case 'create-record':
    case 'save-version':
      return recordBody(random, about, name === 'create-record');
    case 'publish-versions':
    case 'unpublish-versions':
      return publishBody(random, about);
    case 'manage-bulk-write':
    case 'manage-bulk-delete':
      return bulkBody(random);
    case 'record-events':
      return mutate(random, { events: [{ type: 'view', product_id: random.pick(words) }] });
    case 'erase-visitor':
      return mutate(random, { visitor: random.pick(words) });
    case 'erase-submissions':
      return mutate(random, { value: 'ada@example.com' });
    default:
      return mutate(random, { name: random.pick(words), values: {} });
  }
};

/** Weights: how often each is drawn. Tokens and answers of forms hold what is random in each service, imports tell their progress. */
const drawn: readonly (readonly [name: string, operation: Operation])[] = Object.entries(allRoutes)
  .filter(
    ([name]) =>
      !['manage-create-token', 'get-form', 'manage-list-tokens', 'manage-import-files'].includes(name),
  )
  .flatMap(([name, operation]) => {
    const isOften =
      /^(search-content|count-products|list-records|publish-versions|create-record|save-version)$/.test(name);
    return Array.from({ length: isOften ? 6 : 1 }, () => [name, operation] as const);
  });

const headersOf = (environmentId: string): [string, string][] => [
  ['x-tenant-id', demo.tenantId],
  ['x-workspace-id', demo.workspaceId],
  ['x-environment-id', environmentId],
];

/** One header less, or other than it should be. */
const disturb = (random: Random, headers: [string, string][]): [string, string][] => {
  const at = random.integer(0, headers.length - 1);
  return random.chance(0.5)
    ? headers.filter((_, index) => index !== at)
    : headers.map(([name, value], index) => [name, index === at ? 'nowhere' : value]);
};

const pathOf = (random: Random, name: string, id: string, about: About): string => {
  const managed = kindsByOperation.get(name);
  const isKept = managed !== undefined && keptKinds.has(managed.kind) && !name.startsWith('manage-get');
  return (allRoutes[name] as Operation).path.replaceAll(/\{(\w+)\}/g, (_, param: string) => {
    if (random.chance(0.02)) return encodeURIComponent(random.pick(badIds));
    const isOwn = isKept && managed.keys[param] !== undefined;
    return encodeURIComponent((isOwn ? undefined : params[param]?.(random, about)) ?? id);
  });
};

const drawAbout = (random: Random, made: ReadonlyMap<string, readonly string[]>): About => {
  const record = random.pick([...modelOf.keys()]);
  const own = linesOf('version').filter(({ record_id: id }) => id === record);
  const versions = [...own.map(({ id }) => String(id)), ...(made.get(record) ?? [])];
  return {
    record,
    model: mostly(random, [modelOf.get(record) ?? ''], models),
    versions: versions.length > 0 && random.chance(0.95) ? versions : newUuids,
  };
};

/** Mostly one that may. */
const drawSender = (random: Random, { access }: Operation): Sender => {
  if (random.chance(0.06)) return random.pick(['operator', 'read', 'nobody']);
  return access === 'operator' ? 'operator' : 'full';
};

/** `made` are versions that were written since, by their record, the latest last. */
export const drawRequest = (random: Random, made: ReadonlyMap<string, readonly string[]>): RandomRequest => {
  const about = drawAbout(random, made);
  if (random.chance(0.1)) return drawRecorded(random);
  const [name, operation] = random.pick(drawn);
  const managed = kindsByOperation.get(name);
  const id = random.pick(managed === undefined ? newIds : poolOf(managed.kind));
  const hasBody = operation.body !== undefined || operation.bodyReading === 'stream';
  const body = hasBody ? bodyOf(random, name, id, about) : undefined;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const query = drawQuery(random, Object.keys(operation.query.properties), (parameter) =>
    params[parameter]?.(random, about),
  );
  const isStream = operation.bodyReading === 'stream';
  const headers: [string, string][] = [
    ...headersOf(random.chance(0.85) ? demo.productionEnvironmentId : demo.stagingEnvironmentId),
    ...(hasBody
      ? [['content-type', isStream ? 'application/x-ndjson' : 'application/json'] as [string, string]]
      : []),
    ...(random.chance(0.05)
      ? [[random.pick(['if-match', 'if-none-match']), random.pick(['*', '"x"'])] as [string, string]]
      : []),
  ];
  return {
    operation: name,
    record: about.record,
    sender: drawSender(random, operation),
    method: random.chance(0.01) ? 'PATCH' : operation.method,
    target: pathOf(random, name, id, about) + query,
    headers: random.chance(0.04) ? disturb(random, headers) : headers,
    body: text !== undefined && random.chance(0.02) ? text.slice(0, -1) : text,
  };
};

const readable = recordedRequests.filter(({ method }) => method !== 'PATCH');

const drawRecorded = (random: Random): RandomRequest => {
  const { method, target, environmentId, host, withToken, body } = random.pick(readable);
  return {
    operation: 'recorded',
    record: '',
    sender: withToken === true ? 'full' : 'nobody',
    method,
    target,
    headers: [
      ...(host === undefined
        ? headersOf(environmentId ?? demo.productionEnvironmentId)
        : [['host', host] as const]),
      ['content-type', 'application/json'],
    ],
    body: body === undefined ? undefined : JSON.stringify(body),
  };
};
