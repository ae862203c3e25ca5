// `product list`, `product put`, … for every kind of the management interface, generated from its table.

import {
  type ManageVerb,
  manageName,
  manageOperations,
  manageVerbs,
} from '../../contract/manage/manage-operations.ts';
import { managedKinds } from '../../contract/manage/manage-resources.ts';
import type { ManagedKind } from '../../contract/manage/managed-kind.ts';
import type { Keywords } from '../../contract/value-words.ts';
import { type Command, type CommandArguments, type OptionSpec, textOption, UsageError } from '../command.ts';
import { buildOperationCommand } from '../operation-command.ts';
import { workspaceOptions } from '../place.ts';
import { printJson, printLine, printPage } from '../print.ts';
import { type JsonObject, readDocument, readPairs } from '../read-document.ts';

interface ItemPayload {
  readonly item: JsonObject;
  readonly _meta_: { readonly etag: string; readonly outcome?: string };
}

interface ListPayload {
  readonly items: readonly JsonObject[];
  readonly total_count: number;
}

/** The first word of a kind's commands. */
export const groupName = ({ kind }: ManagedKind): string => kind.replaceAll('_', '-');

const parentOption = ({ parent }: ManagedKind): string | undefined => parent?.kind.replaceAll('_', '-');

const setOption: OptionSpec = {
  ...textOption('NAME=VALUE', 'Set a field: text literally, everything else as JSON. Overrides the file.'),
  multiple: true,
};

const BODY =
  'FILE contains the object as JSON, with the fields of a bundle line; - is standard input. --set sets single fields.';

/** The description of the HTTP operation, in terms of the command line. */
const detailsOf = (verb: ManageVerb, { about, one, made, neededBy }: ManagedKind): string => {
  const generated =
    made.length === 0
      ? ''
      : ` If omitted, ${made.join(' and ')} ${made.length === 1 ? 'is' : 'are'} generated.`;
  switch (verb) {
    case 'create':
      return `${about}${generated} An object that already exists is never changed.\n${BODY}`;
    case 'put':
      return `${about} Creates or replaces the whole object: omitted fields get their defaults.\n${BODY}`;
    case 'get':
      return `${about} The output can be put back unchanged.`;
    case 'delete':
      return neededBy === undefined
        ? `Deletes the ${one}. No other object can prevent this.`
        : `Deletes the ${one} unless it is still needed by ${neededBy}. With --cascade those are deleted too.`;
    default:
      return `${about} Listed in key order.`;
  }
};

const describeVerb = (verb: ManageVerb, kind: ManagedKind): Command => {
  const operation = manageOperations[manageName(verb, kind)];
  if (operation === undefined) throw new Error(`there is no operation to ${verb} ${kind.many}`);
  const hasKey = verb !== 'list' && verb !== 'create';
  const hasBody = verb === 'create' || verb === 'put';
  const parent = parentOption(kind);
  return buildOperationCommand({
    name: `${groupName(kind)} ${verb}`,
    operation,
    details: detailsOf(verb, kind),
    words: hasKey
      ? Object.fromEntries(Object.keys(kind.keys).map((param) => [param, param.toUpperCase()]))
      : {},
    options: {
      ...(kind.access === 'manage' ? workspaceOptions : {}),
      ...(parent === undefined
        ? {}
        : { [parent]: textOption(parent.toUpperCase(), `Id of the ${parent}.`, true) }),
      ...(hasBody ? { set: setOption } : {}),
    },
    ...(kind.parent === undefined || parent === undefined
      ? {}
      : { paramOptions: { [kind.parent.param]: parent } }),
    place: kind.access === 'manage' ? 'workspace' : 'none',
    ...(hasBody
      ? {
          bodyWord: '[FILE|-]',
          readBody: bodyReader(hasKey ? Object.keys(kind.keys).length : 0, operation.body),
        }
      : {}),
    print: printers[verb](kind) as (payload: never) => void,
  });
};

const bodyReader =
  (position: number, schema: unknown) =>
  async (args: CommandArguments, terminal: Parameters<Command['run']>[1]): Promise<JsonObject> => {
    const file = args.positionals[position];
    const pairs = args.list('set');
    if (file === undefined && pairs.length === 0)
      throw new UsageError('expected FILE, - or --set NAME=VALUE');
    const given = file === undefined ? {} : await readDocument(file, terminal);
    return { ...given, ...readPairs(pairs, schema as Keywords) };
  };

const keyOf = ({ keys }: ManagedKind, item: JsonObject): string =>
  Object.values(keys)
    .map((field) => String(item[field]))
    .join(' ');

type Print<T> = (payload: T, terminal: Parameters<Command['run']>[1], args: CommandArguments) => void;

const printWritten =
  (kind: ManagedKind): Print<ItemPayload> =>
  ({ item, _meta_ }, terminal) => {
    const outcome = _meta_.outcome ?? 'created';
    printLine(
      terminal,
      `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}: ${kind.one} ${keyOf(kind, item)}`,
    );
    terminal.err.write(`ETag: ${_meta_.etag}\n`);
  };

const printers: Readonly<Record<ManageVerb, (kind: ManagedKind) => Print<never>>> = {
  list:
    (kind): Print<ListPayload> =>
    (page, terminal) => {
      const fields = [...new Set([...Object.values(kind.keys), ...kind.searched])];
      printPage(terminal, page, (item) => fields.map((field) => item[field]));
    },
  get:
    (): Print<ItemPayload> =>
    ({ item, _meta_ }, terminal) => {
      printJson(terminal, item);
      terminal.err.write(`ETag: ${_meta_.etag}\n`);
    },
  create: printWritten,
  put: printWritten,
  delete:
    (kind): Print<unknown> =>
    (_, terminal, args) =>
      printLine(terminal, `Deleted: ${kind.one} ${args.positionals.join(' ')}`),
};

/** Every command of every kind. */
export const manageCommands: readonly Command[] = managedKinds.flatMap((kind) =>
  manageVerbs.map((verb) => describeVerb(verb, kind)),
);

/** One line per kind for the overview. */
export const manageGroups: readonly (readonly [name: string, about: string])[] = managedKinds.map((kind) => [
  groupName(kind),
  kind.about,
]);
