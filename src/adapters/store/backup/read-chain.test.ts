// Whatever happens between backups, a chain of them restores the state at its last one. Files that do not continue each other, in their order, are
// refused before a row is written.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import {
  openFilled,
  openMigrated,
  readAll,
  targetsWith,
} from '../../../../test/suites/store/filled-engines.ts';
import { ACME, line, putAll } from '../../../../test/suites/store/store-fixture.ts';
import { assertNoCopyUnderWay } from '../copy/incomplete-copy.ts';
import { deleteRows, insertRows, type Row } from '../copy/table-rows.ts';
import { NEWEST_MIGRATION } from '../migrations/migrate.ts';
import type { Engine } from '../sql/engine.ts';
import type { WorkspaceTable } from '../sql/scoped-query.ts';
import { BackupFault, LineDigest } from './backup-format.ts';
import type { BackupFile } from './read-backup.ts';
import { CHAIN_MAX_FILES, checkChain, openChain } from './read-chain.ts';
import { restoreBackup } from './restore-backup.ts';
import { backupLines } from './write-backup.ts';

const options = { overwrite: false, onProgress: () => {} };

interface LinesFile extends BackupFile {
  readonly lines: readonly string[];
}

const fileOf = (name: string, lines: readonly string[]): LinesFile => ({
  name,
  lines,
  async *open() {
    yield* lines;
  },
});

/** The next file of the chain, which is full if there is none before. */
const backUp = async (
  source: Engine,
  chain: readonly BackupFile[],
  changed: { readonly migration?: number; readonly visitorSecret?: string } = {},
): Promise<LinesFile> => {
  const snapshot = await source.openSnapshot();
  const since = chain.length === 0 ? undefined : await openChain(chain);
  const header = {
    id: randomUUID(),
    migration: NEWEST_MIGRATION,
    createdAt: '2026-11-16T17:00:00.000Z',
    visitorSecret: undefined,
    ...(since && { since: { id: since.header.id, file: `${chain.length - 1}.gz` } }),
    ...changed,
  };
  try {
    return fileOf(
      `${chain.length}.gz`,
      await Array.fromAsync(backupLines(snapshot.db, header, () => {}, since)),
    );
  } finally {
    await since?.close();
    await snapshot.close();
  }
};

const restoreChain = async (target: Engine, chain: readonly BackupFile[]): Promise<void> =>
  restoreBackup(target, await checkChain(chain), chain, { ...options, overwrite: true });

/** Characters whose order by code units is not that of their bytes are among them. */
const word = fc.string({
  unit: fc.constantFrom('a', 'b', '"', '\\', 'é', '\uffee', '😀', '\u2028'),
  maxLength: 3,
});
const scope = { tenant_id: 'acme', workspace_id: 'web' };

/** Rows of tables with keys of text and of numbers; `what` is not part of the key. */
const rowsOf: Readonly<Record<string, (key: string, number: number, what: string) => Row>> = {
  popular_term: (_, number, what) => ({ ...scope, catalog_id: 'c', rank: number, term: what }),
  form_submission: (key, _, what) => ({
    ...{ ...scope, form_id: 'f', submission_id: key, environment_id: 'PROD' },
    ...{ submitted_at: what, doc: JSON.stringify(what) },
  }),
  search_event: (key, number, what) => ({
    ...{ ...scope, catalog_id: key, visitor: what.slice(0, 1), at: 'now', term: key },
    total: number,
  }),
};

const step = fc.record({
  table: fc.constantFrom(...Object.keys(rowsOf)),
  key: word,
  number: fc.nat({ max: 12 }),
  what: word,
  isDeleted: fc.boolean(),
});
const history = fc.array(fc.array(step, { maxLength: 12 }), { minLength: 2, maxLength: 5 });

