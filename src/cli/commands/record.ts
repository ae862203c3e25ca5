// `record …` and `version …`: the commands for records and versions, built from their operations.

import type { Operation, OperationResult } from '../../contract/operation.ts';
import { compareVersions } from '../../contract/records/compare-versions.ts';
import { createRecord } from '../../contract/records/create-record.ts';
import { deleteRecord } from '../../contract/records/delete-record.ts';
import { deleteVersion } from '../../contract/records/delete-version.ts';
import { getRecord } from '../../contract/records/get-record.ts';
import { getVersion } from '../../contract/records/get-version.ts';
import { listRecords } from '../../contract/records/list-records.ts';
import { listVersions } from '../../contract/records/list-versions.ts';
import { saveVersion } from '../../contract/records/save-version.ts';
import { type Command, type CommandArguments, type Terminal, textOption } from '../command.ts';
import { describeChange } from '../describe-error.ts';
import { buildOperationCommand, type OperationCommand } from '../operation-command.ts';
import { environmentOption, workspaceOptions } from '../place.ts';
import { printJson, printLine, printPage, printTotal } from '../print.ts';
import { readDocument } from '../read-document.ts';

export const recordOptions = {
  ...workspaceOptions,
  model: textOption('MODEL', 'Internal name of the content model.', true),
};

const RECORD = { contentModelDataId: 'RECORD_ID' };
const VERSION = { ...RECORD, version_id: 'VERSION_ID' };

type Shared = 'operation' | 'paramOptions' | 'options' | 'print';

const define = <O extends Operation>(
  operation: O,
  spec: Omit<OperationCommand, Shared> & {
    readonly options?: OperationCommand['options'];
    readonly print: (payload: OperationResult<O>, terminal: Terminal, args: CommandArguments) => void;
  },
): Command =>
  buildOperationCommand({
    ...spec,
    operation: operation as unknown as Operation,
    paramOptions: { modelInternalName: 'model' },
    options: {
      ...recordOptions,
      ...(spec.place === 'environment' ? environmentOption : {}),
      ...spec.options,
    },
    print: spec.print as (payload: never, terminal: Terminal, args: CommandArguments) => void,
  });

const BODY =
  'FILE contains the texts as JSON, such as {"localized":{"en-us":{"title":"First frost"}}}; - is standard input.';

const create = define(createRecord, {
  name: 'record create',
  details: `${createRecord.description}\n${BODY}`,
  words: {},
  place: 'any-environment',
  bodyWord: 'FILE|-',
  readBody: (args, terminal) => readDocument(args.positionals[0] ?? '-', terminal),
  print: ({ record, version }, terminal) =>
    printLine(terminal, `Created: record ${record.id}, version ${version.id}`),
});

const save = define(saveVersion, {
  name: 'record save',
  details: `${saveVersion.description}\n${BODY}`,
  words: RECORD,
  place: 'any-environment',
  options: { base: textOption('VERSION_ID', 'The version that was edited, if FILE does not name it.') },
  bodyWord: 'FILE|-',
  readBody: async (args, terminal) => {
    const body = await readDocument(args.positionals[1] ?? '-', terminal);
    const base = args.text('base');
    return base === undefined ? body : { base_version_id: base, ...body };
  },
  print: ({ version }, terminal) =>
    printLine(terminal, `Saved: version ${version.id}, number ${version.number}`),
});

const list = define(listRecords, {
  name: 'record list',
  words: {},
  place: 'environment',
  print: (page, terminal, args) => {
    if (args.text('fields') === undefined) {
      printPage(terminal, page, (item) => [
        item.id,
        item.locale,
        item.version_number,
        item.state ?? 'published',
        item.title,
      ]);
      return;
    }
    for (const item of page.items) printLine(terminal, JSON.stringify(item));
    printTotal(terminal, page.items.length, page.total_count);
  },
});

const get = define(getRecord, {
  name: 'record get',
  words: RECORD,
  place: 'environment',
  print: ({ record }, terminal) => printJson(terminal, record),
});

const versions = define(listVersions, {
  name: 'record versions',
  words: RECORD,
  place: 'any-environment',
  print: (page, terminal) =>
    printPage(terminal, page, (version) => [
      version.number,
      version.id,
      version.created_at,
      version.created_by,
      version.locales,
      version.places
        .filter(({ state }) => state === 'published')
        .map((place) => `${place.environment_id} ${place.locale}`),
      version.name,
    ]),
});

const version = define(getVersion, {
  name: 'record version',
  words: VERSION,
  place: 'any-environment',
  print: ({ version: shown }, terminal) => printJson(terminal, shown),
});

const compare = define(compareVersions, {
  name: 'record compare',
  words: { ...VERSION, other_version_id: 'OTHER_VERSION_ID' },
  place: 'any-environment',
  print: ({ changes }, terminal) => {
    for (const change of changes) printLine(terminal, describeChange(change));
    if (changes.length === 0) printLine(terminal, 'The two versions do not differ.');
  },
});

const remove = define(deleteRecord, {
  name: 'record delete',
  words: RECORD,
  place: 'any-environment',
  print: ({ record_id: id }, terminal) => printLine(terminal, `Deleted: record ${id}`),
});

const removeVersion = define(deleteVersion, {
  name: 'version delete',
  words: VERSION,
  place: 'any-environment',
  print: ({ version_id: id }, terminal) => printLine(terminal, `Deleted: version ${id}`),
});

/** The commands that are one operation each. */
export const recordCommands: readonly Command[] = [
  create,
  save,
  list,
  get,
  versions,
  version,
  compare,
  remove,
  removeVersion,
];
