// The use cases for work at the command line: over the store alone, without a web server and without a search index.
// Whoever can open the data folder is its operator.

import { randomUUID } from 'node:crypto';
import { freely } from './adapters/store/breathing.ts';
import { manageName, manageVerbs } from './contract/manage-operations.ts';
import { managedKinds } from './contract/manage-resources.ts';
import type { Operation } from './contract/operation.ts';
import type { RunBulk } from './domain/bulk-lines.ts';
import type { Caller } from './domain/caller.ts';
import type { Meter } from './domain/request-budget.ts';
import type { Scope } from './domain/scope.ts';
import { bulkReader } from './import/read-bulk.ts';
import { objectReader } from './import/read-object.ts';
import { openTextSpool } from './import/text-spool.ts';
import { openStore, type Store, type StoreOptions } from './open-store.ts';
import { buildCompareModels, type CompareModels } from './operations/compare-models.ts';
import { buildCompareVersions } from './operations/compare-versions.ts';
import { buildCreateRecord } from './operations/create-record.ts';
import { buildDeleteRecord } from './operations/delete-record.ts';
import { buildDeleteVersion } from './operations/delete-version.ts';
import { buildEraseSubmissions } from './operations/erase-submissions.ts';
import { buildExportSubmissions } from './operations/export-submissions.ts';
import { buildGetRecord } from './operations/get-record.ts';
import { buildGetVersion } from './operations/get-version.ts';
import { buildListRecords } from './operations/list-records.ts';
import { buildListSubmissions } from './operations/list-submissions.ts';
import { buildListVersions } from './operations/list-versions.ts';
import { buildRunBulk } from './operations/manage-bulk.ts';
import { buildResourceUseCase } from './operations/manage-resources.ts';
import { buildPublishVersions } from './operations/publish-versions.ts';
import { buildPushModels, type PushModels } from './operations/push-models.ts';
import { buildSaveVersion } from './operations/save-version.ts';
import { buildUnpublishVersions } from './operations/unpublish-versions.ts';
import type { UseCase } from './operations/use-case.ts';

export interface Workbench {
  readonly store: Store;
  /** By the name of the operation. */
  readonly useCase: (name: string) => UseCase<Operation>;
  readonly compareModels: CompareModels;
  readonly pushModels: PushModels;
  readonly runBulk: RunBulk;
  readonly operatorIn: (scope: Scope) => Promise<Caller>;
  readonly close: () => Promise<void>;
}

export const openWorkbench = async (config: StoreOptions): Promise<Workbench> => {
  const store = await openStore(config);
  const useCases = buildUseCases(store);
  const compareModels = buildCompareModels({ resources: store, modelTexts: store, reader: objectReader });
  return {
    store,
    useCase: (name) => {
      const found = useCases.get(name);
      if (found === undefined) throw new Error(`${name} is no operation of the command line`);
      return found;
    },
    compareModels,
    pushModels: buildPushModels({ resources: store, now: () => new Date(), newId: randomUUID }),
    runBulk: buildRunBulk({ bulk: store, bulkReader, openSpool: () => openTextSpool(config.dataDir) }),
    operatorIn: async (scope) => ({
      scope,
      environment: scope.environmentId === '' ? undefined : await store.findEnvironment(scope),
      token: undefined,
      isOperator: true,
      noteSearch: () => {},
      addressMark: '',
    }),
    close: () => store.close(),
  };
};

/** Nobody else waits for a command, and whoever runs it decides how long it may take. */
const FREE_METER: Meter = { run: (_workspace, _allowance, work) => work(freely()) };

const buildUseCases = (store: Store): ReadonlyMap<string, UseCase<Operation>> => {
  const parts = {
    storeIn: (scope: Scope) => store.inScope(scope),
    recordsIn: store.recordsIn,
    records: store,
    publisher: store,
    submissions: store,
    resources: store,
    modelTexts: store,
    reader: objectReader,
    meter: FREE_METER,
    newId: randomUUID,
    now: () => new Date(),
  };
  const useCases = {
    'create-record': buildCreateRecord(parts),
    'save-version': buildSaveVersion(parts),
    'get-record': buildGetRecord(parts),
    'list-records': buildListRecords(parts),
    'list-versions': buildListVersions(parts),
    'get-version': buildGetVersion(parts),
    'compare-versions': buildCompareVersions(parts),
    'publish-versions': buildPublishVersions(parts),
    'unpublish-versions': buildUnpublishVersions(parts),
    'delete-record': buildDeleteRecord(parts),
    'delete-version': buildDeleteVersion(parts),
    'list-submissions': buildListSubmissions(parts),
    'export-submissions': buildExportSubmissions(parts),
    'erase-submissions': buildEraseSubmissions(parts),
  };
  const resources = managedKinds.flatMap((row) =>
    manageVerbs.map((verb) => [manageName(verb, row), buildResourceUseCase[verb](row, parts)]),
  );
  // Safe: each stands under the name of the very operation whose schemas its input is read by.
  return new Map([...Object.entries(useCases), ...resources] as unknown as [string, UseCase<Operation>][]);
};