for (const [name, openEngine] of Object.entries(targetsWith(usePostgres()))) {
  test(`any history in ${name} is restored from its chain`, async (t) => {
    const [source, target, elsewhere] = [await openEngine(t), await openEngine(t), await openMigrated(t)];
    await fc.assert(
      fc.asyncProperty(history, async (periods) => {
        const chain: LinesFile[] = [];
        const states: unknown[] = [];
        for (const steps of periods) {
          for (const { table: told, key, number, what, isDeleted } of steps) {
            const table = told as WorkspaceTable;
            const row = (rowsOf[told] as (typeof rowsOf)[string])(key, number, what);
            await source.write(async (tx) => {
              await deleteRows(tx, table, [row]);
              if (!isDeleted) await insertRows(tx, table, [row]);
            });
          }
          chain.push(await backUp(source, chain));
          states.push(await readAll(source));
        }
        for (const into of [target, elsewhere]) {
          await restoreChain(into, chain);
          assert.deepEqual(await readAll(into), states.at(-1));
        }
        const earlier = chain.slice(0, -1);
        await restoreChain(target, earlier);
        assert.deepEqual(await readAll(target), states.at(-2));
      }),
      { numRuns: name === 'SQLite' ? runs(6, 40) : runs(2, 12) },
    );
  });
}

test('what did not change is not written again', async (t) => {
  const { engine, store } = await openFilled(t);
  const full = await backUp(engine, []);
  const same = await backUp(engine, [full]);
  assert.equal(same.lines.length, 2, 'a header and an end');
  await putAll(store, ACME, [line('form', { name: 'later' })]);
  const later = await backUp(engine, [full, same]);
  const { changes, files, rows } = await checkChain([full, same, later]);
  assert.equal(files, 3);
  assert.ok(changes > 0 && changes < 10 && rows > 50, `${changes} of ${rows}`);
});

const openChainOf = async (t: Parameters<typeof openFilled>[0]) => {
  const { engine, store } = await openFilled(t);
  const chain: LinesFile[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    await putAll(store, ACME, [line('form', { name })]);
    chain.push(await backUp(engine, chain));
  }
  return { engine, store, chain: chain as [LinesFile, LinesFile, LinesFile, LinesFile] };
};

test('a chain with a missing, repeated, foreign or misplaced file is refused', async (t) => {
  const { engine, chain } = await openChainOf(t);
  const [full, one, two, three] = chain;
  const otherFull = await backUp(engine, []);
  const target = await openMigrated(t);
  const before = await readAll(target);
  const cases: readonly (readonly [files: readonly BackupFile[], file: string, message: RegExp])[] = [
    [[one], '1.gz', /continues 0\.gz: give all files of the chain, the full backup first/],
    [[full, two], '2.gz', /continues 1\.gz, and not 0\.gz of 2026/],
    [[full, two, one], '2.gz', /in their order/],
    [[full, one, one], '1.gz', /continues 0\.gz, and not 1\.gz/],
    [[full, one, three], '3.gz', /continues 2\.gz/],
    [[full, full], '0.gz', /is a full backup, which can only be the first/],
    [[otherFull, one], '1.gz', /continues 0\.gz, and not 0\.gz of/],
    [Array.from({ length: CHAIN_MAX_FILES + 1 }, () => full), '0.gz', /at most 100 files/],
  ];
  for (const [files, file, message] of cases)
    await assert.rejects(restoreChain(target, files), (error) => {
      assert.ok(error instanceof BackupFault);
      assert.match(error.message, message);
      assert.equal(error.file, file);
      return true;
    });
  await assertNoCopyUnderWay(target);
  assert.deepEqual(await readAll(target), before);
});

