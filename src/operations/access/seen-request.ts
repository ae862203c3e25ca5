// Shows what the service sees of a request, to the command `doctor` only: the request must be signed with the secret of the
// installation, and the response is encrypted with it. Other requests get no such header.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

import { parseJson } from '../../domain/text/parse-json.ts';

export const QUESTION_HEADER = 'x-vitrine-question';
export const ANSWER_HEADER = 'x-vitrine-answer';

/** Clocks of two machines may differ that much. A question that is sent again gets an answer that nobody else can open. */
const QUESTION_LIFE_MS = 10 * 60_000;
const QUESTION = /^(\d{13})\.[\w-]{22}\.([\w-]{43})$/;
const QUESTION_MAX_CHARS = 100;
const NONCE_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface SeenRequest {
  /** Of the client, as far as forwarding headers are trusted. */
  readonly address: string;
  /** Of the other end of the connection. */
  readonly peer: string;
  readonly host: string;
  readonly protocol: string;
  /** Whether `X-Forwarded-For` arrived. */
  readonly isForwarded: boolean;
}

type Secret = string | Buffer;

const sign = (secret: Secret, question: string): string =>
  createHmac('sha256', secret).update(`doctor question ${question}`).digest('base64url');

const keyOf = (secret: Secret): Buffer => createHmac('sha256', secret).update('doctor answer').digest();

export const askWhatIsSeen = (secret: Secret, nowMs: number): string => {
  const question = `${nowMs}.${randomBytes(NONCE_BYTES).toString('base64url')}`;
  return `${question}.${sign(secret, question)}`;
};

/** Undefined unless the question is signed, and asked just now. */
export const answerWhatIsSeen = (
  secret: Secret,
  question: string,
  seen: SeenRequest,
  nowMs: number,
): string | undefined => {
  const parts = question.length > QUESTION_MAX_CHARS ? null : QUESTION.exec(question);
  const [, askedMs, signature] = parts ?? [];
  if (askedMs === undefined || signature === undefined) return undefined;
  const expected = sign(secret, question.slice(0, -signature.length - 1));
  if (!timingSafeEqual(digestOf(signature), digestOf(expected))) return undefined;
  if (Math.abs(nowMs - Number(askedMs)) > QUESTION_LIFE_MS) return undefined;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(question));
  const text = Buffer.concat([cipher.update(JSON.stringify(seen), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
};

/** Undefined if it is not the answer of this installation to this question. */
export const openAnswer = (secret: Secret, question: string, answer: string): SeenRequest | undefined => {
  const bytes = Buffer.from(answer, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(question))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return parseJson(text.toString('utf8')) as SeenRequest;
  } catch {
    return undefined;
  }
};

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');
