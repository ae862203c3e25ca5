// Creates the indexes that are missing. Any number of processes may do so at once.

import { randomUUID } from 'node:crypto';
import type { SearchServer } from '../client/search-server.ts';
import { SearchServerError } from '../client/search-server-errors.ts';
import {
  type IndexShape,
  indexBody,
  indexName,
  readName,
  stateIndexBody,
  stateIndexName,
} from '../documents/mapping.ts';

export interface IndexSettings extends IndexShape {
  readonly prefix: string;
  /** Tenants with an index of their own. */
  readonly ownIndexTenants: ReadonlySet<string>;
}

export const indexOf = ({ prefix, ownIndexTenants }: IndexSettings, tenantId: string): string =>
  indexName(prefix, ownIndexTenants.has(tenantId) ? tenantId : undefined);

/** Documents are written by this name, so that a deleted index is not created again by a write, without its mapping. */
export const writeName = (index: string): string => `${index}-write`;

/** Also those of tenants that have no data yet. */
export const prepareIndexes = async (server: SearchServer, settings: IndexSettings): Promise<void> => {
  const { prefix, ownIndexTenants } = settings;
  const states = stateIndexName(prefix);
  await createIndex(server, states, { ...stateIndexBody(settings), aliases: { [writeName(states)]: {} } });
  for (const tenant of [undefined, ...ownIndexTenants]) {
    const index = indexName(prefix, tenant);
    const aliases = { [writeName(index)]: {}, [readName(index, randomUUID())]: {} };
    await createIndex(server, index, { ...indexBody(settings), aliases });
  }
};

const createIndex = async (server: SearchServer, index: string, body: object): Promise<void> => {
  try {
    await server.request({ method: 'PUT', path: `/${index}`, body });
  } catch (error) {
    const exists = error instanceof SearchServerError && error.type === 'resource_already_exists_exception';
    if (!exists) throw error;
  }
};

/** Undefined if there is no such index. One that was deleted and created again has another. */
export const findIndexUuid = async (server: SearchServer, index: string): Promise<string | undefined> => {
  try {
    const found = await server.request<
      Record<string, { readonly aliases: Readonly<Record<string, object>> }>
    >({
      method: 'GET',
      path: `/${index}/_alias`,
    });
    const start = readName(index, '');
    const name = Object.keys(found[index]?.aliases ?? {}).find(
      (alias) => alias.startsWith(start) && alias !== writeName(index),
    );
    return name?.slice(start.length);
  } catch (error) {
    if (error instanceof SearchServerError && error.status === 404) return undefined;
    throw error;
  }
};
