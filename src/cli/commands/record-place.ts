// `record publish` and `record unpublish`. Without a version, publish takes the latest one, and unpublish the published one.

import type { CliServices } from '../../cli-services.ts';
import type { OperationResult } from '../../contract/operation.ts';
import type { listVersions } from '../../contract/records/list-versions.ts';
import type { publishVersions } from '../../contract/records/publish-versions.ts';
import { LOCALE_PATTERN } from '../../contract/values.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { recordNotFound } from '../../domain/failures/failures.ts';
import { normalizeLocale } from '../../domain/text/locale.ts';
import {
  type Command,
  type CommandArguments,
  EXIT_FAILED,
  EXIT_OK,
  type Terminal,
  textOption,
} from '../command.ts';
import { readPlace, withServices } from '../place.ts';
import { readOption } from '../schema-option.ts';
import { recordOptions } from './record.ts';

type Versions = OperationResult<typeof listVersions>;
type Result = OperationResult<typeof publishVersions>;

interface Element {
  readonly environment_id: string;
  readonly version_id: string;
}

interface Action {
  readonly verb: 'publish' | 'unpublish';
  readonly done: string;
  readonly summary: string;
  readonly versionMeaning: string;
  readonly environmentMeaning: string;
  /** Finds the versions if none is given. */
  readonly findElements: (
    at: RecordAt,
    environments: readonly string[],
    locale: string | undefined,
  ) => Promise<Element[]>;
}

/** One record, and how to read it. */
interface RecordAt {
  readonly services: CliServices;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
}

const VERSIONS_AT_ONCE = 100;

const listVersionsOf = async (
  { services, caller, params }: RecordAt,
  skip: number,
  limit: number,
): Promise<Versions> => {
  const input = { params, query: { skip, limit }, headers: {}, body: undefined as never };
  return (await services.useCase('list-versions')(caller, input)) as Versions;
};

const publish: Action = {
  verb: 'publish',
  done: 'Published',
  summary: 'Publish a version of a record to environments.',
  versionMeaning: 'The version. Default: the latest.',
  environmentMeaning: 'Environment to publish it to.',
  findElements: async (at, environments) => {
    const [latest] = (await listVersionsOf(at, 0, 1)).items;
    if (latest === undefined) throw recordNotFound();
    return environments.map((id) => ({ environment_id: id, version_id: latest.id }));
  },
};

const unpublish: Action = {
  verb: 'unpublish',
  done: 'Unpublished',
  summary: 'Unpublish a record from environments.',
  versionMeaning: 'Only this version. Default: the published one.',
  environmentMeaning: 'Environment to unpublish it from.',
  findElements: async (at, environments, locale) => {
    const elements: Element[] = [];
    for (let skip = 0; ; skip += VERSIONS_AT_ONCE) {
      const { items } = await listVersionsOf(at, skip, VERSIONS_AT_ONCE);
      for (const { id, places } of items) {
        const published = places.filter(
          (place) => place.state === 'published' && (locale === undefined || place.locale === locale),
        );
        const found = environments.filter((each) => published.some((place) => place.environment_id === each));
        elements.push(...found.map((each) => ({ environment_id: each, version_id: id })));
      }
      if (items.length < VERSIONS_AT_ONCE) return elements;
    }
  },
};

const buildPlaceCommand = (action: Action): Command => ({
  name: `record ${action.verb}`,
  summary: action.summary,
  positionals: ['RECORD_ID'],
  options: {
    ...recordOptions,
    environment: { ...textOption('ENVIRONMENT', action.environmentMeaning, true), multiple: true },
    version: textOption('VERSION_ID', action.versionMeaning),
    locale: textOption('LOCALE', 'Only in this locale. Default: in every locale of the version.'),
  },
  run: (args, terminal) => withServices((services) => place(action, args, terminal, services)),
});

const place = async (
  action: Action,
  args: CommandArguments,
  terminal: Terminal,
  services: CliServices,
): Promise<number> => {
  const locale = readLocale(args);
  const environments = [...new Set(args.list('environment'))];
  const version = args.text('version');
  const at: RecordAt = {
    services,
    caller: await readPlace('any-environment', args, services),
    params: { modelInternalName: args.text('model') ?? '', contentModelDataId: args.positionals[0] ?? '' },
  };
  const elements =
    version === undefined
      ? await action.findElements(at, environments, locale)
      : environments.map((id) => ({ environment_id: id, version_id: version }));
  // A request may name each environment only once, but each locale can have another published version.
  const results: Result[] = [];
  for (const group of Map.groupBy(elements, (element) => element.version_id).values()) {
    const input = {
      params: at.params,
      query: locale === undefined ? {} : { locale },
      headers: {},
      body: { version_data: group } as never,
    };
    results.push((await services.useCase(`${action.verb}-versions`)(at.caller, input)) as Result);
  }
  return tell(action, elements, merge(results), args, terminal);
};

const readLocale = (args: CommandArguments): string | undefined => {
  const text = args.text('locale');
  if (text === undefined) return undefined;
  return normalizeLocale(String(readOption('locale', { pattern: LOCALE_PATTERN, maxLength: 35 }, text)));
};

const merge = (results: readonly Result[]): Result => ({
  success: results.flatMap(({ success }) => success),
  failures: results.flatMap(({ failures }) => failures),
  failure_details: results.flatMap(({ failure_details: details }) => details),
});

const tell = (
  { done, verb }: Action,
  elements: readonly Element[],
  result: Result,
  args: CommandArguments,
  terminal: Terminal,
): number => {
  const failed = new Set(result.failure_details.map((each) => `${each.environment_id} ${each.version_id}`));
  if (args.flag('json')) terminal.out.write(`${JSON.stringify(result)}\n`);
  else {
    for (const each of elements.filter((one) => !failed.has(`${one.environment_id} ${one.version_id}`))) {
      terminal.out.write(`${done}: version ${each.version_id} in ${each.environment_id}\n`);
    }
    if (elements.length === 0) terminal.out.write('Nothing of it is published there.\n');
  }
  if (!args.flag('json')) {
    for (const { environment_id: environment, version_id: version, message } of result.failure_details) {
      terminal.err.write(`vitrine: cannot ${verb} version ${version} in ${environment}: ${message}\n`);
    }
  }
  return failed.size === 0 ? EXIT_OK : EXIT_FAILED;
};

export const recordPublish = buildPlaceCommand(publish);
export const recordUnpublish = buildPlaceCommand(unpublish);
