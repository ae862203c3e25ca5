// The use cases for the command line, over the store alone, without web server and search index.
// Anyone who can open the data folder acts as the operator.

import { randomUUID } from 'node:crypto';
import { openVisitorSecret } from './adapters/store/access/visitor-secret.ts';
import { manageName, manageVerbs } from './contract/manage/manage-operations.ts';
import { managedKinds } from './contract/manage/manage-resources.ts';
import type { Operation } from './contract/operation.ts';
import type { Caller } from './domain/access/caller.ts';
import type { Scope } from './domain/access/scope.ts';
import type { Meter } from './domain/limits/request-budget.ts';
import type { RunBulk } from './domain/manage/bulk-lines.ts';
import { bulkReader } from './import/read-bulk.ts';
import { objectReader } from './import/read-object.ts';
import { openTextSpool } from './import/spool/text-spool.ts';
import { openStore, type Store, type StoreOptions } from './open-store.ts';
import { buildEraseVisitor } from './operations/events/erase-visitor.ts';
import { buildListProductVisitors } from './operations/events/list-product-visitors.ts';
import { buildEraseSubmissions } from './operations/forms/erase-submissions.ts';
import { buildExportSubmissions } from './operations/forms/export-submissions.ts';
import { buildListSubmissions } from './operations/forms/list-submissions.ts';
import { buildRunBulk } from './operations/manage/manage-bulk.ts';
import { buildResourceUseCase } from './operations/manage/manage-resources.ts';
import { buildCompareModels, type CompareModels } from './operations/models/compare-models.ts';
import { buildPushModels, type PushModels } from './operations/models/push-models.ts';
import { buildCompareVersions } from './operations/records/compare-versions.ts';
import { buildCreateRecord } from './operations/records/create-record.ts';
import { buildDeleteRecord } from './operations/records/delete-record.ts';
import { buildDeleteVersion } from './operations/records/delete-version.ts';
import { buildGetRecord } from './operations/records/get-record.ts';
import { buildGetVersion } from './operations/records/get-version.ts';
import { buildListRecords } from './operations/records/list-records.ts';
import { buildListVersions } from './operations/records/list-versions.ts';
import { buildPublishVersions } from './operations/records/publish-versions.ts';
import { buildSaveVersion } from './operations/records/save-version.ts';
import { buildUnpublishVersions } from './operations/records/unpublish-versions.ts';
import { buildGetSearchReport } from './operations/terms/get-search-report.ts';
import type { UseCase } from './operations/use-case.ts';
import { unbudgeted } from './runtime/yield-to-event-loop.ts';

export interface CliServices {
  readonly store: Store;
  /** By the name of the operation. */
  readonly useCase: (name: string) => UseCase<Operation>;
  readonly compareModels: CompareModels;
  readonly pushModels: PushModels;
  readonly runBulk: RunBulk;
  readonly operatorIn: (scope: Scope) => Promise<Caller>;
  readonly close: () => Promise<void>;
}

export interface CliOptions extends StoreOptions {
  readonly popularTermsMinVisitors: number;
}

export const openCliServices = async (config: CliOptions): Promise<CliServices> => {
  const store = await openStore(config);
  const useCases = buildUseCases(store, config.popularTermsMinVisitors, () =>
    openVisitorSecret(config, store),
  );
  const compareModels = buildCompareModels({ resources: store, modelTexts: store, reader: objectReader });
  return {
    store,
    useCase: (name) => {
      const found = useCases.get(name);
      if (found === undefined) throw new Error(`${name} is not an operation of the command line`);
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
      noteExpiry: () => {},
      addressId: '',
    }),
    close: () => store.close(),
  };
};

/** A command has no budget: it delays no other requests, and the user decides how long it may take. */
const FREE_METER: Meter = { run: (_workspace, _allowance, work) => work(unbudgeted()) };

const buildUseCases = (
  store: Store,
  popularTermsMinVisitors: number,
  readSecret: () => Promise<Buffer>,
): ReadonlyMap<string, UseCase<Operation>> => {
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
    eventStore: store,
    searchReports: store,
    popularTermsMinVisitors,
    readVisitorSecret: readSecret,
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
    'list-product-visitors': buildListProductVisitors(parts),
    'erase-visitor': buildEraseVisitor(parts),
    'get-search-report': buildGetSearchReport(parts),
  };
  const resources = managedKinds.flatMap((row) =>
    manageVerbs.map((verb) => [manageName(verb, row), buildResourceUseCase[verb](row, parts)]),
  );
  // Safe: the input of each use case is validated by the schemas of the operation with the same name.
  return new Map([...Object.entries(useCases), ...resources] as unknown as [string, UseCase<Operation>][]);
};
