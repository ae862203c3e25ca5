// `Vitrine-Position`: a write returns the position of its workspace in the change feed. A read that sends it back waits until the
// process that serves it has reached that position (decision 0052). The value is one encrypted block: it does not show how much was
// written, cannot be forged, and is valid for its own workspace only.

import { type Cipheriv, createCipheriv, createDecipheriv, hash, hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../../contract/operation.ts';
import { type WorkspaceScope, workspaceKey } from '../../domain/access/scope.ts';
import { invalidInput } from '../../domain/failures/failures.ts';
import { positionNotReached } from '../../domain/failures/unavailable-failures.ts';
import type { FeedPositions } from '../../domain/ports.ts';
import { findRepeated, headerText } from '../wire/raw-headers.ts';

export const POSITION_HEADER = 'vitrine-position';

const CIPHER = 'aes-128-ecb';
const KEY_BYTES = 16;
const HALF_BYTES = 8;
const VALUE = /^[\w-]{22}$/;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;
const RETRY_AFTER_SECONDS = 1;

const watched: ReadonlySet<string> = new Set([POSITION_HEADER]);

type Described = Pick<Operation, 'method' | 'scope' | 'access' | 'responseFormat' | 'isCacheable'>;

const isRead = ({ method, isCacheable }: Described): boolean => method === 'GET' || isCacheable === true;

/** Reads of a workspace. */
export const takesPosition = (operation: Described): boolean =>
  isRead(operation) && operation.scope !== 'none';

/** Writes to a workspace, except submissions, which no search shows, and streams, whose headers go out before the work is done. */
export const returnsPosition = (operation: Described): boolean =>
  !isRead(operation) &&
  operation.scope !== 'none' &&
  operation.access !== 'open' &&
  (operation.responseFormat ?? 'json') === 'json';

export interface Positions {
  /** How far the workspace has come, for a response; undefined if the store cannot tell. */
  issue(workspace: WorkspaceScope): string | undefined;
  /** The position that the request carries. Throws if it is not one of this workspace. */
  read(request: IncomingMessage, workspace: WorkspaceScope): number | undefined;
  /** Resolves when this process has come so far; throws if that takes too long. */
  reach(workspace: WorkspaceScope, position: number): Promise<void>;
}

export const buildPositions = (feed: FeedPositions, secret: string | Buffer, waitMs: number): Positions => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', POSITION_HEADER, KEY_BYTES));
  // Blocks do not depend on each other, so all are encrypted by the same cipher: making one costs far more.
  const cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
  return {
    issue: (workspace) => {
      const position = feed.position(workspace);
      return Number.isNaN(position) ? undefined : encode(cipher, workspace, position);
    },
    read: (request, workspace) => {
      if (request.headers[POSITION_HEADER] === undefined) return undefined;
      if (findRepeated(request, watched) !== undefined) {
        throw invalidInput(
          'repeated',
          POSITION_HEADER,
          `The header ${POSITION_HEADER} is sent more than once`,
        );
      }
      const position = decode(key, workspace, headerText(request, POSITION_HEADER)?.trim() ?? '');
      if (position !== undefined) return position;
      throw invalidInput(
        'malformed',
        POSITION_HEADER,
        `The header ${POSITION_HEADER} is not a value that a write to this workspace returned; send it unchanged, or leave it out`,
      );
    },
    reach: async (workspace, position) => {
      const deadline = performance.now() + waitMs;
      const isReached = () => feed.position(workspace) >= position;
      for (let pauseMs = FIRST_PAUSE_MS; !isReached(); pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        await feed.catchUp(workspace);
        if (isReached()) return;
        if (performance.now() >= deadline) throw positionNotReached(RETRY_AFTER_SECONDS);
        await pause(pauseMs);
      }
    },
  };
};

/** Half of the block is the position, half of it says which workspace it belongs to. */
const encode = (cipher: Cipheriv, workspace: WorkspaceScope, position: number): string => {
  const block = Buffer.alloc(2 * HALF_BYTES);
  markOf(workspace).copy(block, HALF_BYTES);
  block.writeBigUInt64BE(BigInt(position));
  return cipher.update(block).toString('base64url');
};

const decode = (key: Buffer, workspace: WorkspaceScope, text: string): number | undefined => {
  if (!VALUE.test(text)) return undefined;
  const decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
  const block = decipher.update(Buffer.from(text, 'base64url'));
  return block.subarray(HALF_BYTES).equals(markOf(workspace)) ? Number(block.readBigUInt64BE()) : undefined;
};

/** Requests of one caller share their scope object. */
const marks = new WeakMap<WorkspaceScope, Buffer>();

const markOf = (workspace: WorkspaceScope): Buffer => {
  let mark = marks.get(workspace);
  if (mark === undefined) {
    mark = hash('sha256', workspaceKey(workspace), 'buffer').subarray(0, HALF_BYTES);
    marks.set(workspace, mark);
  }
  return mark;
};
