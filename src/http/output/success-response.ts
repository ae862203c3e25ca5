// A success response as bytes with all of its headers, plain and in each requested content coding, ready to be sent any
// number of times. Conditional GET and the request id are settled when it is sent.

import type { Envelope } from '../../contract/operation.ts';
import { entityTagOf } from '../../runtime/entity-tag.ts';
import { scopeHeaders } from '../caller/read-scope.ts';
import type { CorsResponse } from '../cors.ts';
import type { Exchange } from '../wire/exchange.ts';
import { REQUEST_ID_HEADER } from '../wire/request-id.ts';
import { type Body, endSoon, type FramedBytes } from '../wire/write-queue.ts';
import { COMPRESSED_FROM_BYTES, type Coding, chooseCoding, compress } from './compress.ts';
import { frames, type SuccessJson } from './envelope.ts';
import { matchesEntityTag } from './if-none-match.ts';
import { JSON_TYPE } from './send-failure.ts';

const VARY = [...scopeHeaders, 'authorization', 'host'].join(', ');

interface Representation {
  /** With `encoding` latin1 one character is one byte: headers and body then go out in one write, and nothing is encoded again. */
  readonly body: Body;
  readonly encoding: 'utf8' | 'latin1';
  /** Its length in bytes. */
  readonly bytes: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Absent for methods without conditional requests. */
  readonly entityTag: string | undefined;
}

/** The same response in every coding requested so far. */
export interface Responses {
  readonly status: number;
  plain: Representation;
  /** Absent: none yet. */
  coded: Map<Coding, Promise<Representation>> | undefined;
}

export interface Success extends SuccessJson {
  readonly envelope: Envelope;
  readonly status: number;
  /** The URL of the created resource. */
  readonly location: string | undefined;
  /** For a read of a resource with an entity tag of its own. */
  readonly entityTag: string | undefined;
  readonly isRead: boolean;
  readonly cacheControl: string;
  readonly cors: CorsResponse;
  /** Headers that the operation reads, separated by commas; often none. */
  readonly varyBy: string;
}

export const buildResponses = (success: Success): Responses => {
  const { status, location, json, isBytes, entityTag, isRead } = success;
  const { body, bytes, encoding } = bodyOf(success);
  const tag = entityTag ?? (isRead && status === 200 ? tagOf(json, isBytes) : undefined);
  const headers = ['content-type', JSON_TYPE, 'content-length', String(bytes)];
  if (location !== undefined) headers.push('location', location);
  const isCompressed = bytes >= COMPRESSED_FROM_BYTES;
  addHeaders(headers, success, tag, isRead && status === 200, isCompressed);
  return { status, plain: { body, encoding, bytes, headers, entityTag: tag }, coded: undefined };
};

/** The tag is made from the JSON alone: what stands around it is always the same. */
const tagOf = (json: SuccessJson['json'], isBytes: boolean): string =>
  typeof json === 'string' ? entityTagOf(json, isBytes) : json.entityTag;

const bodyOf = ({
  envelope,
  json,
  isBytes,
}: Success): Pick<Representation, 'body' | 'bytes' | 'encoding'> => {
  const [before, after] = frames[envelope];
  if (typeof json !== 'string') {
    const bytes = before.length + json.bytes.length + after.length;
    return { body: { before, bytes: json.bytes, after }, bytes, encoding: 'latin1' };
  }
  const body = before === '' ? json : before + json + after;
  const bytes = isBytes ? body.length : Buffer.byteLength(body);
  // ASCII text is its own bytes.
  return { body, bytes, encoding: bytes === body.length ? 'latin1' : 'utf8' };
};

/** Built once for each of the few combinations. */
const varies = [false, true].map((byOrigin) =>
  [false, true].map((isRead) =>
    [false, true].map((isCompressed) =>
      [
        ...(byOrigin ? ['origin'] : []),
        ...(isRead ? [VARY] : []),
        ...(isCompressed ? ['accept-encoding'] : []),
      ].join(', '),
    ),
  ),
);

const varyOf = (byOrigin: boolean, isRead: boolean, isCompressed: boolean): string =>
  varies[Number(byOrigin)]?.[Number(isRead)]?.[Number(isCompressed)] ?? '';

