// One id per request: the caller's own when it is well formed and sent once, else a new one.

import { randomInt, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { findRepeated } from './raw-headers.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/;
const watched = new Set([REQUEST_ID_HEADER]);

export const requestIdOf = (request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string => {
  const sent = request.headers[REQUEST_ID_HEADER];
  return typeof sent === 'string' && WELL_FORMED.test(sent) && findRepeated(request, watched) === undefined
    ? sent
    : newRequestId();
};

const BLOCK_IDS = 0x1_00_00;
const BLOCK_DIGITS = -4;
const digitsOfByte = Array.from({ length: 0x100 }, (_, byte) => byte.toString(16).padStart(2, '0'));
let block = '';
let usedInBlock = BLOCK_IDS;
let number = 0;
let step = 1;

/**
 * Looks like a random UUID and is as unique, but can be guessed from others. All but the last four digits are drawn once for
 * many, which is far cheaper; those go round in odd steps, also drawn, so that two ids do not tell how many lie between them.
 */
export const newRequestId = (): string => {
  if (usedInBlock === BLOCK_IDS) {
    block = randomUUID().slice(0, BLOCK_DIGITS);
    step = randomInt(BLOCK_IDS / 2) * 2 + 1;
    usedInBlock = 0;
  }
  usedInBlock += 1;
  number = (number + step) % BLOCK_IDS;
  return `${block}${digitsOfByte[number >>> 8]}${digitsOfByte[number & 0xff]}`;
};
