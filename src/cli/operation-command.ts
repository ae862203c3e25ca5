// Builds a command from an operation of the interface. It runs on the store directly, without HTTP, as the operator. Its options
// are the parameters of the operation.

import type { Operation } from '../contract/operation.ts';
import type { Keywords } from '../contract/value-words.ts';
import { type Command, type CommandArguments, EXIT_OK, type OptionSpec, type Terminal } from './command.ts';
import { type Place, readPlace, withServices } from './place.ts';
import type { JsonObject } from './read-document.ts';
import { inOptions, optionName, optionsOf, readOption } from './schema-option.ts';

export interface OperationCommand {
  /** As the user types it. */
  readonly name: string;
  readonly operation: Operation;
  readonly summary?: string;
  readonly details?: string;
  /** Path parameters that are positional arguments, in order, with their placeholders in help. */
  readonly words: Readonly<Record<string, string>>;
  /** Path parameters that are options. */
  readonly paramOptions?: Readonly<Record<string, string>>;
  /** Options for the scope, and those that the operation does not have. */
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly place: Place;
  /** Placeholder for the body in help, after the other arguments. Absent: it has no body. */
  readonly bodyWord?: string;
  readonly readBody?: (args: CommandArguments, terminal: Terminal) => Promise<JsonObject>;
  readonly print: (payload: never, terminal: Terminal, args: CommandArguments) => void;
}

export const buildOperationCommand = (spec: OperationCommand): Command => {
  const { operation, words, options, bodyWord } = spec;
  const query = propertiesOf(operation.query);
  const hasIfMatch = Object.hasOwn(propertiesOf(operation.headers), 'if-match');
  return {
    name: spec.name,
    summary: spec.summary ?? `${operation.summary}.`,
    details: inOptions(spec.details ?? operation.description),
    positionals: [...Object.values(words), ...(bodyWord === undefined ? [] : [bodyWord])],
    options: {
      ...options,
      ...optionsOf(query, (operation.query as { readonly required?: readonly string[] }).required),
      ...(hasIfMatch ? { 'if-match': ifMatch } : {}),
    },
    run: async (args, terminal) => {
      const params = readParams(spec, args);
      const input = { params, query: readQuery(query, args), headers: readHeaders(args) };
      // Before the store is opened, so that an unreadable file does not leave a new data folder behind.
      const body = await spec.readBody?.(args, terminal);
      return withServices(async (services) => {
        const caller = await readPlace(spec.place, args, services);
        const payload = await services.useCase(operation.name)(caller, { ...input, body: body as never });
        if (args.flag('json')) terminal.out.write(`${JSON.stringify(payload)}\n`);
        else spec.print(payload as never, terminal, args);
        return EXIT_OK;
      });
    },
  };
};

export const propertiesOf = (schema: unknown): Readonly<Record<string, Keywords>> =>
  (schema as Keywords).properties ?? {};

const ifMatch: OptionSpec = {
  type: 'string',
  value: 'TAG',
  meaning: 'Proceed only if the object has this ETag; * proceeds only if it exists.',
};

const readParams = (
  { words, paramOptions = {} }: OperationCommand,
  args: CommandArguments,
): Record<string, string> =>
  Object.fromEntries([
    ...Object.keys(words).map((param, index) => [param, args.positionals[index] ?? '']),
    ...Object.entries(paramOptions).map(([param, option]) => [param, args.text(option) ?? '']),
  ]);

export const readQuery = (
  schemas: Readonly<Record<string, Keywords>>,
  args: CommandArguments,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const option = optionName(name);
      if (args.flag(option)) return [[name, true]];
      const text = args.text(option);
      return text === undefined ? [] : [[name, readOption(option, schema, text)]];
    }),
  );

/** The fields of a body that are given as options, by the names of these. */
export const readFields = (args: CommandArguments, options: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(options).flatMap(([field, option]) => {
      const value = args.text(option);
      return value === undefined ? [] : [[field, value]];
    }),
  );

/** Restores the quotes around an ETag, which the shell removes. */
const readHeaders = (args: CommandArguments): Record<string, string> => {
  const tag = args.text('if-match');
  if (tag === undefined) return {};
  return { 'if-match': tag === '*' || tag.includes('"') ? tag : `"${tag}"` };
};
