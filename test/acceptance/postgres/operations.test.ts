// The operations over PostgreSQL: the same tests, another store. In the short form what other nodes and processes must see; each
// operation once, as the role that row-level security binds, is in bound.test.ts.

import './use-postgres.ts';
import '../operations/publish.test.ts';
import { isLong } from '../../fixtures/long-runs.ts';

if (isLong) {
  await import('../operations/operations-answers.test.ts');
  await import('../operations/visibility.test.ts');
  await import('../operations/paging.test.ts');
  await import('../operations/version-rules.test.ts');
}
