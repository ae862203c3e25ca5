// Reads what pages need from the OpenAPI description, whose parts are joined again: the operations in the order of their tags, with parameters and examples
// resolved. It reads our own description, not any other.

import type { ClientCall } from './sample-request.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface OpenApi {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly Json[];
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<string, Json>>;
}

export interface ReferenceParameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: Json;
  /** As text; undefined if the description has none. */
  readonly example: string | undefined;
}

export interface ReferenceBody {
  readonly type: string;
  /** Not resolved, so that it can be shown by its name. */
  readonly schema: Json;
  readonly example: unknown;
}

export interface ReferenceResponse {
  readonly status: string;
  readonly description: string;
}

export interface ReferenceOperation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly token: 'needed' | 'optional' | 'none';
  readonly parameters: readonly ReferenceParameter[];
  readonly body: ReferenceBody | undefined;
  readonly success: ReferenceBody | undefined;
  readonly responses: readonly ReferenceResponse[];
  /** Absent: the client has no function for it. */
  readonly client: ClientCall | undefined;
}

/** The parts as one. What has the same name in several of them is the same. */
export const joinOpenApi = (parts: readonly OpenApi[]): OpenApi => {
  const [first] = parts;
  if (first === undefined) throw new Error('a description has at least one part');
  const tags = new Map(parts.flatMap((part) => part.tags.map((tag) => [tag.name, tag])));
  const sections = new Set(parts.flatMap(({ components }) => Object.keys(components)));
  const join = (objects: readonly (Json | undefined)[]): Json => Object.assign({}, ...objects);
  return {
    ...first,
    tags: [...tags.values()],
    paths: join(parts.map(({ paths }) => paths)) as OpenApi['paths'],
    components: Object.fromEntries(
      [...sections].map((section) => [section, join(parts.map(({ components }) => components[section]))]),
    ),
  };
};

const SERVICE_TAG = 'Service';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** A part of the description, with what a reference names in its place; words beside the reference replace its own. */
export const resolve = (openApi: OpenApi, part: unknown): Json => {
  const own = (part ?? {}) as Json;
  const reference = own['$ref'];
  if (typeof reference !== 'string') return own;
  const [, , section = '', name = ''] = reference.split('/');
  const { $ref: _, ...beside } = own;
  return { ...resolve(openApi, openApi.components[section]?.[name]), ...beside };
};

export const listOperations = (openApi: OpenApi): ReferenceOperation[] => {
  const found = Object.entries(openApi.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) =>
      readOperation(openApi, path, method, item),
    ),
  );
  return openApi.tags.flatMap(({ name }) => found.filter(({ tag }) => tag === name));
};

const readOperation = (openApi: OpenApi, path: string, method: string, item: Json): ReferenceOperation => {
  const own = item[method] as Json;
  const parameters = [...list(item['parameters']), ...list(own['parameters'])];
  const responses = Object.entries(own['responses'] as Json).map(
    ([status, response]) => [status, resolve(openApi, response)] as const,
  );
  const success = responses.find(([status]) => status.startsWith('2'))?.[1];
  return {
    id: text(own['operationId']),
    tag: text(list(own['tags'])[0]),
    method: method.toUpperCase(),
    path,
    summary: text(own['summary']),
    description: text(own['description']),
    token: readToken((own['security'] ?? openApi.security) as readonly Json[]),
    parameters: parameters.map((parameter) => readParameter(openApi, resolve(openApi, parameter))),
    body: withExample(readBody(openApi, own['requestBody'])),
    success: readBody(openApi, success),
    client: readClient(openApi, method, item),
    responses: responses.map(([status, response]) => ({
      status,
      description: text(response['description']),
    })),
  };
};

/**
 * The client has a function for each operation, with its name. If a path has both a GET and a POST, the function has the name of the
 * POST. Operations that only read take the fields of their body together with the parameters.
 */
const readClient = (openApi: OpenApi, method: string, item: Json): ClientCall | undefined => {
  const isLink = method === 'get' && item['post'] !== undefined && isOpen(openApi, item['post'] as Json);
  const own = item[isLink ? 'post' : method] as Json;
  if (list(own['tags'])[0] === SERVICE_TAG) return undefined;
  const isManaged = !isOpen(openApi, own);
  const isCreating = (own['responses'] as Json)['201'] !== undefined;
  return { name: text(own['operationId']), isManaged, isMerged: !isManaged && !isCreating };
};

const isOpen = (openApi: OpenApi, own: Json): boolean =>
  readToken((own['security'] ?? openApi.security) as readonly Json[]) !== 'needed';

const readToken = (security: readonly Json[]): ReferenceOperation['token'] => {
  if (security.length === 0) return 'none';
  return security.some((choice) => Object.keys(choice).length === 0) ? 'optional' : 'needed';
};

const readParameter = (openApi: OpenApi, parameter: Json): ReferenceParameter => {
  const schema = resolve(openApi, parameter['schema']);
  const example = parameter['example'] ?? list(schema['examples'])[0] ?? list(schema['enum'])[0];
  return {
    name: text(parameter['name']),
    place: parameter['in'] as ReferenceParameter['place'],
    isRequired: parameter['required'] === true,
    description: text(parameter['description']),
    schema,
    example: example === undefined ? undefined : String(example),
  };
};

/** The first media type of a request body or a response. */
const readBody = (openApi: OpenApi, part: unknown): ReferenceBody | undefined => {
  const content = resolve(openApi, part)['content'] as Json | undefined;
  const [first] = Object.entries(content ?? {});
  if (first === undefined) return undefined;
  const [type, media] = first as [string, Json];
  const schema = (media['schema'] ?? {}) as Json;
  return { type, schema, example: media['example'] ?? exampleOf(openApi, schema) };
};

/** So that every body can be sent: the least that is JSON. */
const withExample = (body: ReferenceBody | undefined): ReferenceBody | undefined =>
  body && { ...body, example: body.example ?? {} };

/** That of the schema, or of the one that it adds to. */
const exampleOf = (openApi: OpenApi, schema: unknown): unknown => {
  const { examples, allOf } = resolve(openApi, schema);
  return list(examples)[0] ?? list(allOf).map((part) => exampleOf(openApi, part))[0];
};

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
