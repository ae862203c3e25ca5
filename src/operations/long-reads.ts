// The reads that may take long: built in the same way by the main thread and by the thread for long requests, and how a read moves
// from the one to the other.

import { manageName } from '../contract/manage/manage-operations.ts';
import { managedKinds } from '../contract/manage/manage-resources.ts';
import type { Operation } from '../contract/operation.ts';
import { type Caller, type PlainCaller, toPlainCaller } from '../domain/access/caller.ts';
import { LeftMainThread, type LongReads, type ReadRequest } from '../domain/limits/long-reads.ts';
import { buildListProductVisitors } from './events/list-product-visitors.ts';
import { buildListForms } from './forms/list-forms.ts';
import { buildListSubmissions } from './forms/list-submissions.ts';
import { type JsonText, type LargeJsonResult, readyJson } from './json-text.ts';
import { buildResourceUseCase } from './manage/manage-resources.ts';
import { buildListContentModels } from './models/list-content-models.ts';
import { buildGetPageBySlug } from './records/get-page-by-slug.ts';
import { buildGetRecord } from './records/get-record.ts';
import { buildListRecords } from './records/list-records.ts';
import { buildListVersions } from './records/list-versions.ts';
import { buildGetSearchReport } from './terms/get-search-report.ts';
import type { MovableUseCase } from './use-case.ts';

export type LongReadParts = Parameters<typeof buildListRecords>[0] &
  Parameters<typeof buildListVersions>[0] &
  Parameters<typeof buildListContentModels>[0] &
  Parameters<typeof buildListForms>[0] &
  Parameters<typeof buildListSubmissions>[0] &
  Parameters<typeof buildListProductVisitors>[0] &
  Parameters<typeof buildGetSearchReport>[0] &
  Parameters<(typeof buildResourceUseCase)['list']>[1];

const buildOwn = (parts: LongReadParts) => ({
  'list-records': buildListRecords(parts),
  'get-record': buildGetRecord(parts),
  'get-page-by-slug': buildGetPageBySlug(parts),
  'list-versions': buildListVersions(parts),
  'list-content-models': buildListContentModels(parts),
  'list-forms': buildListForms(parts),
  'list-submissions': buildListSubmissions(parts),
  'list-product-visitors': buildListProductVisitors(parts),
  'get-search-report': buildGetSearchReport(parts),
});

const buildManageLists = (parts: LongReadParts): Readonly<Record<string, MovableUseCase<Operation>>> => {
  const lists = managedKinds.map((row) => [manageName('list', row), buildResourceUseCase.list(row, parts)]);
  // Safe: the input of each is validated by the schemas of the operation with the same name.
  return Object.fromEntries(lists) as unknown as Readonly<Record<string, MovableUseCase<Operation>>>;
};

type AnyRead = (caller: PlainCaller, input: never) => Promise<unknown>;

/** Every one, by the name of its operation. */
export const buildLongReads = (parts: LongReadParts): Readonly<Record<string, AnyRead>> => ({
  ...buildOwn(parts),
  ...buildManageLists(parts),
});

/** The use cases of the main thread. Without `longReads` they stay there, however long they take. */
export const buildMovableReads = (parts: LongReadParts, longReads: LongReads | undefined) => {
  const given = longReads === undefined ? parts : { ...parts, meter: longReads.meter };
  return {
    own: makeMovable(buildOwn(given), longReads, false),
    manage: makeMovable(buildManageLists(given), longReads, true),
  };
};

type Movable<Read> = Read extends (caller: PlainCaller, input: infer Input) => Promise<infer Result>
  ? (caller: Caller, input: Input) => Promise<Result | JsonText | LargeJsonResult>
  : never;

const makeMovable = <Reads extends Readonly<Record<string, AnyRead>>>(
  reads: Reads,
  longReads: LongReads | undefined,
  canWait: boolean,
): { readonly [Name in keyof Reads]: Movable<Reads[Name]> } => {
  const entries = Object.entries(reads).map(([name, read]) => [
    name,
    longReads === undefined ? read : moveWhenLong(name, read, longReads, canWait),
  ]);
  // Safe: each takes what the read takes, and returns its result or the same in JSON.
  return Object.fromEntries(entries) as { readonly [Name in keyof Reads]: Movable<Reads[Name]> };
};

const moveWhenLong =
  (operation: string, read: AnyRead, longReads: LongReads, canWait: boolean): AnyRead =>
  async (caller, input) => {
    const request: ReadRequest = { operation, caller: toPlainCaller(caller), input };
    const runAside = async () => readyJson(await longReads.run(request));
    if (longReads.belongsAside(request, canWait)) return runAside();
    try {
      return await read(caller, input);
    } catch (error) {
      if (!(error instanceof LeftMainThread)) throw error;
      longReads.noteLong(request);
      return runAside();
    }
  };
