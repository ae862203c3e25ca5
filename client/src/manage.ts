// Everything that a token may do: what a shop needs, and what editors and operators need. The entry `@vitrine/client/manage`.

import { buildClient } from './build-client.ts';
import { type BulkCall, buildBulkCall } from './bulk.ts';
import type { Calls } from './call-types.ts';
import { buildImportCall, type ImportCall } from './import-files.ts';
import { manageOperations } from './manage-operations.ts';
import type { ClientOptions } from './send-request.ts';
import { storefrontOperations } from './storefront-operations.ts';

export type { BulkCall, BulkLines, BulkResult, BulkSummary } from './bulk.ts';
export type { ImportCall, ImportFault, ImportResult, ImportSummary } from './import-files.ts';

const { writeBulk, deleteBulk, importFiles, ...others } = manageOperations;
const operations = { ...storefrontOperations, ...others };

export interface ManageClient extends Calls<typeof operations> {
  /** Writes the objects of a bundle, a result for each line. */
  readonly writeBulk: BulkCall;
  /** Deletes objects by key or by line of a bundle, a result for each. */
  readonly deleteBulk: BulkCall;
  /** Imports files of another system: form data with `file` and, if it is needed, `mapping`. The last result is the summary. */
  readonly importFiles: ImportCall;
}

/** A client of one workspace. After a write, its reads include that write. */
export const createManageClient = (options: ClientOptions): ManageClient => ({
  ...buildClient(operations, options),
  writeBulk: buildBulkCall(options, writeBulk),
  deleteBulk: buildBulkCall(options, deleteBulk),
  importFiles: buildImportCall(options, importFiles),
});
