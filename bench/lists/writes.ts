// Writes of records through the use cases, one after the other: a record is created, published, changed, published again, and
// deleted. Every write changes what a list of latest versions or of published ones shows.

import { randomUUID } from 'node:crypto';
import type { Caller } from '../../src/domain/access/caller.ts';
import type { Scope } from '../../src/domain/access/scope.ts';
import type { Meter } from '../../src/domain/limits/request-budget.ts';
import type { Store } from '../../src/open-store.ts';
import { buildCreateRecord } from '../../src/operations/records/create-record.ts';
import { buildDeleteRecord } from '../../src/operations/records/delete-record.ts';
import { buildPublishVersions } from '../../src/operations/records/publish-versions.ts';
import { buildSaveVersion } from '../../src/operations/records/save-version.ts';
import { unbudgeted } from '../../src/runtime/yield-to-event-loop.ts';
import { MODEL, SCOPE, textOf } from './record-lines.ts';

const NOW = new Date('2026-06-01T00:00:00Z');

export const meter: Meter = { run: (_, __, work) => work(unbudgeted()) };

export const caller: Caller = {
  scope: SCOPE,
  environment: {
    id: SCOPE.environmentId,
    envType: 'PRODUCTION',
    defaultLocale: 'en-us',
    access: 'open',
  },
  token: undefined,
  isOperator: true,
  addressId: '',
  noteSearch: () => {},
  noteExpiry: () => {},
};

const dependenciesOf = (store: Store) => ({
  storeIn: (scope: Scope) => store.inScope(scope),
  records: store,
  publisher: store,
  meter,
  now: () => NOW,
  newId: () => randomUUID(),
});

/** A new record for each turn. */
export const buildCreate = (store: Store, model: string, first: number) => {
  const create = buildCreateRecord(dependenciesOf(store));
  return (turn: number) => {
    const body = { localized: { 'en-us': textOf(first + turn, model) } };
    return create(caller, { params: { modelInternalName: model }, query: {}, headers: {}, body });
  };
};

/** Each call is the next write. */
export const buildWrites = (store: Store, first: number): (() => Promise<unknown>) => {
  const dependencies = dependenciesOf(store);
  const create = buildCreate(store, MODEL, first);
  const publish = buildPublishVersions(dependencies);
  const save = buildSaveVersion(dependencies);
  const remove = buildDeleteRecord(dependencies);
  let turn = 0;
  let params = { modelInternalName: MODEL, contentModelDataId: '' };
  let versionId = '';
  const publishNow = () =>
    publish(caller, {
      params,
      query: {},
      headers: {},
      body: { version_data: [{ environment_id: SCOPE.environmentId, version_id: versionId }] },
    });
  const writes = [
    async () => {
      const { record, version } = await create(turn);
      params = { modelInternalName: MODEL, contentModelDataId: record.id };
      versionId = version.id;
    },
    publishNow,
    async () => {
      const localized = { 'en-us': textOf(first + 7 * turn, MODEL) };
      const body = { base_version_id: versionId, localized };
      versionId = (await save(caller, { params, query: {}, headers: {}, body })).version.id;
    },
    publishNow,
    () => remove(caller, { params, query: { cascade: true }, headers: {}, body: undefined }),
  ];
  return async () => {
    const write = writes[turn % writes.length];
    turn += 1;
    await write?.();
  };
};
