// A tool for agents: one operation of the interface, the arguments of it that agents need, and words for them. Schemas, limits and
// defaults are those of the contract unless a tool narrows them.

import type { TObject, TSchema } from 'typebox';
import type { Operation } from '../contract/operation.ts';
import { plainSchema, type Schema, walkSchema } from '../contract/schema-walk.ts';

/** Where a connection works. Agents cannot change it. */
export interface Place {
  readonly tenantId: string;
  readonly workspaceId: string;
  readonly environmentId: string;
  /** What content search takes for the catalog if the agent names none. */
  readonly catalogId?: string | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** For clients that ask people before a tool runs. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
}

export interface ToolArgument {
  readonly place: 'path' | 'query' | 'header' | 'body';
  /** On the wire. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
  readonly operation: Operation;
  readonly arguments: ReadonlyMap<string, ToolArgument>;
  /** Arguments that an agent may leave out although the operation needs them. */
  readonly defaultsAt: (place: Place) => Values;
  /** The body, where it is not simply the arguments. */
  readonly bodyOf: (values: Values, place: Place) => unknown;
  /** What the agent sees of a payload. */
  readonly show: (payload: unknown) => unknown;
  /** Whether a successful response says that nothing was done. */
  readonly isFailed: (payload: unknown) => boolean;
}

export interface ToolWords {
  readonly title: string;
  readonly description: string;
  readonly hints?: ToolHints;
  /** Names for agents, each with the parameter of the path that it stands for. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  readonly header?: Readonly<Record<string, string>>;
  /** Arguments that only the tool has; `bodyOf` makes something of them. */
  readonly own?: Readonly<Record<string, { readonly schema: TSchema; readonly isRequired: boolean }>>;
  /** Defaults that keep results small. */
  readonly defaults?: Values;
  readonly defaultsAt?: (place: Place) => Values;
  /** Descriptions in place of those of the contract. */
  readonly notes?: Readonly<Record<string, string>>;
  readonly bodyOf?: Tool['bodyOf'];
  readonly show?: Tool['show'];
  readonly isFailed?: Tool['isFailed'];
}

export const READS: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Adds something, and changes nothing that was there. */
export const ADDS: ToolHints = { ...READS, readOnlyHint: false, idempotentHint: false };
/** Replaces what visitors see. */
export const REPLACES: ToolHints = { ...READS, readOnlyHint: false, destructiveHint: true };

/** Agents read these in every list of tools, and pay for each word. */
const SHARED_NOTES: Readonly<Record<string, string>> = {
  locale: 'Language or region of texts, such as en-us or de. Default: that of the environment.',
  skip: 'Number of items to skip, to read on.',
};

/** The scope of a response, which the agent knows. */
const withoutMeta = (payload: unknown): unknown => {
  const { _meta_: _, ...rest } = payload as Readonly<Record<string, unknown>>;
  return rest;
};

/** Named after its operation: `search-content` is `search_content`. */
export const defineTool = (operation: Operation, words: ToolWords): Tool => {
  const { title, description, hints = READS, defaults = {} } = words;
  return {
    name: operation.name.replace(/^manage-/, '').replaceAll('-', '_'),
    title,
    description,
    hints,
    operation,
    arguments: new Map(listArguments(operation, words)),
    defaultsAt: (place) => ({ ...defaults, ...words.defaultsAt?.(place) }),
    bodyOf: words.bodyOf ?? ((values) => values),
    show: words.show ?? withoutMeta,
    isFailed: words.isFailed ?? (() => false),
  };
};

const listArguments = (operation: Operation, words: ToolWords): [string, ToolArgument][] => {
  const { path = {}, query = [], header = {}, body = [], own = {}, defaults = {} } = words;
  const notes = { ...SHARED_NOTES, ...words.notes };
  const describe = (schema: TSchema, name: string): Schema => ({
    ...withoutTitles(schema),
    ...(name in defaults ? { default: defaults[name] } : {}),
    ...(name in notes ? { description: notes[name] } : {}),
  });
  const from =
    (part: TObject | undefined, place: ToolArgument['place']) =>
    (shown: string, name = shown): [string, ToolArgument] => {
      const schema: TSchema | undefined = part?.properties[name];
      if (schema === undefined) throw new Error(`${operation.name} has no ${name}`);
      const isRequired = (part as { required?: readonly string[] }).required?.includes(name) === true;
      return [shown, { place, name, isRequired, schema: describe(schema, shown) }];
    };
  return [
    ...Object.entries(path).map(([shown, name]) => from(operation.params, 'path')(shown, name)),
    ...body.map((name) => from(operation.body, 'body')(name)),
    ...Object.entries(own).map(([name, { schema, isRequired }]): [string, ToolArgument] => [
      name,
      { place: 'body', name, isRequired, schema: describe(schema, name) },
    ]),
    ...query.map((name) => from(operation.query, 'query')(name)),
    ...Object.entries(header).map(([shown, name]) => from(operation.headers, 'header')(shown, name)),
  ];
};

/** Titles are names for generators of clients. */
const withoutTitles = (schema: TSchema): Schema =>
  walkSchema(plainSchema(schema), ({ title: _, ...rest }) => rest);

/** JSON Schema of all arguments. */
export const inputSchemaOf = (tool: Tool, place: Place): Schema & { readonly type: 'object' } => {
  const given = tool.defaultsAt(place);
  const entries = [...tool.arguments];
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries
      .filter(([name, { isRequired }]) => isRequired && !(name in given))
      .map(([name]) => name),
    additionalProperties: false,
  };
};
