// Reads a bundle line by line. Each line becomes a canonical object with its scope, or a fault with its line number. A bad line
// does not end the reading; only damaged compressed data does. Nothing is stored here.

import type { BundleObject } from '../contract/bundle.ts';
import type { WorkspaceScope } from '../domain/access/scope.ts';
import { type DecodedLine, decodeLine, LINE_MAX_BYTES, refuseLine } from './bundle-codec.ts';
import { LineSplitter, type TextLine } from './lines/line-splitter.ts';
import { UnpackFault, unpack } from './lines/unpack.ts';
import { showValue } from './schema/line-faults.ts';

export type BundleEntry =
  | { readonly line: number; readonly scope: WorkspaceScope; readonly object: BundleObject }
  | { readonly line: number; readonly fault: string; readonly code: string };

/** The progress of reading. */
export interface ReadTally {
  /** Bytes read from the source, still compressed. */
  bytes: number;
  /** Complete lines, including blank ones. */
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
      // Lines after an unreadable scope line must not end up in the workspace of the previous one.
      if (isScopeLine(line.text ?? '')) scope = undefined;
      yield { line: line.number, fault: decoded.message, code: decoded.code };
    }
  }
}

/** Whether the line is a scope line, even a malformed one. */
export const isScopeLine = (text: string): boolean => /"kind"\s*:\s*"scope"/.test(text);

/** The object in its scope. A tenant or workspace line must describe the current scope. */
const placed = (line: number, scope: WorkspaceScope | undefined, object: BundleObject): BundleEntry => {
  if (scope === undefined) {
    return {
      line,
      fault: `${object.kind}: a scope line must come before it, such as {"kind":"scope","tenant_id":"acme","workspace_id":"web"}`,
      code: 'missing:scope',
    };
  }
  const own = { tenant: scope.tenantId, workspace: scope.workspaceId };
  if ((object.kind === 'tenant' || object.kind === 'workspace') && object.id !== own[object.kind]) {
    const expected = showValue(own[object.kind]);
    const fault = `${object.kind}: id must be ${expected}, as in the scope line before it`;
    return { line, fault, code: 'conflicting:id' };
  }
  return { line, scope, object };
};

/** The lines of a bundle or another file, without blank ones. */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  tally: ReadTally = { bytes: 0, lines: 0 },
  lineMaxBytes = LINE_MAX_BYTES,
): AsyncGenerator<TextLine> {
  const splitter = new LineSplitter(lineMaxBytes);
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
    // The fault belongs to the line that is incomplete.
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
