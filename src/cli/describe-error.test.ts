// Who gets a sentence and who gets a stack.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ConfigError } from '../config.ts';
import { hasDependents, preconditionFailed } from '../domain/failures/failures.ts';
import { invalidValues } from '../domain/failures/field-failures.ts';
import { countAll } from '../domain/failures/first-hundred.ts';
import { serviceUnavailable, storageFailure } from '../domain/failures/unavailable-failures.ts';
import { CommandError, UsageError } from './command.ts';
import { describeError, errorDocument } from './describe-error.ts';

const caught = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
};

test('what a person can mend is one sentence', () => {
  assert.equal(describeError(new UsageError('--a is blank')), '--a is blank');
  assert.equal(describeError(new CommandError('no such token')), 'no such token');
  assert.match(
    describeError(new ConfigError(['X is blank'])),
    /^The configuration is not valid:\n {2}X is blank$/,
  );
  assert.equal(describeError(serviceUnavailable(1)), serviceUnavailable(1).message);
  const full = storageFailure('full', new Error('ENOSPC: no space left'));
  assert.equal(describeError(full), `${full.message}\n  ENOSPC: no space left`);
});

test('what the machine refuses is said without a stack', () => {
  const missing = describeError(caught(() => readFileSync('/does/not/exist')));
  assert.equal(missing, 'cannot open /does/not/exist: it does not exist (ENOENT)');
  assert.doesNotMatch(missing, /\n/);
  const broken = describeError(caught(() => new DatabaseSync(':memory:').exec('select from')));
  assert.match(broken, /^the data cannot be used: /);
  assert.doesNotMatch(broken, /\n/);
});

test('what a failure tells beside its message follows, a line each', () => {
  const title = { field: 'title', locale: 'de', code: 'missing', message: 'title is missing' } as const;
  const name = { field: 'name', code: 'too_long', message: 'name is\u0007 too long' } as const;
  assert.equal(describeError(invalidValues(countAll([title]))), 'de: title is missing');
  assert.equal(
    describeError(invalidValues(countAll([title, name]))),
    '2 fields are not valid\n  de: title is missing\n  name is? too long',
  );
  assert.equal(
    describeError(invalidValues({ first: [title, name], count: 85_000 })),
    '85000 fields are not valid\n  de: title is missing\n  name is? too long\n  and 84998 more',
  );
  assert.equal(
    describeError(hasDependents('catalog', [{ kind: 'content_item', id: 'a' }], 3)),
    'The catalog is still needed by 3 other objects; delete them first\n  content item a\n  and 2 more',
  );
  assert.match(describeError(preconditionFailed({ current: null })), /\n {2}It does not exist\.$/);
  const change = { locale: 'en', field: 'title', before: null, after: 'A' };
  assert.match(
    describeError(preconditionFailed({ current_version_id: 'v2', changes: [change] })),
    /\n {2}The latest version is v2\.\n {2}en title: nothing → "A"$/,
  );
});

test('with --json every error is a document with a name and a message', () => {
  const told = (error: unknown) => (errorDocument(error) as { error: Record<string, unknown> }).error;
  assert.deepEqual(told(new UsageError('--a is blank')), { name: 'UsageError', message: '--a is blank' });
  assert.deepEqual(told(new CommandError('no')), { name: 'CommandError', message: 'no' });
  assert.equal(told(new ConfigError(['X is blank']))['name'], 'ConfigError');
  assert.deepEqual(told(caught(() => readFileSync('/does/not/exist'))), {
    name: 'SystemError',
    message: 'cannot open /does/not/exist: it does not exist (ENOENT)',
    code: 'ENOENT',
  });
  const needed = hasDependents('catalog', [{ kind: 'content_item', id: 'a' }], 1);
  assert.deepEqual(told(needed), {
    name: 'Conflict',
    message: 'The catalog is still needed by one other object; delete it first',
    code: 'has_dependents',
    dependents: [{ kind: 'content_item', id: 'a' }],
    dependent_count: 1,
  });
  assert.deepEqual(told(storageFailure('full', new Error('ENOSPC')))['cause'], 'ENOSPC');
  assert.deepEqual(told(new TypeError('x is not a function')), {
    name: 'InternalError',
    message: 'x is not a function',
  });
  assert.deepEqual(told('thrown text'), { name: 'InternalError', message: 'thrown text' });
});

test('what the system refuses is told in words, with the code for whoever looks it up', () => {
  const of = (code: string, syscall: string, path?: string) =>
    describeError(Object.assign(new Error(`${code}: raw, ${syscall}`), { code, syscall, path }));
  assert.equal(
    of('EACCES', 'mkdir', '/var/x'),
    'cannot create the folder /var/x: the user that runs this command has no permission (EACCES)',
  );
  assert.equal(of('EEXIST', 'mkdir', '/x'), 'cannot create the folder /x: a file has that name (EEXIST)');
  assert.equal(of('ENOSPC', 'write'), 'cannot write: the disk is full (ENOSPC)');
  assert.equal(of('EWHATEVER', 'open', '/x'), 'EWHATEVER: raw, open');
});

test('a fault of the program keeps its stack', () => {
  assert.match(describeError(new TypeError('x is not a function')), /x is not a function\n\s+at /);
  assert.equal(describeError('thrown text'), 'thrown text');
});
