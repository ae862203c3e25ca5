// A function for each operation of a table. All of them share the options and the latest write of their client.

import type { Input } from './build-request.ts';
import type { Calls } from './call-types.ts';
import type { OperationTable } from './operation-table.ts';
import { type CallOptions, type ClientOptions, type LatestWrite, sendRequest } from './send-request.ts';

export const buildClient = <Table extends OperationTable>(
  table: Table,
  options: ClientOptions,
): Calls<Table> => {
  const latest: LatestWrite = { untilMs: 0 };
  return Object.fromEntries(
    Object.entries(table).map(([id, operation]) => [
      id,
      async (input: Input = {}, call: CallOptions = {}) =>
        sendRequest(options, latest, operation, input, call),
    ]),
  ) as Calls<Table>;
};
