// The SDK of the Model Context Protocol, an optional dependency: loaded only where it is used (decision 0089).

import { MissingPackage } from '../domain/failures/missing-package.ts';

export const SDK = '@modelcontextprotocol/server';

export type Sdk = typeof import('@modelcontextprotocol/server');

/** `what`: the setting or command that needs it, for the message. */
export const loadSdk = (what: string): Promise<Sdk> =>
  orMissing(what, () => import('@modelcontextprotocol/server'));

/** Throws `MissingPackage` if it is the package that is not there. */
export const orMissing = async <T>(what: string, load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new MissingPackage(what, SDK);
  }
};
