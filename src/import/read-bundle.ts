// Reads a bundle line by line from bytes: each line comes out as a canonical object with the scope it belongs to, or as
// a fault with its number. A bad line never ends the reading; only damaged packed data does. Nothing is stored here.

import type { BundleObject } from '../contract/bundle.ts';
import type { WorkspaceScope } from '../domain/access/scope.ts';
import { type DecodedLine, decodeLine, LINE_MAX_BYTES, refuseLine } from './bundle-codec.ts';
import { LineSplitter, type TextLine } from './lines/line-splitter.ts';
import { UnpackFault, unpack } from './lines/unpack.ts';
import { showValue } from './schema/line-faults.ts';

export type BundleEntry =
  | { readonly line: number; readonly scope: WorkspaceScope; readonly object: BundleObject }
  | { readonly line: number; readonly fault: string; readonly code: string };

/** How far the reading has come. */
export interface ReadTally {
  /** Bytes taken from the source, packed as they are. */
  bytes: number;
  /** Lines ended, blank ones too. */
  lines: number;
  /** Whether a scope line was among them. */
  hasScope?: boolean;
}

export async function* readBundle(
  input: AsyncIterable<Uint8Array>,
  tally: ReadTally = { bytes: 0, lines: 0 },
): AsyncGenerator<BundleEntry> {
  let scope: WorkspaceScope | undefined;
  for await (const line of readLines(input, tally)) {
    const decoded: DecodedLine = 'fault' in line ? refuseLine(line.code, line.fault) : decodeLine(line.text);
    if (decoded.kind === 'scope') {
      scope = decoded.scope;
      tally.hasScope = true;
    } else if (decoded.kind === 'object') {
      yield placed(line.number, scope, decoded.object);
    } else {
      // What comes after a scope line that cannot be read must not end up in the workspace before it.
      if (isScopeLine(line.text ?? '')) scope = undefined;
      yield { line: line.number, fault: decoded.message, code: decoded.code };
    }
  }
}

/** A scope line, whatever else is wrong with it. */
export const isScopeLine = (text: string): boolean => /"kind"\s*:\s*"scope"/.test(text);

/** The object in its scope. A tenant or workspace line describes the scope it stands in, never another one. */
const placed = (line: number, scope: WorkspaceScope | undefined, object: BundleObject): BundleEntry => {
  if (scope === undefined) {
    return {
      line,
      fault: `${object.kind}: no scope line comes before it, such as {"kind":"scope","tenant_id":"acme","workspace_id":"web"}`,
      code: 'missing:scope',
    };
  }
  const own = { tenant: scope.tenantId, workspace: scope.workspaceId };
  if ((object.kind === 'tenant' || object.kind === 'workspace') && object.id !== own[object.kind]) {
    const expected = showValue(own[object.kind]);
    const fault = `${object.kind}: id must be ${expected}, as the scope line before it says`;
    return { line, fault, code: 'conflicting:id' };
  }
  return { line, scope, object };
};

/** The lines of a bundle that are not blank, one by one. */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  tally: ReadTally = { bytes: 0, lines: 0 },
): AsyncGenerator<TextLine> {
  const splitter = new LineSplitter(LINE_MAX_BYTES);
  try {
    for await (const chunk of unpack(counted(input, tally))) {
      for (const line of splitter.push(chunk)) {
        tally.lines = line.number;
        yield line;
      }
      tally.lines = splitter.count;
    }
    const last = splitter.end();
    tally.lines = splitter.count;
    if (last !== undefined) yield last;
  } catch (error) {
    if (!(error instanceof UnpackFault)) throw error;
    // Half a line may be waiting; it is that line which cannot be read.
    tally.lines = splitter.count + 1;
    yield {
      number: tally.lines,
      fault: `cannot be read: ${error.message}`,
      code: 'malformed:line',
      isEnd: true,
    };
  }
}

async function* counted(input: AsyncIterable<Uint8Array>, tally: ReadTally): AsyncGenerator<Uint8Array> {
  for await (const chunk of input) {
    tally.bytes += chunk.length;
    yield chunk;
  }
}
