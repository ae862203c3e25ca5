// Which timeline the database is on, where it tells, and where it does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { ACME, putAll, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import { findTimeline } from './timeline.ts';

const postgres = usePostgres();

test('a role that may not ask for the timeline does without', async (t) => {
  const url = await postgres.createDatabase();
  await (await postgres.server()).run(
    'revoke execute on function pg_walfile_name from public',
    new URL(url).pathname.slice(1),
  );
  const [writer, reader] = [await postgres.openIn(t, url), await postgres.openIn(t, url)];
  await putAll(writer, ACME, workspaceLines(ACME));
  await waitUntil('the commit is noticed', () => reader.revision(ACME) === 4);
});

test('a query that got no response is not taken for a refusal', async () => {
  for (const code of ['42501', '42883', '0A000']) {
    const refuse = () => Promise.reject(Object.assign(new Error('no'), { code }));
    assert.match(await findTimeline(refuse), /untold/);
  }
  const lost = storageFailure('unreachable');
  await assert.rejects(
    findTimeline(() => Promise.reject(lost)),
    lost,
  );
});
