// Returns one version of a record with its texts and publication states.

import type { getVersion as contract } from '../../contract/records/get-version.ts';
import type { UseCase } from '../use-case.ts';
import { findRecordOfPath, findVersionOf, type VersionReadDependencies } from './find-version.ts';
import { reachOf } from './record-access.ts';
import { toVersionPayload } from './record-payloads.ts';

export const buildGetVersion =
  (dependencies: VersionReadDependencies): UseCase<typeof contract> =>
  async (caller, { params }) => {
    const viewer = { ...reachOf(caller), environmentId: caller.scope.environmentId };
    const record = await findRecordOfPath(dependencies, caller, params);
    const placed = await findVersionOf(dependencies, caller, record, params.version_id);
    return { version: toVersionPayload(placed, viewer) };
  };
