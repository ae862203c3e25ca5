// Compares two versions of a record.

import type { compareVersions as contract } from '../../contract/records/compare-versions.ts';
import { compareVersions } from '../../domain/records/compare-versions.ts';
import type { UseCase } from '../use-case.ts';
import { findRecordOfPath, findVersionOf, type VersionReadDependencies } from './find-version.ts';
import { reachOf } from './record-access.ts';
import { toVersionSummary } from './record-payloads.ts';

export const buildCompareVersions =
  (dependencies: VersionReadDependencies): UseCase<typeof contract> =>
  async (caller, { params }) => {
    const viewer = { ...reachOf(caller), environmentId: caller.scope.environmentId };
    const record = await findRecordOfPath(dependencies, caller, params);
    const before = await findVersionOf(dependencies, caller, record, params.version_id);
    const after = await findVersionOf(dependencies, caller, record, params.other_version_id);
    return {
      before: toVersionSummary(before, viewer),
      after: toVersionSummary(after, viewer),
      changes: compareVersions(before.version, after.version),
    };
  };
