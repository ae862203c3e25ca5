// Defines a command and how its arguments are parsed. Help is generated from the same definition.

import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { isBlankText } from '../domain/text/blank.ts';

export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** A mistake that the user can correct; shown without a stack. */
export class UsageError extends Error {}

/** The command failed; shown without a stack. */
export class CommandError extends Error {}

export interface OptionSpec extends ParseArgsOptionDescriptor {
  readonly meaning: string;
  /** Placeholder for the value in help, for example `FILE`. */
  readonly value?: string;
  readonly required?: boolean;
}

export interface Command {
  /** As the user types it: `token create`. */
  readonly name: string;
  readonly summary: string;
  readonly details?: string;
  /**
   * Placeholders for positional arguments in help, for example `FILE|-`. Those in brackets, at the end, are optional; the last one
   * may be repeated if it ends in `…`.
   */
  readonly positionals?: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly run: (args: CommandArguments, terminal: Terminal) => Promise<number>;
}

/** Where a command writes: results to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
  readonly in: NodeJS.ReadStream;
}

export interface CommandArguments {
  readonly positionals: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly list: (name: string) => readonly string[];
}

export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  json: { type: 'boolean', meaning: 'Print the result as JSON.' },
  help: { type: 'boolean', short: 'h', meaning: 'Show this help.' },
};

export const readArguments = (command: Command, words: readonly string[]): CommandArguments => {
  const options = { ...command.options, ...commonOptions };
  const { values, positionals, tokens } = parseWords(words, options);
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const repeated = given.find((name, index) => !options[name]?.multiple && given.indexOf(name) !== index);
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given twice`);
  for (const [name, value] of Object.entries(values)) {
    const blank = [value].flat().some((part) => typeof part === 'string' && isBlankText(part));
    if (blank) throw new UsageError(`--${name} is blank`);
  }
  if (values['help'] !== true) {
    const missing = Object.entries(options).filter(
      ([name, spec]) => spec.required === true && values[name] === undefined,
    );
    if (missing.length > 0) {
      throw new UsageError(`missing ${missing.map(([name]) => `--${name}`).join(', ')}`);
    }
    const isRepeatable = command.positionals?.at(-1)?.endsWith('…]') === true;
    const wanted = isRepeatable ? Number.POSITIVE_INFINITY : (command.positionals?.length ?? 0);
    const needed = command.positionals?.filter((word) => !word.startsWith('[')).length ?? 0;
    if (positionals.length > wanted || positionals.length < needed) {
      throw new UsageError(
        wanted === 0 ? `unexpected: ${positionals.join(' ')}` : `expected ${command.positionals?.join(' ')}`,
      );
    }
    if (positionals.some(isBlankText)) {
      throw new UsageError(`${command.positionals?.join(' ')} is blank`);
    }
  }
  return {
    positionals,
    flag: (name) => values[name] === true,
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    list: (name) => [values[name] ?? []].flat().filter((value) => typeof value === 'string'),
  };
};

const parseWords = (words: readonly string[], options: Readonly<Record<string, OptionSpec>>) => {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    throw new UsageError(describeParseError(error as NodeJS.ErrnoException));
  }
};

/** Names the option; Node's messages explain how to pass arguments that begin with a dash. */
const describeParseError = ({ code, message }: NodeJS.ErrnoException): string => {
  const option = /'(?:-\w, )?(--?[^' ]+)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `there is no option ${option}; see --help`;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message;
  if (message.includes('does not take')) return `${option} takes no value`;
  if (message.includes('ambiguous'))
    return `${option} needs a value; write ${option}=VALUE if it begins with -`;
  return `${option} needs a value`;
};

/** `--tenant TENANT`, used by several commands. */
export const textOption = (value: string, meaning: string, required = false): OptionSpec => ({
  type: 'string',
  value,
  meaning,
  required,
});
