// What the client must know of an operation to call it. The tables are generated from the contract.

/**
 * Method and path; the names that are sent in the body, separated by spaces, of operations that only read or may be repeated; and
 * how the operation differs from others. `link`: it can also be sent as a GET. `raw`: its body or its response is not JSON.
 */
export type OperationEntry =
  | readonly [method: string, path: string]
  | readonly [method: string, path: string, bodyNames: string]
  | readonly [method: string, path: string, bodyNames: string, form: 'link' | 'raw'];

export type OperationTable = Readonly<Record<string, OperationEntry>>;
