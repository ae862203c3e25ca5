// The client of this shop, and a hook that calls it.

import { createClient, type Schemas } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';

/** The service writes the ids of the shop into the page. They are no secret, and reading needs no token. */
const { tenantId = '', workspaceId = '', environmentId = '', catalogId = '' } = document.body.dataset;

export const shop = createClient({ scope: { tenantId, workspaceId, environmentId } });
export const catalog = { catalog_id: catalogId };

/** With all fields: `fields` of a request is what leaves some out. */
export type Product = Required<Schemas['ProductRecord']>;

export interface Answer<T> {
  /** While the next answer is on its way, that of the place before. */
  readonly value?: T;
  readonly error?: unknown;
  readonly isLoading: boolean;
}

/** Calls again when the key changes, and aborts a call that nobody waits for any more. */
export const useAnswer = <T>(key: string, call: (signal: AbortSignal) => Promise<T>): Answer<T> => {
  const [answer, setAnswer] = useState<{ key?: string; value?: T; error?: unknown }>({});
  useEffect(() => {
    const control = new AbortController();
    call(control.signal).then(
      (value) => control.signal.aborted || setAnswer({ key, value }),
      (error) => control.signal.aborted || setAnswer({ key, error }),
    );
    return () => control.abort();
  }, [key]);
  return { ...answer, isLoading: answer.key !== key };
};
