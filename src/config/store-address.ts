// The address of a store on the command line.

import { resolve } from 'node:path';
import { databaseUrl, ValueFault } from './kinds.ts';

/** A data folder with a SQLite file, or a PostgreSQL database. */
export type StoreAddress = { readonly dataDir: string } | { readonly url: string };

const SQLITE = 'sqlite:';

/** Throws `ValueFault`. Its message does not repeat the address, which may contain a password. */
export const readStoreAddress = (text: string): StoreAddress => {
  if (!text.startsWith(SQLITE)) {
    if (!/^postgres(?:ql)?:/.test(text))
      throw new ValueFault('is neither sqlite:FOLDER nor postgres://user:password@host:port/database');
    return { url: databaseUrl.read(text) };
  }
  const folder = text.slice(SQLITE.length);
  if (folder === '') throw new ValueFault('names no folder after sqlite:');
  return { dataDir: resolve(folder) };
};

/** Without the password. */
export const describeStoreAddress = (address: StoreAddress): string => {
  if ('dataDir' in address) return `${SQLITE}${address.dataDir}`;
  const url = new URL(address.url);
  return `postgres://${url.host}${url.pathname}`;
};
