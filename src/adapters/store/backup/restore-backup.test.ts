// A backup is one committed state, and a restored store equals it. Anything else than a whole backup is refused before a row is written.

import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import {
  openEmpty,
  openFilled,
  openMigrated,
  readAll,
  targetsWith,
} from '../../../../test/suites/store/filled-engines.ts';
import { ACME, line, putAll } from '../../../../test/suites/store/store-fixture.ts';
import { findVisitorSecret } from '../access/visitor-secret.ts';
import { assertNoCopyUnderWay, CopyRefused } from '../copy/incomplete-copy.ts';
import { migrate, NEWEST_MIGRATION, readMigration } from '../migrations/migrate.ts';
import type { Engine } from '../sql/engine.ts';
import { dataTables } from '../sql/table-keys.ts';
import { BackupFault } from './backup-format.ts';
import type { BackupFile } from './read-backup.ts';
import { checkChain } from './read-chain.ts';
import { type RestoreOptions, restoreBackup } from './restore-backup.ts';
import { backupLines } from './write-backup.ts';

const secret = randomBytes(32);
const header = {
  id: randomUUID(),
  migration: NEWEST_MIGRATION,
  createdAt: '2026-11-16T17:00:00.000Z',
  visitorSecret: secret.toString('base64url'),
};

const from = (lines: readonly string[]): readonly BackupFile[] => [
  {
    name: 'backup.gz',
    async *open() {
      yield* lines;
    },
  },
];

/** `between` runs once the first line was written. */
const backUp = async (
  source: Engine,
  more: Partial<typeof header> = {},
  between?: () => Promise<unknown>,
) => {
  const snapshot = await source.openSnapshot();
  const lines: string[] = [];
  for await (const one of backupLines(snapshot.db, { ...header, ...more }, () => {})) {
    lines.push(one);
    if (lines.length === 1) await between?.();
  }
  await snapshot.close();
  return lines;
};

const restore = async (target: Engine, lines: readonly string[], options: Partial<RestoreOptions> = {}) => {
  const summary = await checkChain(from(lines));
  await restoreBackup(target, summary, from(lines), { overwrite: false, onProgress: () => {}, ...options });
  return summary;
};

for (const [name, openTarget] of Object.entries(targetsWith(usePostgres()))) {
  test(`a store restored into ${name} equals the one that was backed up`, async (t) => {
    const { engine: source } = await openFilled(t);
    const lines = await backUp(source);
    const target = await openTarget(t);
    const { rows } = await restore(target, lines);
    const all = await readAll(source);
    assert.deepEqual(await readAll(target), all);
    assert.equal(rows, Object.values(all).flat().length);
    assert.deepEqual(await findVisitorSecret(target.reads), secret);
    await assertNoCopyUnderWay(target);
    assert.deepEqual((await backUp(target)).slice(1), lines.slice(1), 'a backup of it has the same rows');
  });

  test(`a restore into ${name} that was interrupted is repeated, and nothing starts on it before`, async (t) => {
    const { engine: source } = await openFilled(t);
    const lines = await backUp(source);
    const target = await openTarget(t);
    const onProgress = ({ phase, rows }: { readonly phase: string; readonly rows: number }): void => {
      if (phase === 'write' && rows > 20) throw new Error('interrupted');
    };
    await assert.rejects(restore(target, lines, { onProgress }), /interrupted/);
    await assert.rejects(assertNoCopyUnderWay(target), /not complete/);
    await restore(target, lines);
    await assertNoCopyUnderWay(target);
    assert.deepEqual(await readAll(target), await readAll(source));
  });

  test(`what ${name} holds is replaced only on request`, async (t) => {
    const { engine: source } = await openFilled(t);
    const lines = await backUp(source);
    const { engine: target, store } = await openFilled(t, openTarget);
    await putAll(store, ACME, [line('form', { name: 'other' })]);
    const before = await readAll(target);
    await assert.rejects(restore(target, lines), CopyRefused);
    await assertNoCopyUnderWay(target);
    assert.deepEqual(await readAll(target), before);
    await restore(target, lines, { overwrite: true });
    assert.deepEqual(await readAll(target), await readAll(source));
  });
}

test('a backup is the state at its beginning, whatever is written meanwhile', async (t) => {
  const { engine: source, store } = await openFilled(t);
  const before = await readAll(source);
  const lines = await backUp(source, {}, () => putAll(store, ACME, [line('form', { name: 'later' })]));
  assert.notDeepEqual(await readAll(source), before);
  const target = await openMigrated(t);
  await restore(target, lines);
  assert.deepEqual(await readAll(target), before);
});

