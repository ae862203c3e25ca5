// Suite: deleting managed resources, with and without what needs them, and what comes after it.

import type { OpenStore } from './store-fixture.ts';
import { describeCascade } from './store-resources-cascade.ts';
import { describeDelete } from './store-resources-delete.ts';
import { describeRecreated } from './store-resources-recreated.ts';

export const describeResourceDeletion = (open: OpenStore): void => {
  describeDelete(open);
  describeCascade(open);
  describeRecreated(open);
};
