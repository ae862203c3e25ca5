// Describes errors for the user: one sentence if the cause is their input or their machine, and the whole stack if it is a
// bug. The details of a failure follow, one line each. With `--json` it is one JSON document.

import { ConfigError } from '../config.ts';
import { type Dependent, Failure } from '../domain/failures/failures.ts';
import type { FieldError } from '../domain/failures/field-failures.ts';
import { MissingPackage } from '../domain/failures/missing-package.ts';
import { UnusableStore } from '../domain/failures/unusable-store.ts';
import { CommandError, UsageError } from './command.ts';
import { showText, showValue } from './print.ts';
import { describeSystemError, isSystemError } from './system-error.ts';

export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Failure) return describeFailure(error);
  const isPlain = [UsageError, ConfigError, CommandError, UnusableStore, MissingPackage].some(
    (kind) => error instanceof kind,
  );
  if (isPlain) return error.message;
  // Errors of the operating system or the database file: disk, permissions, not a database.
  if (isSystemError(error)) return describeSystemError(error);
  if (isDatabaseError(error)) return `the data cannot be used: ${error.message}`;
  return error.stack ?? error.message;
};

const isDatabaseError = (error: Error): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR';

/** What `--json` prints in place of a result. */
export const errorDocument = (error: unknown): object => {
  if (error instanceof Failure) {
    const { name, message, code, details = {}, cause } = error;
    return {
      error: { name, message, code, ...details, ...(cause instanceof Error ? { cause: cause.message } : {}) },
    };
  }
  const { code } = error as NodeJS.ErrnoException;
  return {
    error: { name: kindOf(error), message: messageOf(error), ...(code === undefined ? {} : { code }) },
  };
};

const kindOf = (error: unknown): string => {
  if (error instanceof UsageError) return 'UsageError';
  if (error instanceof ConfigError) return 'ConfigError';
  if ([CommandError, UnusableStore, MissingPackage].some((kind) => error instanceof kind))
    return 'CommandError';
  if (!(error instanceof Error)) return 'InternalError';
  return isSystemError(error) || isDatabaseError(error) ? 'SystemError' : 'InternalError';
};

/** Without the stack, which is for people. */
const messageOf = (error: unknown): string =>
  kindOf(error) === 'InternalError' && error instanceof Error ? error.message : describeError(error);

/** The details of a failure, by their names on the wire. */
interface Details {
  readonly field_errors?: readonly FieldError[];
  readonly field_error_count?: number;
  readonly dependents?: readonly Dependent[];
  readonly dependent_count?: number;
  readonly current?: { readonly _meta_: { readonly etag: string } } | null;
  readonly current_version_id?: string;
  readonly changes?: readonly Readonly<Record<string, unknown>>[];
}

const describeFailure = ({ message, details = {}, cause }: Failure): string => {
  // The user of the command line is the operator and may see the cause.
  if (cause instanceof Error) return `${message}\n  ${showText(cause.message)}`;
  const known = details as Details;
  const [first, ...others] = known.field_errors?.map(describeFieldError) ?? [];
  if (first !== undefined && others.length === 0) return first;
  const { field_error_count: count = 0 } = known;
  const head = first === undefined ? message : `${count} fields are not valid`;
  const invalid = first === undefined ? [] : [first, ...others];
  return [
    head,
    ...[...invalid, ...moreThan(invalid, count), ...linesOf(known)].map((line) => `  ${line}`),
  ].join('\n');
};

/** `count`: how many there are in all. */
const moreThan = (shown: readonly unknown[], count: number): string[] =>
  count > shown.length ? [`and ${count - shown.length} more`] : [];

const describeFieldError = ({ locale, message }: FieldError): string =>
  showText(locale === undefined ? message : `${locale}: ${message}`);

const linesOf = (details: Details): string[] => {
  const {
    dependents = [],
    dependent_count: count = 0,
    current,
    current_version_id: latest,
    changes = [],
  } = details;
  return [
    ...dependents.map(({ kind, id }) => showText(`${kind.replaceAll('_', ' ')} ${id}`)),
    ...moreThan(dependents, count),
    ...(current === undefined
      ? []
      : [current === null ? 'It does not exist.' : `Its ETag is now ${current._meta_.etag}.`]),
    ...(latest === undefined ? [] : [`The latest version is ${latest}.`]),
    ...changes.map(describeChange),
  ];
};

/** One difference between two versions. */
export const describeChange = ({ locale, field, before, after }: Readonly<Record<string, unknown>>): string =>
  `${locale} ${showText(String(field))}: ${showValue(before)} → ${showValue(after)}`;