test('a chain is refused if any of its files is damaged', async (t) => {
  const { chain } = await openChainOf(t);
  await checkChain(chain);
  // Only the last one says what the rows of the whole chain are.
  for (const [at, { name, lines }] of chain.entries())
    for (const damaged of [
      lines.slice(0, -1),
      lines.toSpliced(2, 1),
      lines.with(2, (lines[2] as string).replace(/\d|[a-z](?="\])/, 'x')),
      lines.with(-1, (lines.at(-1) as string).replace(/"rows":\d+/, '"rows":1')),
    ])
      if (at === chain.length - 1 || damaged.at(-1) === lines.at(-1) || damaged.length < lines.length)
        await assert.rejects(
          checkChain(chain.with(at, fileOf(name, damaged))),
          (error) => error instanceof BackupFault && error.file === name,
          `${at}: ${damaged.length} of ${lines.length} lines`,
        );
});

test('a backup of another store or version is not continued', async (t) => {
  const engine = await openMigrated(t);
  const own = { visitorSecret: 'a'.repeat(43) };
  const full = await backUp(engine, [], own);
  await backUp(engine, [full], own);
  await assert.rejects(
    backUp(engine, [full], { visitorSecret: 'b'.repeat(43) }),
    /it is of another store; make a full/,
  );
  await assert.rejects(backUp(engine, [full]), /it is of another store/);
  const other = { ...own, migration: NEWEST_MIGRATION + 1 };
  await assert.rejects(
    backUp(engine, [full], other),
    /it is of another version: .* make a full backup, without --since/,
  );
  // Whoever had no secret yet has one by now.
  await backUp(engine, [await backUp(engine, [])], own);
});

/** With digests that match. */
const forge = (lines: readonly string[]): LinesFile => {
  const [all, rows] = [new LineDigest(), new LineDigest()];
  const body = lines.slice(0, -1);
  for (const [at, text] of body.entries()) {
    all.add(text);
    if (at > 0) rows.add(text);
  }
  const count = body.filter((text) => text.startsWith('[')).length;
  const end = { rows: count, sha256: all.finish(), rows_sha256: rows.finish() };
  return fileOf('forged.gz', [...body, JSON.stringify(end)]);
};

for (const [name, openTarget] of Object.entries(targetsWith(usePostgres()))) {
  test(`rows that do not fit are told by line and table, in ${name}`, async (t) => {
    const { engine } = await openFilled(t);
    const { lines } = await backUp(engine, []);
    const at = lines.findIndex((text) => text.includes('"table":"domain"')) + 1;
    const columns = JSON.parse(lines[at - 1] as string).columns as string[];
    const row = JSON.parse(lines[at] as string) as unknown[];
    const withValue = (column: string, value: unknown) => row.with(columns.indexOf(column), value);
    const second = JSON.parse(lines[at + 1] as string) as unknown[];
    const cases: readonly (readonly [line: number, changed: unknown[], message: RegExp])[] = [
      [at, withValue('revision', 'one'), /does not fit the table domain: its revision is not an integer/],
      [at, withValue('revision', 1.5), /its revision is not an integer/],
      [at, withValue('doc', null), /its doc is not a text/],
      [at, withValue('doc', 7), /its doc is not a text/],
      [at, withValue('doc', '{"host":'), /its doc is not JSON/],
      [at, withValue('doc', '["a"]'), /its doc is not an object/],
      [at, withValue('doc', second[columns.indexOf('doc')]), /its doc is of another object: host is not/],
      [
        at + 1,
        second
          .with(columns.indexOf('host'), row[columns.indexOf('host')])
          .with(columns.indexOf('doc'), row[columns.indexOf('doc')]),
        /the database refuses it, since another row has a value that must be unique/,
      ],
    ];
    const target = await openTarget(t);
    await restoreChain(target, [fileOf('full.gz', lines)]);
    const before = await readAll(target);
    for (const [place, changed, message] of cases) {
      await assert.rejects(
        restoreChain(target, [forge(lines.with(place, JSON.stringify(changed)))]),
        (error) => {
          assert.ok(error instanceof BackupFault, String(error));
          assert.match(error.message, message);
          assert.match(error.message, new RegExp(`^line ${place + 1} `));
          assert.equal(error.file, 'forged.gz');
          return true;
        },
      );
      // Only what the database alone can tell is told after its rows were deleted.
      if (place === at) assert.deepEqual(await readAll(target), before);
    }
    await restoreChain(target, [fileOf('full.gz', lines)]);
    assert.deepEqual(await readAll(target), await readAll(engine));
  });
}

test('rows of one key, and rows that are deleted from a full backup, are refused', async (t) => {
  const { engine } = await openFilled(t);
  const { lines } = await backUp(engine, []);
  const twice = lines.toSpliced(2, 0, lines[2] as string);
  await assert.rejects(checkChain([forge(twice)]), /line 4 is out of order/);
  await assert.rejects(
    checkChain([forge(lines.with(2, '{"deleted":["acme"]}'))]),
    /though this is a full backup/,
  );
});