test('a damaged backup is refused, wherever it is damaged', async (t) => {
  const { engine: source } = await openFilled(t);
  const lines = await backUp(source);
  await checkChain(from(lines));
  const place = fc.nat({ max: lines.length - 1 });
  const damage = fc.oneof(
    place.map((at) => lines.slice(0, at)),
    place.map((at) => lines.toSpliced(at, 1)),
    fc.tuple(place, place).map(([at, to]) => lines.toSpliced(to, 0, lines[at] as string)),
    fc
      .tuple(place, place)
      .filter(([a, b]) => lines[a] !== lines[b])
      .map(([a, b]) => lines.with(a, lines[b] as string).with(b, lines[a] as string)),
    fc.tuple(place, fc.nat(), fc.constantFrom('x', '0', '"', '\\', '')).map(([at, char, by]) => {
      const text = lines[at] as string;
      const from = char % text.length;
      return lines.with(at, text.slice(0, from) + by + text.slice(from + 1));
    }),
  );
  await fc.assert(
    fc.asyncProperty(damage, async (damaged) => {
      fc.pre(damaged.join('\n') !== lines.join('\n'));
      await assert.rejects(checkChain(from(damaged)), BackupFault);
    }),
    { numRuns: runs(150, 3_000) },
  );
});

test('a changed header and lines behind the end are refused too', async (t) => {
  const { engine: source } = await openFilled(t);
  const lines = await backUp(source);
  const other = (lines[0] as string).replace(header.visitorSecret, randomBytes(32).toString('base64url'));
  await assert.rejects(checkChain(from(lines.with(0, other))), /its digest does not match/);
  for (const more of [lines[2], lines.at(-1)] as string[])
    await assert.rejects(checkChain(from([...lines, more])), /follows the end of the backup/);
});

test('rows that the database lost are noticed', async (t) => {
  const { engine: source } = await openFilled(t);
  const target = await openMigrated(t);
  let writes = 0;
  const losing: Engine = {
    ...target,
    write: (work, options) => {
      writes += 1;
      // The first ones mark the database and empty its tables.
      return writes === dataTables.length + 3
        ? Promise.resolve(undefined as never)
        : target.write(work, options);
    },
  };
  await assert.rejects(restore(losing, await backUp(source)), /the restored rows differ/);
  await assert.rejects(assertNoCopyUnderWay(target), /not complete/);
});

test('a file that changes between check and restore is noticed', async (t) => {
  const { engine: source, store } = await openFilled(t);
  const summary = await checkChain(from(await backUp(source)));
  await putAll(store, ACME, [line('form', { name: 'later' })]);
  const target = await openMigrated(t);
  const options = { overwrite: false, onProgress: () => {} };
  await assert.rejects(restoreBackup(target, summary, from(await backUp(source)), options), /was changed/);
  await assert.rejects(assertNoCopyUnderWay(target), /not complete/);
});

test('a backup of an older version is restored into an empty database, and migrated', async (t) => {
  const older = NEWEST_MIGRATION - 1;
  // Without rows: nothing else is the same in every version.
  const lines = await backUp(await openMigrated(t), { migration: older });
  const target = await openEmpty(t);
  await restore(target, lines);
  assert.equal(await readMigration(target.reads), NEWEST_MIGRATION);
  await assert.rejects(restore(target, lines), /older version than the database/);
});

test('a database can be migrated in parts', async (t) => {
  const engine = await openEmpty(t);
  await migrate(engine, { upTo: NEWEST_MIGRATION - 1 });
  assert.equal(await readMigration(engine.reads), NEWEST_MIGRATION - 1);
  await migrate(engine);
  assert.equal(await readMigration(engine.reads), NEWEST_MIGRATION);
});

test('a backup of a newer version is refused', async (t) => {
  const { engine: source } = await openFilled(t);
  const target = await openMigrated(t);
  const newer = await backUp(source, { migration: NEWEST_MIGRATION + 1 });
  await assert.rejects(restore(target, newer), /is of a newer version: it has migration/);
  const format = [
    (newer[0] as string).replace('"vitrine_backup":1', '"vitrine_backup":2'),
    ...newer.slice(1),
  ];
  await assert.rejects(restore(target, format), /is of a newer version \(format 2\)/);
  await assertNoCopyUnderWay(target);
});

const headerLine = (changed: object): string =>
  JSON.stringify({
    vitrine_backup: 1,
    id: randomUUID(),
    migration: 13,
    created_at: '',
    visitor_secret: null,
    ...changed,
  });

test('what is no backup is refused by a clear message', async () => {
  const cases: readonly (readonly [lines: readonly string[], message: RegExp])[] = [
    [[], /its end is missing/],
    [['hello'], /line 1 is not the header of a backup/],
    [['{"kind":"scope","tenant_id":"a","workspace_id":"b"}'], /line 1 is not the header of a backup/],
    [['null'], /line 1 is not the header/],
    [['[]'], /line 1 is not the header/],
    ...[0, 9, 12.5, -1, '13', null].map(
      (migration) => [[headerLine({ migration })], /line 1 is not the header/] as const,
    ),
    ...['', 'short', 7].map(
      (visitor_secret) => [[headerLine({ visitor_secret })], /line 1 is not the header/] as const,
    ),
  ];
  for (const [lines, message] of cases) await assert.rejects(checkChain(from(lines)), message);
});
