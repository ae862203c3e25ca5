// Help, generated from the commands and the settings.

import { configVariables } from '../config.ts';
import { type Command, commonOptions, type OptionSpec } from './command.ts';

const USE = 'npm run -s vitrine --';

const head = (commands: readonly Command[]): string[] => [
  'vitrine: storefront discovery and content delivery',
  '',
  `Usage: ${USE} COMMAND [OPTIONS]`,
  '',
  'Commands:',
  ...columns(commands.map((command) => [command.name, command.summary])),
  '',
];

const general: readonly string[] = [
  'Every command has --help and --json; with --json a failure is {"error":{…}} on standard output.',
  'Exit codes: 0 success, 1 failure, 2 wrong usage or configuration.',
  '',
];

/** Commands that begin with the same word. */
export const groupOverview = (commands: readonly Command[]): string =>
  [...head(commands), ...general].join('\n');

/** `groups`: the kinds of objects that share the same commands, each with a description. */
export const overview = (
  commands: readonly Command[],
  groups: readonly (readonly [string, string])[],
): string =>
  [
    ...head(commands),
    ...general,
    'Objects to manage, each with list, get, create, put and delete, such as "product put":',
    ...columns(groups),
    '',
    'Configuration (environment variables):',
    ...columns(
      configVariables.map(({ name, defaultValue, meaning }) => [
        name,
        `${meaning} [${defaultValue === '' ? 'none' : defaultValue}]`,
      ]),
    ),
    '',
  ].join('\n');

export const commandHelp = (command: Command): string =>
  [
    `Usage: ${[USE, command.name, ...(command.positionals ?? []), '[OPTIONS]'].join(' ')}`,
    '',
    command.summary,
    ...(command.details === undefined ? [] : ['', command.details]),
    '',
    'Options:',
    ...columns(Object.entries({ ...command.options, ...commonOptions }).map(optionRow)),
    '',
  ].join('\n');

const optionRow = ([name, spec]: [string, OptionSpec]): [string, string] => [
  `${spec.short === undefined ? '' : `-${spec.short}, `}--${name}${spec.value === undefined ? '' : ` ${spec.value}`}`,
  `${spec.meaning}${spec.required === true ? ' Required.' : ''}${spec.multiple === true ? ' May be repeated.' : ''}`,
];

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};
