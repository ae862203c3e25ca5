// Lists the versions of a record, newest first, without their texts.

import type { listVersions as contract } from '../../contract/records/list-versions.ts';
import { RECORDS_LIMIT } from '../../contract/values.ts';
import { type Allowance, type Meter, REQUEST_UNITS_MAX } from '../../domain/limits/request-budget.ts';
import { pageOf } from '../page.ts';
import type { MovableUseCase } from '../use-case.ts';
import { findRecordOfPath, type VersionReadDependencies } from './find-version.ts';
import { reachOf } from './record-access.ts';
import { toVersionSummary } from './record-payloads.ts';

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'list',
  advice: 'list fewer versions at once',
};

export const buildListVersions =
  (dependencies: VersionReadDependencies & { readonly meter: Meter }): MovableUseCase<typeof contract> =>
  async (caller, { params, query }) => {
    const page = pageOf(query, RECORDS_LIMIT.default);
    const viewer = { ...reachOf(caller), environmentId: caller.scope.environmentId };
    const record = await findRecordOfPath(dependencies, caller, params);
    const { records, meter } = dependencies;
    const { total, items } = await meter.run(caller.scope, ALLOWANCE, (budget) =>
      records.listVersions(caller.scope, record.id, page, budget),
    );
    return { total_count: total, items: items.map((placed) => toVersionSummary(placed, viewer)) };
  };
