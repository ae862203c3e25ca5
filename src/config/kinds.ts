// The kinds of values that a setting may have: how each is described and parsed.
// Messages never repeat a value, since a secret may have ended up in the wrong variable.

import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

/** What is wrong with a value. */
export class ValueFault extends Error {}

export interface Kind<T> {
  readonly allowed: string;
  readonly read: (text: string) => T;
}

export const wholeNumber = (min: number, max: number): Kind<number> => ({
  allowed: `a whole number from ${min} to ${max}`,
  read: (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(value)) throw new ValueFault('is not a whole number');
    if (value < min || value > max) throw new ValueFault('is out of range');
    return value;
  },
});

const WORKERS_MAX = 256;

export const workerCount: Kind<number> = {
  allowed: `a whole number from 1 to ${WORKERS_MAX}, or auto`,
  read: (text) => (text === 'auto' ? availableParallelism() : wholeNumber(1, WORKERS_MAX).read(text)),
};

/** At most `quota` requests within the window, in a burst or spread out. */
export interface Rate {
  readonly quota: number;
  readonly windowSeconds: number;
}

const QUOTA_MAX = 1_000_000;
const WINDOW_MAX_SECONDS = 3_600;

export const rate: Kind<Rate> = {
  allowed: `requests/seconds such as 100/60s, up to ${QUOTA_MAX} within ${WINDOW_MAX_SECONDS} seconds`,
  read: (text) => {
    const [, quota, windowSeconds] = (/^(\d{1,9})\/(\d{1,9})s$/.exec(text) ?? []).map(Number);
    if (quota === undefined || windowSeconds === undefined) {
      throw new ValueFault(
        'is not a rate such as 100/60s: a number of requests, a slash, a number of seconds and an s',
      );
    }
    if (quota < 1 || quota > QUOTA_MAX || windowSeconds < 1 || windowSeconds > WINDOW_MAX_SECONDS) {
      throw new ValueFault('is out of range');
    }
    return Object.freeze({ quota, windowSeconds });
  },
};

export const oneOf = <T extends string>(choices: readonly T[]): Kind<T> => ({
  allowed: choices.join(', '),
  read: (text) => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) throw new ValueFault('is not one of the allowed words');
    return choice;
  },
});

export const trueOrFalse: Kind<boolean> = {
  allowed: 'true, false',
  read: (text) => oneOf(['true', 'false']).read(text) === 'true',
};

export const folder: Kind<string> = { allowed: 'a path', read: (text) => resolve(text) };

const HOST_NAME = /^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$/;

export const listenHost: Kind<string> = {
  allowed: 'an IP address or a host name, without a port',
  read: (text) => {
    if (isIP(text) === 0 && !HOST_NAME.test(text)) {
      throw new ValueFault('is neither an IP address nor a host name');
    }
    return text;
  },
};

export const readList = (text: string, readItem: (item: string) => string): readonly string[] =>
  Object.freeze(
    text.split(',').map((part, index) => {
      try {
        return readItem(part.trim());
      } catch (error) {
        throw error instanceof ValueFault ? new ValueFault(`entry ${index + 1} ${error.message}`) : error;
      }
    }),
  );

const readOrigin = (item: string): string => {
  if (item === '*') throw new ValueFault('is *, which cannot be combined with other entries');
  const url = URL.parse(item);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ValueFault('is not an http or https origin');
  }
  if (url.origin !== item) {
    throw new ValueFault(
      'is not exactly an origin: lower case, no path, no trailing slash, no default port, no user',
    );
  }
  return item;
};

export const origins: Kind<'*' | readonly string[]> = {
  allowed: 'comma-separated origins such as https://shop.example.com, or *',
  read: (text) => (text === '*' ? '*' : readList(text, readOrigin)),
};

const readProxy = (item: string): string => {
  const [address = '', bits, ...rest] = item.split('/');
  const family = isIP(address);
  const maxBits = family === 4 ? 32 : 128;
  const hasGoodBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
  if (family === 0 || !hasGoodBits || rest.length > 0) {
    throw new ValueFault('is neither an IP address nor an address range');
  }
  return item;
};

export const proxies: Kind<boolean | readonly string[]> = {
  allowed: 'true, false, or comma-separated IP addresses and ranges such as 10.0.0.0/8',
  read: (text) => (text === 'true' || text === 'false' ? text === 'true' : readList(text, readProxy)),
};

const OPERATOR_TOKEN = /^[A-Za-z0-9._~+/=-]{32,512}$/;

export const operatorSecret: Kind<string> = {
  allowed: '32 to 512 letters, digits and . _ ~ + / = -',
  read: (text) => {
    if (!OPERATOR_TOKEN.test(text))
      throw new ValueFault('is too short, too long or not a valid bearer token');
    return text;
  },
};

export const plainSecret: Kind<string> = {
  allowed: 'up to 512 visible ASCII characters',
  read: (text) => {
    if (!/^[\x21-\x7e]{1,512}$/.test(text))
      throw new ValueFault('is longer than 512 characters or contains characters that are not visible ASCII');
    return text;
  },
};

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a URL is one of this machine, which a secret reaches without a network. */
export const isLoopback = (url: string): boolean => LOOPBACK.has(URL.parse(url)?.hostname ?? '');

const DATABASE_PROTOCOLS = new Set(['postgres:', 'postgresql:']);

/** A secret, since it may contain a password. */
export const databaseUrl: Kind<string> = {
  allowed: 'a URL `postgres://user:password@host:port/database`',
  read: (text) => {
    const url = URL.parse(text);
    if (url === null || !DATABASE_PROTOCOLS.has(url.protocol))
      throw new ValueFault('is not a URL that begins with postgres://');
    if (url.hostname === '' && !url.searchParams.has('host')) throw new ValueFault('names no host');
    if (url.pathname.length < 2) throw new ValueFault('names no database');
    return text;
  },
};

export const databaseUrls: Kind<readonly string[]> = {
  allowed: 'comma-separated URLs `postgres://user:password@host:port/database`; a comma in a password is %2C',
  read: (text) => readList(text, databaseUrl.read),
};

export const addressForSecrets: Kind<string> = {
  allowed: 'an https URL, or an http URL of this machine',
  read: (text) => {
    const url = URL.parse(text);
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
    if (url === null || !isSafe) throw new ValueFault('is not a URL that a secret may be sent to');
    if (url.username !== '' || url.password !== '')
      throw new ValueFault('must not contain a user name or password');
    return url.href;
  },
};
