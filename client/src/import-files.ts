// Imports of other systems' files: form data in, progress and a summary out.

import type { InputOf, Schemas } from './call-types.ts';
import type { OperationEntry } from './operation-table.ts';
import { readResults } from './read-results.ts';
import { type CallOptions, type ClientOptions, sendRequest } from './send-request.ts';
import { VitrineError } from './vitrine-error.ts';

export interface ImportFault {
  /** If there are several. */
  readonly file?: string;
  readonly line: number;
  readonly column?: string;
  readonly message: string;
  readonly value?: string;
}

export interface ImportSummary {
  /** Whether anything was written. */
  readonly committed: boolean;
  readonly dry_run: boolean;
  /** How many the files have. */
  readonly objects: number;
  readonly kinds: Readonly<
    Record<
      string,
      {
        readonly created: number;
        readonly updated: number;
        readonly unchanged: number;
        readonly deleted: number;
      }
    >
  >;
  /** What was left out on purpose, with its first places. */
  readonly skipped: readonly {
    readonly reason: string;
    readonly count: number;
    readonly first: readonly Omit<ImportFault, 'message' | 'value'>[];
  }[];
  readonly fault_count: number;
  /** The first hundred. */
  readonly faults: readonly ImportFault[];
  readonly deleted: readonly { readonly kind: string; readonly id: string }[];
  /** Others relate to them. */
  readonly kept: readonly { readonly kind: string; readonly id: string }[];
  /** Why nothing was deleted, though it was asked for. */
  readonly prune_refusal?: string;
}

export type ImportResult =
  | {
      readonly progress: {
        readonly phase: 'read' | 'write';
        readonly done: number;
        readonly total: number;
        readonly objects: number;
      };
      readonly summary?: undefined;
    }
  | { readonly summary: ImportSummary; readonly progress?: undefined };

export type ImportCall = (
  input: InputOf<'importFiles'> & { readonly body: FormData },
  options?: Omit<CallOptions, 'timeoutMs' | 'retries'>,
) => AsyncGenerator<ImportResult, void, undefined>;

export const buildImportCall = (options: ClientOptions, operation: OperationEntry): ImportCall =>
  async function* sendFiles(input, call = {}) {
    const sent = { ...call, timeoutMs: 0 };
    const response = (await sendRequest(options, { untilMs: 0 }, operation, input, sent)) as Response;
    for await (const result of readResults<ImportResult>(response, call.signal)) {
      if ('error' in result) throw asError(result.error as Schemas['Error']);
      yield result;
    }
  };

const asError = ({ name, message, code }: Schemas['Error']): VitrineError =>
  new VitrineError(name, message, { code });
