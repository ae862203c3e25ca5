// A store that asks before each step of a transaction whether it may go on. If it may not, everything is undone.

import type { BundleObject } from '../../contract/bundle.ts';
import type { BundleStore, BundleWriter } from '../../domain/manage/bundle-store.ts';

type Target = Pick<BundleStore<BundleObject>, 'writeBundle'>;

/** `check` gets the time since the transaction began; it throws to end it. */
export const checkWrites = (store: Target, check: (elapsedMs: number) => void): Target => ({
  writeBundle: (work) =>
    store.writeBundle((writer) => {
      const startedAt = performance.now();
      return work(checked(writer, () => check(performance.now() - startedAt)));
    }),
});

const checked = (
  { expect, put, list, delete: remove }: BundleWriter<BundleObject>,
  check: () => void,
): BundleWriter<BundleObject> => ({
  expect: async (objects) => {
    check();
    await expect?.(objects);
  },
  put: async (...object) => {
    check();
    return put(...object);
  },
  list: async function* (...kind) {
    for await (const objects of list(...kind)) {
      check();
      yield objects;
    }
  },
  delete: async (...object) => {
    check();
    return remove(...object);
  },
});