const addHeaders = (
  headers: string[],
  { cacheControl, cors, varyBy }: Pick<Success, 'cacheControl' | 'cors' | 'varyBy'>,
  tag: string | undefined,
  isRead: boolean,
  isCompressed: boolean,
): void => {
  if (tag !== undefined) headers.push('etag', tag);
  headers.push('cache-control', isRead ? cacheControl : 'no-store');
  const vary = varyOf(cors.variesByOrigin, isRead, isCompressed);
  if (vary !== '') headers.push('vary', isRead && varyBy !== '' ? `${vary}, ${varyBy}` : vary);
  headers.push('x-content-type-options', 'nosniff');
  for (const name of Object.keys(cors.headers)) headers.push(name, cors.headers[name] as string);
};

/** For responses that will be sent again: encodes the body once, now. */
export const asBytes = (responses: Responses): void => {
  const { plain } = responses;
  if (plain.encoding === 'utf8' && typeof plain.body === 'string')
    responses.plain = { ...plain, body: Buffer.from(plain.body).toString('latin1'), encoding: 'latin1' };
};

/** `extra`: headers of this exchange alone, names and values in turn. Synchronous unless something has to be compressed. */
export const sendResponses = (
  exchange: Exchange,
  responses: Responses,
  extra: readonly string[],
): Promise<void> | undefined => {
  const { plain } = responses;
  const coding = isLarge(plain) ? chooseCoding(exchange.request.headers['accept-encoding']) : undefined;
  if (coding === undefined) {
    write(exchange, responses.status, plain, extra);
    return undefined;
  }
  responses.coded ??= new Map();
  let coded = responses.coded.get(coding);
  if (coded === undefined) {
    coded = encode(plain, coding);
    responses.coded.set(coding, coded);
  }
  return coded.then(
    (representation) => write(exchange, responses.status, representation, extra),
    () => {
      // Send it uncompressed; the next one may succeed.
      responses.coded?.delete(coding);
      write(exchange, responses.status, plain, extra);
    },
  );
};

const isLarge = ({ bytes }: Representation): boolean => bytes >= COMPRESSED_FROM_BYTES;

const encode = async (plain: Representation, coding: Coding): Promise<Representation> => {
  const { body } = plain;
  const bytes = await compress(
    coding,
    typeof body === 'string' ? Buffer.from(body, plain.encoding) : joinBytes(body),
  );
  const entityTag = plain.entityTag && codedTag(plain.entityTag, coding);
  const headers = [...plain.headers];
  headers[headers.indexOf('content-length') + 1] = String(bytes.length);
  const tagAt = headers.indexOf('etag');
  if (tagAt !== -1 && entityTag !== undefined) headers[tagAt + 1] = entityTag;
  headers.push('content-encoding', coding);
  return { body: bytes.toString('latin1'), encoding: 'latin1', bytes: bytes.length, headers, entityTag };
};

const joinBytes = ({ before, bytes, after }: FramedBytes): Buffer =>
  Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);

/** RFC 9110, 8.8.3.3: another coding is another representation, and strong tags tell them apart. */
const codedTag = (tag: string, coding: Coding): string => `${tag.slice(0, -1)}.${coding}"`;

const write = (
  exchange: Exchange,
  status: number,
  { body, encoding, bytes, headers, entityTag }: Representation,
  extra: readonly string[],
): void => {
  const { request, response, id, isRead } = exchange;
  const own = [...exchange.headers, ...extra, REQUEST_ID_HEADER, id];
  const isConditional = isRead && status === 200 && entityTag !== undefined;
  if (isConditional && matchesEntityTag(request.headers['if-none-match'], entityTag)) {
    response.writeHead(304, [...withoutContent(headers), ...own]);
    response.end();
    return;
  }
  response.writeHead(status, headers.concat(own));
  // A HEAD response has headers only: Node would drop the body too.
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  exchange.sentBytes = bytes;
  endSoon(response, body, encoding);
};

const withoutContent = (headers: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string;
    if (!name.startsWith('content-')) kept.push(name, headers[at + 1] as string);
  }
  return kept;
};
